import { DamagedSource } from '../../fetching/errors.ts';
import type { Folded, Gene, MatrixFile } from '../matrix-file.ts';
import type { MatrixReader } from './matrix-reader.ts';
import type { Sheet } from './sheet.ts';
import type { Located } from './sources.ts';

/** What a matrix's values are in its source, and what becomes of them. */
export interface Scale {
  /** Of the source's values; others are not of this kind. */
  min: number;
  max: number;
  convert: (value: number) => number;
}

/** Smallest unit in the last place of what a source rounds to. */
const SLACK = 1e-3;

/** log2(x+1), as it is wanted. 2^40 is more than any library has. */
export const LOG2_PLUS_1: Scale = { min: -SLACK, max: 40, convert: (value) => Math.max(0, value) };

/** Toil adds 0.001 before the logarithm: taken off again, and 1 put in its place. */
export const LOG2_PLUS_THOUSANDTH: Scale = {
  min: Math.log2(0.001) - SLACK,
  max: 40,
  convert: (value) => Math.log2(Math.max(0, 2 ** value - 0.001) + 1),
};

/** Not logarithmic. */
export const LINEAR: Scale = { min: 0, max: Number.POSITIVE_INFINITY, convert: (value) => Math.log2(value + 1) };
/** Linear values of a whole cohort go far beyond this; logarithms never do. */
const LINEAR_MAX_AT_LEAST = 50;

/** Between whole numbers a computed one is off by less than this. */
const WHOLE_SLACK = 0.01;
const HALF_SLACK = 1e-4;

/** Counts from log2(count+1); says how many were none: the hub averages over the vials of a sample before it takes the logarithm. */
export class CountScale implements Scale {
  readonly min = -SLACK;
  /** 2^31 - 1 reads. */
  readonly max = 31;
  rounded = 0;

  readonly convert = (value: number): number => {
    const count = Math.max(0, 2 ** value - 1);
    // A mean of two vials is often a half, and may come back from its logarithm a little below.
    const whole = Math.floor(count + 0.5 + HALF_SLACK);
    if (Math.abs(count - whole) > WHOLE_SLACK) this.rounded += 1;
    return whole;
  };
}

export type FindGene = (id: string) => Gene | undefined;

/** Genes by their Ensembl number with version, as a probe map has them. */
export function geneFinder({ rows }: Sheet): FindGene {
  const symbols = new Map(rows.map((row) => [row.id ?? row['#id'] ?? '', row.gene ?? '']));
  return (id) => {
    const symbol = symbols.get(id);
    return symbol === undefined || symbol === '' ? undefined : { symbol, id: markCopyOnY(id) };
  };
}

/** Up to GENCODE 24 the copy of a gene on Y had a number of its own: `ENSGR0000182378.11`. */
const markCopyOnY = (id: string): string => (id.startsWith('ENSGR') ? `${id.replace('ENSGR', 'ENSG0')}_PAR_Y` : id);

/** Symbols as they stand; `?` is what had none. */
export const bySymbol: FindGene = (id) => (id === '' || id.startsWith('?') ? undefined : { symbol: id.replace(/\|\d+$/, ''), id: '' });

/** Rows that did not come along. */
interface DroppedRows {
  /** Without a symbol. */
  nameless: number;
  /** With a value that is no number. */
  unreadable: number;
}

/** Lines that HTSeq and STAR put below the genes: reads that were not counted. */
const isSummary = (id: string): boolean => id.startsWith('__') || id.startsWith('N_');

interface Target {
  matrix: MatrixFile;
  /** Places of its samples in the row. */
  places: Int32Array;
}

/** Copies rows of a source into matrices that share them. @param tell of how many there were so far. @throws DamagedSource where values are not on the scale. */
export async function copyRows(
  reader: MatrixReader,
  located: Located,
  wanted: readonly number[],
  { find, scale }: { find: FindGene; scale: Scale },
  targets: readonly Target[],
  tell: (rows: number) => void,
): Promise<DroppedRows> {
  const dropped: DroppedRows = { nameless: 0, unreadable: 0 };
  let highest = Number.NEGATIVE_INFINITY;
  const rows = targets.map(({ places }) => new Float64Array(places.length));
  let read = 0;
  for await (const { id, values } of reader.rows(wanted)) {
    read += 1;
    tell(read);
    if (isSummary(id)) continue;
    const gene = find(id);
    const top = convert(values, scale, located, id);
    if (gene === undefined) dropped.nameless += 1;
    else if (Number.isNaN(top)) dropped.unreadable += 1;
    if (gene === undefined || Number.isNaN(top)) continue;
    highest = Math.max(highest, top);
    for (const [t, { matrix, places }] of targets.entries()) {
      const row = rows[t] as Float64Array;
      for (let i = 0; i < places.length; i += 1) row[i] = values[places[i] as number] as number;
      await matrix.add(gene, row);
    }
  }
  if (scale === LINEAR && highest < LINEAR_MAX_AT_LEAST) throw new DamagedSource(located.name, '里的值像是已取过对数，应为线性值');
  return dropped;
}

/** Converts in place; answers the highest value that was there, NaN where one is none. */
function convert(values: Float64Array, { min, max, convert: change }: Scale, { name }: Located, id: string): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number;
    if (Number.isNaN(value)) return Number.NaN;
    if (value < min || value > max) throw new DamagedSource(name, `里 ${id} 有值 ${value}，不是预期的单位`);
    if (value > highest) highest = value;
    values[i] = change(value);
  }
  return highest;
}

/** What is said of rows that were left out or put together. */
export function rowNotes(title: string, { nameless, unreadable }: DroppedRows, folded: Folded | undefined): string[] {
  const told: readonly (readonly [number, string])[] = [
    [nameless, `${nameless} 行没有基因符号，略去`],
    [unreadable, `${unreadable} 行有不是数字的值，略去`],
    [folded?.summed ?? 0, `${folded?.summed} 行与别的行同名，相加`],
    [folded?.dropped ?? 0, `${folded?.dropped} 行与别的行同名，留均值较高的一行`],
  ];
  const sentences = told.flatMap(([n, sentence]) => (n > 0 ? [sentence] : []));
  return sentences.length === 0 ? [] : [`${title}：${sentences.join('；')}`];
}
