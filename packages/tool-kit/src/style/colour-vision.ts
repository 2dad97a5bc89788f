/** Two colours that differ by less (CIEDE2000, as seen with deuteranopia) are not told apart in small marks. */
export const DISTINCT = 10;

type Triple = readonly [number, number, number];

/** #rrggbb as linear red, green and blue, 0–1. */
function linearOf(hex: string): Triple {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function times(matrix: readonly Triple[], [a, b, c]: Triple): Triple {
  const [x, y, z] = matrix.map((row) => row[0] * a + row[1] * b + row[2] * c);
  return [x ?? 0, y ?? 0, z ?? 0];
}

/** Deuteranopia after Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB: a row per channel. */
const DEUTERANOPIA: readonly Triple[] = [
  [0.367322, 0.860646, -0.227968],
  [0.280085, 0.672501, 0.047413],
  [-0.01182, 0.04294, 0.968881],
];

/** sRGB to CIE XYZ, white D65 (IEC 61966-2-1). */
const TO_XYZ: readonly Triple[] = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const WHITE: Triple = [0.95047, 1, 1.08883];

/** CIE L*a*b* of linear RGB. */
function labOf(rgb: Triple): Triple {
  const xyz = times(TO_XYZ, rgb);
  const f = (i: 0 | 1 | 2) => {
    const t = xyz[i] / WHITE[i];
    return t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29;
  };
  return [116 * f(1) - 16, 500 * (f(0) - f(1)), 200 * (f(1) - f(2))];
}

const DEGREE = Math.PI / 180;

/** Difference of two colours in CIE L*a*b*: CIEDE2000 with all weights 1 (Sharma, Wu and Dalal 2005). */
export function deltaE(one: Triple, other: Triple): number {
  const [l1, a1, b1] = one;
  const [l2, a2, b2] = other;
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const g = 0.5 * (1 - Math.sqrt(mean7 / (mean7 + 25 ** 7)));
  const [c1, c2] = [Math.hypot(a1 * (1 + g), b1), Math.hypot(a2 * (1 + g), b2)];
  const hue = (a: number, b: number) => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / DEGREE + 360) % 360);
  const [h1, h2] = [hue(a1 * (1 + g), b1), hue(a2 * (1 + g), b2)];
  const grey = c1 * c2 === 0;
  const turn = h2 - h1;
  const dh = grey ? 0 : turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
  const [dl, dc] = [l2 - l1, c2 - c1];
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * DEGREE);
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const sum = h1 + h2;
  const h = grey ? sum : Math.abs(h1 - h2) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
  const cos = (angle: number) => Math.cos(angle * DEGREE);
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const rotation = 30 * Math.exp(-(((h - 275) / 25) ** 2));
  const rc = 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const [tl, tc, th] = [dl / sl, dc / sc, dH / sh];
  return Math.sqrt(tl ** 2 + tc ** 2 + th ** 2 - Math.sin(2 * rotation * DEGREE) * rc * tc * th);
}

/** Difference of two colours (#rrggbb) as people see them who lack the cones for green, the most common defect. */
export function deltaForDeuteranopes(one: string, other: string): number {
  const clipped = (value: number) => Math.min(Math.max(value, 0), 1);
  const seen = (hex: string) => {
    const [red, green, blue] = times(DEUTERANOPIA, linearOf(hex));
    return labOf([clipped(red), clipped(green), clipped(blue)]);
  };
  return deltaE(seen(one), seen(other));
}

/** The two of these colours that are hardest to tell apart; null where there are fewer than two. */
export function closestColours(colours: readonly string[]): { first: number; second: number; delta: number } | null {
  let closest: { first: number; second: number; delta: number } | null = null;
  for (let first = 0; first < colours.length; first += 1) {
    for (let second = first + 1; second < colours.length; second += 1) {
      const delta = deltaForDeuteranopes(colours[first] ?? '', colours[second] ?? '');
      if (closest === null || delta < closest.delta) closest = { first, second, delta };
    }
  }
  return closest;
}

/** Of a list of colours, those that can be told apart from all before them; the others follow. */
export function distinctFirst(colours: readonly string[]): { colours: string[]; distinct: number } {
  const kept: string[] = [];
  for (const colour of colours) if (kept.every((one) => deltaForDeuteranopes(one, colour) >= DISTINCT)) kept.push(colour);
  return { colours: [...kept, ...colours.filter((colour) => !kept.includes(colour))], distinct: kept.length };
}
