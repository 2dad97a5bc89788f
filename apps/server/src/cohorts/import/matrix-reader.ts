import { DamagedSource } from '../../fetching/errors.ts';
import { readLines } from './lines.ts';
import { checkColumns } from './sheet.ts';
import type { Located } from './sources.ts';

const TAB = 9;
const [ZERO, NINE, POINT, MINUS, PLUS, SMALL_E, LARGE_E] = [48, 57, 46, 45, 43, 101, 69];
const QUOTE = 34;

/** A number in the text of a line; NaN where it is none. To about 15 digits, which is more than a matrix of 4 byte numbers keeps. */
export function parseNumber(line: Uint8Array, from: number, to: number): number {
  let at = from;
  const negative = line[at] === MINUS;
  if (negative || line[at] === PLUS) at += 1;
  let digits = 0;
  let count = 0;
  let decimals = 0;
  let afterPoint = false;
  for (; at < to; at += 1) {
    const byte = line[at] as number;
    if (byte >= ZERO && byte <= NINE) {
      digits = digits * 10 + (byte - ZERO);
      count += 1;
      if (afterPoint) decimals += 1;
    } else if (byte === POINT && !afterPoint) afterPoint = true;
    else break;
  }
  if (count === 0) return Number.NaN;
  let exponent = -decimals;
  if (at < to) {
    if (line[at] !== SMALL_E && line[at] !== LARGE_E) return Number.NaN;
    exponent += Number(String.fromCharCode(...line.subarray(at + 1, to)) || Number.NaN);
  }
  const value = exponent < 0 ? digits / 10 ** -exponent : digits * 10 ** exponent;
  return negative ? -value : value;
}

/** One gene: the name in its first cell, and its values in the wanted columns. The array is used again for the next row. */
export interface MatrixRow {
  id: string;
  values: Float64Array;
}

/** A matrix of a source, genes in rows, while it streams. */
export class MatrixReader {
  readonly #located: Located;
  readonly #lines: AsyncGenerator<Buffer>;
  /** Names over the columns of values. */
  readonly samples: readonly string[];

  private constructor(located: Located, lines: AsyncGenerator<Buffer>, samples: readonly string[]) {
    this.#located = located;
    this.#lines = lines;
    this.samples = samples;
  }

  /** @throws DamagedSource */
  static async open(path: string, located: Located): Promise<MatrixReader> {
    const lines = readLines(path, located.name);
    const first = await lines.next();
    const header = first.done === true ? '' : first.value.toString('latin1');
    const columns = header.split('\t').map((cell) => cell.replaceAll('"', '').trim());
    checkColumns(located, columns);
    const samples = columns.slice(1);
    if (samples.length === 0 || new Set(samples).size !== samples.length)
      throw new DamagedSource(located.name, '的表头里没有样本，或样本重复');
    return new MatrixReader(located, lines, samples);
  }

  /** All rows, to the end of the file; a value that is no number is NaN. @param wanted places of columns in `samples`. @throws DamagedSource */
  async *rows(wanted: readonly number[]): AsyncGenerator<MatrixRow> {
    const targets = new Int32Array(this.samples.length).fill(-1);
    for (const [target, column] of wanted.entries()) targets[column] = target;
    const values = new Float64Array(wanted.length);
    let number = 1;
    for await (const line of this.#lines) {
      number += 1;
      const first = line.indexOf(TAB);
      const columns = fill(line, first, targets, values);
      if (columns !== this.samples.length)
        throw new DamagedSource(this.#located.name, `第 ${number} 行有 ${columns} 个值，应有 ${this.samples.length} 个`);
      yield { id: text(line, first), values };
    }
    if (number === 1) throw new DamagedSource(this.#located.name, '里没有基因');
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }
}

const text = (line: Buffer, to: number): string =>
  line.subarray(line[0] === QUOTE ? 1 : 0, line[0] === QUOTE ? to - 1 : to).toString('latin1');

/** Puts the wanted cells behind the first tab in their places; answers how many cells there are. */
function fill(line: Buffer, firstTab: number, targets: Int32Array, values: Float64Array): number {
  if (firstTab < 0) return 0;
  let column = 0;
  let from = firstTab + 1;
  const end = line.length;
  for (let at = from; at <= end; at += 1) {
    if (at < end && line[at] !== TAB) continue;
    const target = targets[column] ?? -1;
    if (target >= 0) values[target] = parseNumber(line, from, at);
    column += 1;
    from = at + 1;
  }
  return column;
}
