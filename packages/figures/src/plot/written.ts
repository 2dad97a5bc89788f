import { formatDecimal, trueMinus } from '@oncoloom/tool-kit';

const MISSING = '—';

/** Digits of a number in a card. */
const DIGITS = 4;
/** From here on a number is whole. */
const WHOLE = 10_000;

/** A number of any size with about four digits and a true minus: 0.7813, 365, 1.2e−7. */
export function writeNumber(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return MISSING;
  const size = Math.abs(value);
  return (size >= 1e12 && Number.isFinite(value)) || size < WHOLE
    ? trueMinus(String(Number(value.toPrecision(DIGITS))))
    : formatDecimal(value, 0);
}

/** Two numbers as an interval: 0.70–0.85; the dash of a negative end would read as a minus. */
export function writeInterval(low: number | undefined, high: number | undefined): string {
  const [from, to] = [writeNumber(low), writeNumber(high)];
  return to.startsWith('−') || from.startsWith('−') ? `${from} ~ ${to}` : `${from}–${to}`;
}
