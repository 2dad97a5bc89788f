import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MatrixName } from '@oncoloom/contract';
import { matrixFiles, VALUE_BYTES } from './layout.ts';

export interface Gene {
  symbol: string;
  /** Ensembl, with its version, or empty. */
  id: string;
  entrez?: string;
}

/** Rows that came under a symbol that was there already. */
export interface Folded {
  /** Added to the earlier row. */
  summed: number;
  /** The one of the two with the lower mean. */
  dropped: number;
}

interface Row {
  gene: Gene;
  sum: number;
}

type Values = Float32Array | Int32Array;

/** Rows are written in pieces of about this size, bytes. */
const PIECE = 4 * 1024 ** 2;
const INT32_MAX = 2 ** 31 - 1;

/** GENCODE's copy of a gene on the Y chromosome, where X and Y are alike. */
const isCopyOnY = (gene: Gene): boolean => gene.id.endsWith('_PAR_Y');

/**
 * A matrix of a release while it is written, row by row. Symbols are unique in it: of counts, rows of one symbol are added; of logarithms the row
 * with the highest mean stays, and the copies on X and Y of a gene are added before the logarithm.
 */
export class MatrixFile {
  readonly #folder: string;
  readonly #name: MatrixName;
  readonly #samples: readonly string[];
  readonly #handle: FileHandle;
  readonly #rows: Row[] = [];
  readonly #places = new Map<string, number>();
  readonly #folded: Folded = { summed: 0, dropped: 0 };
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #written = 0;

  private constructor(folder: string, name: MatrixName, samples: readonly string[], handle: FileHandle) {
    this.#folder = folder;
    this.#name = name;
    this.#samples = samples;
    this.#handle = handle;
  }

  /** @param samples in the order of the values of each row. Throws when one comes twice. */
  static async open(folder: string, name: MatrixName, samples: readonly string[]): Promise<MatrixFile> {
    if (samples.length === 0 || new Set(samples).size !== samples.length)
      throw new Error(`${name}: samples must be there, and none of them twice`);
    return new MatrixFile(folder, name, samples, await open(join(folder, matrixFiles(name).values), 'wx+'));
  }

  /** Takes one row; the array may be used again afterwards. Throws on a value that is none of this matrix. */
  async add(gene: Gene, values: ArrayLike<number>): Promise<void> {
    if (gene.symbol === '' || /[\t\n\r]/.test(gene.symbol)) throw new Error(`${this.#name}: a row without a symbol (${gene.id})`);
    const row = this.#checked(gene, values);
    const place = this.#places.get(gene.symbol);
    if (place === undefined) {
      this.#places.set(gene.symbol, this.#rows.length);
      this.#rows.push({ gene, sum: total(row) });
      await this.#append(row);
    } else await this.#fold(place, gene, row);
  }

  /** Writes the names, syncs all; answers how many genes there are and what was folded. */
  async close(): Promise<{ genes: number; folded: Folded }> {
    await this.#flush();
    await this.#handle.sync();
    await this.#handle.close();
    const files = matrixFiles(this.#name);
    const genes = this.#rows.map(({ gene }) => gene);
    const withEntrez = genes.some(({ entrez }) => entrez !== undefined);
    const header = ['symbol', 'id', ...(withEntrez ? ['entrez'] : [])];
    const lines = genes.map(({ symbol, id, entrez }) => [symbol, id, ...(withEntrez ? [entrez ?? ''] : [])].join('\t'));
    await writeFile(join(this.#folder, files.genes), `${[header.join('\t'), ...lines].join('\n')}\n`, { flush: true });
    await writeFile(join(this.#folder, files.samples), `${['sample', ...this.#samples].join('\n')}\n`, { flush: true });
    return { genes: genes.length, folded: this.#folded };
  }

  /** Lets go of the file as it is; nothing is done to one that is closed. */
  async discard(): Promise<void> {
    await this.#handle.close();
  }

  #checked(gene: Gene, values: ArrayLike<number>): Values {
    if (values.length !== this.#samples.length)
      throw new Error(`${this.#name}: ${gene.symbol} has ${values.length} values for ${this.#samples.length} samples`);
    const isCounts = this.#name === 'counts';
    const row = isCounts ? new Int32Array(values.length) : new Float32Array(values.length);
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i] as number;
      const fits = isCounts ? Number.isInteger(value) && value >= 0 && value <= INT32_MAX : Number.isFinite(value);
      if (!fits) throw new Error(`${this.#name}: ${gene.symbol} has the value ${value} in ${this.#samples[i]}`);
      row[i] = value;
    }
    return row;
  }

  async #fold(place: number, gene: Gene, row: Values): Promise<void> {
    const earlier = this.#rows[place] as Row;
    const copies = isCopyOnY(gene) || isCopyOnY(earlier.gene);
    const sums = this.#name === 'counts' || copies;
    if (!sums) {
      this.#folded.dropped += 1;
      if (total(row) <= earlier.sum) return;
      this.#rows[place] = { gene, sum: total(row) };
      await this.#replace(place, row);
      return;
    }
    this.#folded.summed += 1;
    const old = await this.#read(place);
    for (let i = 0; i < row.length; i += 1) row[i] = this.#added(old[i] as number, row[i] as number);
    this.#rows[place] = { gene: isCopyOnY(earlier.gene) ? gene : earlier.gene, sum: total(row) };
    await this.#replace(place, row);
  }

  #added(a: number, b: number): number {
    if (this.#name !== 'counts') return Math.log2(2 ** a + 2 ** b - 1);
    if (a + b > INT32_MAX) throw new Error(`counts: ${a} + ${b} is too large`);
    return a + b;
  }

  async #append(row: Values): Promise<void> {
    const bytes = Buffer.from(row.buffer);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= PIECE) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#waitingBytes === 0) return;
    const piece = Buffer.concat(this.#waiting, this.#waitingBytes);
    this.#waiting = [];
    this.#waitingBytes = 0;
    await writeAll(this.#handle, piece, this.#written);
    this.#written += piece.length;
  }

  get #rowBytes(): number {
    return this.#samples.length * VALUE_BYTES;
  }

  async #read(place: number): Promise<Values> {
    await this.#flush();
    const bytes = Buffer.alloc(this.#rowBytes);
    await this.#handle.read(bytes, 0, bytes.length, place * this.#rowBytes);
    const kind = this.#name === 'counts' ? Int32Array : Float32Array;
    return new kind(bytes.buffer, bytes.byteOffset, this.#samples.length);
  }

  async #replace(place: number, row: Values): Promise<void> {
    await this.#flush();
    await writeAll(this.#handle, Buffer.from(row.buffer), place * this.#rowBytes);
  }
}

/** One write may take less than it was given, above all on a disk that fills up. */
async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
  }
}

function total(row: Values): number {
  let sum = 0;
  for (const value of row) sum += value;
  return sum;
}
