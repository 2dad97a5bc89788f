import { MISSING_CELLS } from '@oncoloom/contract';

/**
 * Numbers as people write them into tables: 1,234; 12%; 1.2×10^-5; <0.001. R reads them alike: `written_numbers` of
 * engine/R/runtime/written-numbers.R; both are tested on tests/written-numbers.json.
 */

const FULL_WIDTH = new Map([...'０１２３４５６７８９．，－＋％＜＞（）　×'].map((sign, i) => [sign, '0123456789.,-+%<>() x'[i] as string]));
const SUPERSCRIPTS = new Map([...'⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺'].map((sign, i) => [sign, '0123456789-+'[i] as string]));
const WRITTEN = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?`;
const UNUSUAL = /[^\x20-\x7e]/;
const PLAIN = new RegExp(`^(?!0\\d)${WRITTEN}$`);
const INFINITE = /^([-+]?)inf(?:inity)?$/i;
const PARTED = /^[-+]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const PERCENT = new RegExp(`^(${WRITTEN})\\s*%$`);
const POWER = new RegExp(`^(${WRITTEN})\\s*[x*·]\\s*10\\s*(?:\\^\\s*\\(?([-+]?\\d+)|([-+]\\d+))\\)?$`);
const BARE_POWER = /^10\^\(?([-+]?\d+)\)?$/;
const P_BEFORE = /^[Pp]\s*(?:=\s*)?(?=[<>≤≥\d.])/;
const BOUND = /^[<>≤≥]=?\s*/;
const STARS = /(?<![\s*])\s*\*+$/;

function plainSigns(cell: string): string {
  if (!UNUSUAL.test(cell)) return cell.trim();
  const half = [...cell].map((sign) => FULL_WIDTH.get(sign) ?? SUPERSCRIPTS.get(sign) ?? sign).join('');
  return half.replace(/[−–—]/g, '-').trim();
}

/**
 * The number that a cell writes; undefined for a text, codes such as 007 among them. A percentage is its share: 5% is 0.05.
 *
 * @param bounds For P: 「<0.001」 is read as its bound, and stars and a leading 「P =」 are dropped.
 */
export function writtenNumber(cell: string, bounds = false): number | undefined {
  const signs = plainSigns(cell);
  const text = bounds ? signs.replace(P_BEFORE, '').replace(BOUND, '').replace(STARS, '') : signs;
  if (PLAIN.test(text)) return Number(text);
  const endless = INFINITE.exec(text);
  if (endless !== null) return endless[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (PARTED.test(text)) return Number(text.replaceAll(',', ''));
  const percent = PERCENT.exec(text);
  if (percent !== null) return Number(percent[1]) / 100;
  const power = POWER.exec(text);
  if (power !== null) return Number(`${power[1]}e${power[2] ?? power[3]}`);
  const bare = BARE_POWER.exec(text);
  return bare === null ? undefined : Number(`1e${bare[1]}`);
}

/** What a column of cells is, as it is read. */
export interface ReadColumn {
  type: 'number' | 'text';
  /** Rows of a column of numbers whose cells are none. */
  unusable: readonly number[];
  /** Numbers that are written in another way than a computer does. */
  rewritten: number;
  missing: number;
}

const COMPUTED = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?\s*$/;

/** Reads a column: one of numbers where more than half of its cells that are there are numbers, as `is_written_numbers` of R. */
export function readColumn(cells: readonly string[], bounds = true): ReadColumn {
  const unusable: number[] = [];
  let [missing, rewritten] = [0, 0];
  for (const [row, cell] of cells.entries()) {
    if (MISSING_CELLS.has(cell.trim())) missing += 1;
    else if (writtenNumber(cell, bounds) === undefined) unusable.push(row);
    else if (!COMPUTED.test(cell)) rewritten += 1;
  }
  const present = cells.length - missing;
  if (present === 0 || unusable.length * 2 >= present) return { type: 'text', unusable: [], rewritten: 0, missing };
  return { type: 'number', unusable, rewritten, missing };
}

/** Further signs that stand in ratios. */
const BRACKETS = new Map([...'［］～；：'].map((sign, i) => [sign, '[]~;:'[i] as string]));
/** A ratio with its interval in one cell: 「0.71 (0.55–0.91)」, 「1.2 [0.9, 1.6]」, 「0.71（0.55 至 0.91）」. */
const RATIO = /^([-+]?[\d.]+)\s*[([]\s*(?:95\s*%\s*CI\s*(?:[:,]\s*)?)?([-+]?[\d.]+)\s*(?:-|–|—|~|,|;|to|至|到)\s*([-+]?[\d.]+)\s*[)\]]$/i;

/** Its three numbers as texts; undefined where the cell is no such ratio. */
export function splitRatio(cell: string): readonly [string, string, string] | undefined {
  const half = [...cell.trim()].map((sign) => FULL_WIDTH.get(sign) ?? BRACKETS.get(sign) ?? sign).join('');
  const [, estimate = '', low = '', high = ''] = RATIO.exec(half.replaceAll('−', '-')) ?? [];
  const parts = [estimate, low, high] as const;
  return parts.every((part) => PLAIN.test(part)) ? parts : undefined;
}
