/**
 * Typefaces of figures: what a file asks for on a reader's machine, and what stands for it on a Debian server. Liberation Sans and
 * Liberation Serif have the widths of Arial and Times New Roman.
 */
export const FACES = {
  Arial: 'Arial, "Liberation Sans", "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif',
  'Times New Roman': '"Times New Roman", "Liberation Serif", "Songti SC", "Noto Serif CJK SC", SimSun, serif',
  'Noto Sans CJK SC': '"Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif',
} as const;
export type FaceName = keyof typeof FACES;

export const VARIANTS = ['normal', 'italic', 'bold'] as const;
export type Variant = (typeof VARIANTS)[number];

/** Letters whose widths are measured one by one; every other one is taken for as wide as it is high, as Chinese letters are. */
export const MEASURED = [
  // ASCII and Latin-1.
  ...range(0x20, 0x7e),
  ...range(0xa0, 0xff),
  // Greek.
  ...range(0x391, 0x3a9),
  ...range(0x3b1, 0x3c9),
  // Dashes, quotation marks, ellipsis, primes, superscripts and subscripts.
  ...[0x2010, 0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026, 0x2032, 0x2033, 0x207b],
  ...range(0x2070, 0x2070),
  ...range(0x2074, 0x2079),
  ...range(0x2080, 0x2089),
  // Arrows and signs of mathematics.
  ...[0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2248, 0x2260, 0x2264, 0x2265, 0x221e, 0x2211, 0x221a],
].map((code) => String.fromCodePoint(code));

/** Letters whose distances from each other are measured in pairs. */
export const KERNED = range(0x20, 0x7e).map((code) => String.fromCodePoint(code));

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
