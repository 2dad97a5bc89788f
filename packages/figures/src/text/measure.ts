import { type FaceName, MEASURED, type Variant } from './faces.ts';
import metrics from './metrics.json' with { type: 'json' };
import type { Typeface } from './typeface.ts';

interface FaceTable {
  widths: readonly number[];
  /** First letter and distance, to the second letters. */
  kerning: Readonly<Record<string, string>>;
}

/** A face as it is looked up: widths and distances in shares of the em square. */
interface Face {
  widths: ReadonlyMap<string, number>;
  kerning: ReadonlyMap<string, number>;
}

const tables: Readonly<Record<string, FaceTable>> = metrics.faces;
const faces = new Map<string, Face>();

function faceOf(name: FaceName, variant: Variant): Face {
  const key = `${name} ${variant}`;
  const known = faces.get(key);
  if (known !== undefined) return known;
  const table = tables[key] ?? { widths: [], kerning: {} };
  const kerning = new Map<string, number>();
  for (const [first, seconds] of Object.entries(table.kerning)) {
    const distance = Number(first.slice(1)) / metrics.em;
    for (const second of seconds) kerning.set(`${first[0]}${second}`, distance);
  }
  const face = { widths: new Map(MEASURED.map((letter, i) => [letter, (table.widths[i] ?? 0) / metrics.em])), kerning };
  faces.set(key, face);
  return face;
}

/**
 * Width of a text in the units of `size`. From a table of the letters' widths and of the distances of pairs, the same in the
 * browser and on the server: both place texts at the same numbers. Letters that are not in the table are as wide as high, as
 * Chinese letters are.
 */
export function textWidth(text: string, typeface: Typeface, variant: Variant = 'normal', size = typeface.size): number {
  const { widths, kerning } = faceOf(typeface.name, variant);
  let ems = 0;
  let before = '';
  for (const letter of text) {
    ems += (widths.get(letter) ?? 1) + (kerning.get(before + letter) ?? 0);
    before = letter;
  }
  return ems * size;
}
