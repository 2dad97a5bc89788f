import { formatBytes } from '@oncoloom/tool-kit';
import type { Layout } from './layout.ts';
import type { TableLimits } from './line-check.ts';
import { FileRefused } from './refusal.ts';
import { refuseTextKind } from './signatures.ts';

/** Longest line: a set of every gene there is. engine/src/gmt.cpp has the same limits. */
export const LINE_BYTES = 4_000_000;
export const SETS_MAX = 100_000;
const NEWLINE = 0x0a;
const TAB = 0x09;
/** Of the beginning of a text, by which its kind is told. */
const HEAD_BYTES = 4096;

const count = (n: number) => n.toLocaleString('en-US');

/**
 * Checks a GMT file line by line while it streams through (UTF-8, LF line ends): a set's name, a description, and its genes, tab
 * separated. The counterpart of `LineCheck`, whose lines are all of one length.
 * `push` and `end` throw FileRefused with the line's number.
 */
export class GeneSetCheck {
  readonly layout: Layout = {
    delimiter: '\t',
    decimal: '.',
    geo: null,
    gct: null,
    numberSets: false,
    leadingLines: 0,
    titles: [],
    commentHeader: false,
    trailingDelimiter: false,
  };
  /** Sets. */
  rows = 0;
  readonly columns = 3;
  readonly headerShort = false;
  /** Control characters that were replaced by blanks. */
  controls = 0;
  /** Each line is written anew. */
  readonly altered = true;

  readonly #limits: TableLimits;
  /** The line that has begun, in the pieces in which it came. */
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  #line = 0;
  #cells = 0;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  push(chunk: Buffer): Buffer[] {
    if (this.#line === 0 && this.#pieceBytes < HEAD_BYTES) {
      refuseTextKind(Buffer.concat([...this.#pieces, chunk]).toString('utf8', 0, HEAD_BYTES));
    }
    const out: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      const line = this.#check(this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces));
      if (line !== undefined) out.push(line);
      this.#pieces = [];
      this.#pieceBytes = 0;
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
    return out;
  }

  /** A piece of the line that has begun. */
  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes <= LINE_BYTES) return;
    throw new FileRefused(
      422,
      'line_too_long',
      `第 ${count(this.#line + 1)} 行超过 ${formatBytes(LINE_BYTES)}，一个基因集最多这么长。几个集连在一行的，请检查换行符；不然请拆成几个集，再上传`,
    );
  }

  end(): Buffer[] {
    const out = this.#pieceBytes === 0 ? [] : this.push(Buffer.from('\n'));
    if (this.rows === 0) throw new FileRefused(422, 'empty', '文件是空的，没有基因集。请确认选对了文件');
    return out;
  }

  /** The line as R reads it; undefined for a blank one. */
  #check(line: Buffer): Buffer | undefined {
    this.#line += 1;
    if (line.toString('latin1').trim() === '') return undefined;
    let tabs = 0;
    for (let i = 0; i < line.length; i += 1) {
      const byte = line[i] as number;
      if (byte === TAB) tabs += 1;
      else if (byte === 0) throw new FileRefused(415, 'binary', `第 ${count(this.#line)} 行有二进制内容，不是 GMT 文件。请重新下载`);
      else if (byte < 32) {
        line[i] = 0x20;
        this.controls += 1;
      }
    }
    if (tabs < 2) {
      throw new FileRefused(
        422,
        'set_short',
        `第 ${count(this.#line)} 行没有基因。GMT 每行是：集合名、说明、基因，用制表符分开。请改好再上传`,
      );
    }
    this.rows += 1;
    this.#cells += tabs + 1;
    if (this.rows > SETS_MAX) throw new FileRefused(413, 'too_many_rows', `基因集超过 ${count(SETS_MAX)} 个。请拆成几个文件，再上传`);
    if (this.#cells > this.#limits.cells) {
      throw new FileRefused(413, 'too_many_cells', `名称、说明和基因一共超过 ${count(this.#limits.cells)} 格。请拆成几个文件，再上传`);
    }
    return Buffer.concat([line, Buffer.from('\n')]);
  }
}
