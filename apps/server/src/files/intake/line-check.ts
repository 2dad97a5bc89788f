import { formatBytes } from '@oncoloom/tool-kit';
import { SAMPLE_BYTES } from './encoding.ts';
import { detectLayout, type Layout, NUMBER_SET } from './layout.ts';
import { FileRefused } from './refusal.ts';
import { refuseTextKind } from './signatures.ts';

export interface TableLimits {
  /** Columns beside the row names. */
  columns: number;
  rows: number;
  cells: number;
}

/** Longest line of a table: 5,000 cells of 800 characters. */
const LINE_BYTES = 4_000_000;
/**
 * Longest cell with signs beyond ASCII: a sheet holds 32,767 of three bytes in one. R writes longer ones in capitals in time that grows with the square of
 * their length; a curve of numbers may be longer.
 */
const CELL_BYTES = 100_000;

/** Up to so many lines before the header stay as blank ones, so that R counts lines as the file's owner does. */
const LEADING_KEPT = 50;

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const HASH = 0x23;
const BANG = 0x21;
const CARET = 0x5e;
const TABLE_BEGIN = /^"?!(series_matrix|dataset|platform|sample)_table_begin/i;
const TABLE_END = /^"?!(series_matrix|dataset|platform|sample)_table_end/i;

/** A whole cell such as 「-1,5」 or 「"1,5e-3"」. */
const DECIMAL_COMMA = /(?<=^|[;|\t]|[;|\t]"|^")(-?\d+),(\d+(?:[eE][+-]?\d+)?)(?="?(?:[;|\t]|$))/gm;

/** Kinds of bytes that the scan stops at. */
const ORDINARY = 0;
const DELIMITER = 1;
const LINE_END = 2;
const QUOTES = 3;
const CONTROL = 4;

function byteKinds(delimiter: string, quotes: boolean): Uint8Array {
  const kinds = new Uint8Array(256);
  kinds.fill(CONTROL, 0, 32);
  kinds[0x09] = ORDINARY;
  kinds[NEWLINE] = LINE_END;
  if (quotes) kinds[QUOTE] = QUOTES;
  kinds[delimiter.charCodeAt(0)] = DELIMITER;
  return kinds;
}

const count = (n: number) => n.toLocaleString('en-US');

/**
 * Checks a table line by line while it streams through (UTF-8, LF line ends) and gives back the table alone: without
 * comments before the header, blank lines, separators at the ends of lines; runs of blanks as tabs, decimal commas as points. A series matrix
 * keeps its preamble. Holds at most one line and one chunk.
 * `push` and `end` throw FileRefused with the line's number and counts.
 */
export class LineCheck {
  layout: Layout | undefined;
  /** Cells of a row. */
  columns = 0;
  /** Rows below the header. */
  rows = 0;
  /** The header has no title for the rows' names, as R's `write.table` leaves it. */
  headerShort = false;
  /** Control characters that were replaced by blanks. */
  controls = 0;

  readonly #limits: TableLimits;
  #altered = false;
  #sample: Buffer[] = [];
  #sampled = 0;
  #kinds: Uint8Array = new Uint8Array(256);
  #rest: Buffer = Buffer.alloc(0);
  #part: 'preamble' | 'header' | 'first row' | 'rows' | 'after' = 'header';
  #leading = 0;
  #header = '';
  /** 1-based, of the line where the current record begins and of the line being scanned. */
  #line = 1;
  #scanLine = 1;
  #cells = 1;
  #quoted = false;
  /** Offsets in the current buffer (`#rest` and the new chunk). */
  #scanned = 0;
  #cellStart = 0;
  #closedAt = -2;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /** Is what was given back so far other than what came in, but for the end of the last line? */
  get altered(): boolean {
    const { commentHeader, trailingDelimiter } = this.layout ?? {};
    return (
      this.#altered || this.controls > 0 || this.headerShort || commentHeader === true || trailingDelimiter === true || this.#rewrites()
    );
  }

  push(chunk: Buffer): Buffer[] {
    if (this.layout !== undefined) return this.#scan(chunk);
    this.#sample.push(chunk);
    this.#sampled += chunk.length;
    return this.#sampled < SAMPLE_BYTES ? [] : this.#begin(false);
  }

  end(): Buffer[] {
    const out = this.layout === undefined ? this.#begin(true) : [];
    // Closes a last line that has no end of its own; after one that has, it is a blank line and left out.
    const altered = this.#altered;
    const closed = this.#rest.length === 0;
    out.push(...this.#scan(Buffer.from('\n')));
    if (closed) this.#altered = altered;
    if (this.#quoted) throw this.#openQuote();
    if (this.#part === 'preamble') throw noGeoTable();
    const { gct } = this.layout as Layout;
    if (gct !== null && this.rows !== gct.rows) {
      throw new FileRefused(
        422,
        'truncated',
        `GCT 文件开头写有 ${count(gct.rows)} 个基因，实际有 ${count(this.rows)} 行，可能没有下载完。请重新下载，或改正第 2 行`,
      );
    }
    if (this.#part === 'header') throw new FileRefused(422, 'empty', '文件是空的，没有数据。请确认选对了文件');
    if (this.#part === 'first row') out.push(Buffer.from(`${this.#header}\n`));
    return out;
  }

  #begin(complete: boolean): Buffer[] {
    const sample = Buffer.concat(this.#sample);
    this.#sample = [];
    const text = sample.toString('utf8', 0, SAMPLE_BYTES);
    refuseTextKind(text);
    const layout = detectLayout(text, complete);
    this.layout = layout;
    this.#leading = layout.leadingLines;
    this.#part = layout.geo === null ? 'header' : 'preamble';
    this.#kinds = byteKinds(layout.delimiter === 'spaces' ? '\t' : layout.delimiter, layout.geo !== 'soft');
    if (layout.gct !== null && layout.gct.version !== '1.2') {
      throw new FileRefused(415, 'wrong_kind', `不能读 GCT ${layout.gct.version} 文件。请另存为 GCT 1.2 或 TXT，再上传`);
    }
    return this.#scan(sample);
  }

  #scan(chunk: Buffer): Buffer[] {
    const fresh = this.#rewrites() ? this.#rewrite(chunk) : chunk;
    const buffer = this.#rest.length === 0 ? fresh : Buffer.concat([this.#rest, fresh]);
    const out: Buffer[] = [];
    let start = 0;
    let kept = 0;
    const kinds = this.#kinds;
    const { length } = buffer;
    for (let i = this.#scanned; i < length; i += 1) {
      if (!this.#quoted) i = this.#passCells(buffer, i);
      const kind = kinds[buffer[i] as number];
      if (kind === CONTROL) this.#control(buffer, i);
      else if (kind === QUOTES) this.#quote(i);
      else if (kind === LINE_END) {
        this.#scanLine += 1;
        if (this.#quoted && this.#inTable()) continue;
        const part = this.#part;
        const verdict = this.#record(buffer, start, i);
        if (verdict !== 'keep') {
          // The header is held back until the first row has come, and given with it.
          const held = (part === 'header' && this.#part === 'first row') || (part === 'first row' && this.#part === 'rows');
          if (!held) this.#altered = true;
          if (start > kept) out.push(buffer.subarray(kept, start));
          if (verdict !== 'drop') out.push(verdict);
          kept = i + 1;
        }
        start = i + 1;
        this.#line = this.#scanLine;
        this.#cells = 1;
        this.#quoted = false;
        this.#cellStart = start;
      }
    }
    if (length - start > LINE_BYTES) throw this.#tooLong();
    if (start > kept) out.push(buffer.subarray(kept, start));
    this.#rest = buffer.subarray(start);
    this.#scanned = length - start;
    this.#cellStart -= start;
    this.#closedAt -= start;
    return out;
  }

  /** Most of a table, in a loop of its own for its speed: whole cells, up to a byte that needs a look or to the end. */
  #passCells(buffer: Buffer, from: number): number {
    const kinds = this.#kinds;
    const { length } = buffer;
    let i = from;
    for (; i < length; i += 1) {
      const kind = kinds[buffer[i] as number] as number;
      if (kind === ORDINARY) continue;
      if (kind !== DELIMITER) break;
      this.#cells += 1;
      this.#cellStart = i + 1;
    }
    if (this.#cells > this.#limits.columns + 2 && this.#inTable()) throw this.#tooWide();
    return i;
  }

  /** Comments and a preamble are no cells: quotes in them bind nothing. */
  #inTable(): boolean {
    return this.#leading === 0 && this.#part !== 'preamble' && this.#part !== 'after';
  }

  /** A quote opens a cell at its start only; two in a row inside one stand for one. */
  #quote(at: number): void {
    if (this.#quoted) {
      this.#quoted = false;
      this.#closedAt = at;
    } else if (at === this.#cellStart || at === this.#closedAt + 1) this.#quoted = true;
  }

  #control(buffer: Buffer, at: number): void {
    if (buffer[at] === 0)
      throw new FileRefused(
        415,
        'binary',
        `第 ${count(this.#scanLine)} 行有二进制内容，文件可能损坏或不是文本表格。请重新导出为 CSV 或 TSV`,
      );
    buffer[at] = 0x20;
    this.controls += 1;
  }

  /** What becomes of the record in `buffer[start, end)`: kept as it is, left out, or replaced. */
  #record(buffer: Buffer, start: number, end: number): 'keep' | 'drop' | Buffer {
    if (this.#part === 'after') return this.#after(buffer, start, end);
    if (this.#part === 'preamble') return this.#preamble(buffer, start, end);
    if (this.#leading > 0) {
      this.#leading -= this.#scanLine - this.#line;
      return (this.layout?.leadingLines ?? 0) <= LEADING_KEPT ? Buffer.from('\n') : 'drop';
    }
    if (end - start === this.#cells - 1 || isBlank(buffer, start, end)) return 'drop';
    if (end - start > CELL_BYTES && this.#hasLongCell(buffer, start, end)) throw this.#cellTooLong();
    if (this.layout?.numberSets === true) return this.#takeSet(buffer.toString('latin1', start, end));
    if (this.#part === 'header') return this.#takeHeader(buffer.toString('utf8', start, end));
    const trailing = this.layout?.trailingDelimiter === true && this.#kinds[buffer[end - 1] as number] === DELIMITER;
    const cells = trailing ? this.#cells - 1 : this.#cells;
    const first = this.#part === 'first row';
    if (first) this.#takeFirstRow(cells);
    if (cells !== this.columns) return this.#ragged(buffer, start, end, cells);
    this.rows += 1;
    if (this.rows > this.#limits.rows || this.rows * this.columns > this.#limits.cells) throw this.#tooMany();
    if (first) {
      const header = this.headerShort ? `${this.#separator()}${this.#header}` : this.#header;
      return Buffer.concat([Buffer.from(`${header}\n`), buffer.subarray(start, trailing ? end - 1 : end), Buffer.from('\n')]);
    }
    return trailing ? Buffer.concat([buffer.subarray(start, end - 1), Buffer.from('\n')]) : 'keep';
  }

  /** Is there a cell with signs beyond ASCII in `buffer[start, end)` that is too long? */
  #hasLongCell(buffer: Buffer, start: number, end: number): boolean {
    let [begins, quoted, ascii] = [start, false, true];
    for (let i = start; i <= end; i += 1) {
      const byte = buffer[i] as number;
      const kind = this.#kinds[byte];
      if (i < end && (kind !== DELIMITER || quoted)) {
        if (kind === QUOTES) quoted = !quoted;
        if (byte > 0x7f) ascii = false;
        continue;
      }
      if (!ascii && i - begins > CELL_BYTES) return true;
      [begins, ascii] = [i + 1, true];
    }
    return false;
  }

  #preamble(buffer: Buffer, start: number, end: number): 'keep' {
    if (buffer[start] === BANG || buffer[start + 1] === BANG) {
      const mark = TABLE_BEGIN.exec(lineStart(buffer, start, end))?.[1]?.toLowerCase();
      if (mark === 'sample') throw severalGeoTables();
      if (mark !== undefined) this.#part = 'header';
    }
    return 'keep';
  }

  /** Behind the table of a GEO file: another one means that this is a family file. */
  #after(buffer: Buffer, start: number, end: number): 'drop' {
    const begins = buffer[start] === BANG && TABLE_BEGIN.test(lineStart(buffer, start, end));
    if (begins || (buffer[start] === CARET && this.layout?.geo === 'soft')) throw severalGeoTables();
    return 'drop';
  }

  /** A line of numbers as a line of GMT. */
  #takeSet(text: string): Buffer {
    if (!NUMBER_SET.test(text)) {
      throw new FileRefused(
        422,
        'ragged',
        `第 ${count(this.#line)} 行和其他行不一样：其他行都是用制表符分开的编号，个数不同。请补上表头和空着的单元格，再上传`,
      );
    }
    this.#part = 'rows';
    this.rows += 1;
    this.columns = Math.max(this.columns, this.#cells);
    if (this.rows > this.#limits.rows) throw this.#tooMany();
    return Buffer.from(`集合 ${this.rows}\t\t${text}\n`);
  }

  #takeHeader(text: string): 'drop' | 'keep' {
    let header = this.layout?.commentHeader === true ? text.replace(/^#\s*/, '') : text;
    let cells = this.#cells;
    if (this.layout?.trailingDelimiter === true && header.endsWith(this.#separator())) {
      header = header.slice(0, -1);
      cells -= 1;
    }
    if (TABLE_END.test(header)) throw noGeoTable();
    if (cells > this.#limits.columns + 1) throw this.#tooWide();
    this.#header = header;
    this.columns = cells;
    this.#part = 'first row';
    return 'drop';
  }

  #takeFirstRow(cells: number): void {
    this.#part = 'rows';
    if (cells !== this.columns + 1) return;
    this.headerShort = true;
    this.columns = cells;
  }

  #separator(): string {
    const delimiter = this.layout?.delimiter;
    return delimiter === undefined || delimiter === 'spaces' ? '\t' : delimiter;
  }

  /** A line with another number of cells: the end of a series matrix, a comment, or a reason to refuse. */
  #ragged(buffer: Buffer, start: number, end: number, cells: number): 'drop' | 'keep' {
    if (this.layout?.geo !== null && TABLE_END.test(lineStart(buffer, start, end))) {
      if (this.rows === 0) throw noGeoTable();
      this.#part = 'after';
      return 'keep';
    }
    if (buffer[start] === HASH) return 'drop';
    if (this.#scanLine - this.#line > 1) throw this.#openQuote();
    const header = this.headerShort ? this.columns - 1 : this.columns;
    const hint = this.rows === 0 ? '如果表头上面有说明文字，请删去' : '请补齐空着的单元格，或删去多余的分隔符';
    throw new FileRefused(422, 'ragged', `第 ${count(this.#line)} 行有 ${count(cells)} 列，表头有 ${count(header)} 列。${hint}，再上传`);
  }

  #openQuote(): FileRefused {
    return new FileRefused(422, 'open_quote', `第 ${count(this.#line)} 行的双引号没有成对，后面的内容会连在一起。请补上或删去这个引号`);
  }

  #tooWide(): FileRefused {
    const limit = count(this.#limits.columns);
    const where = this.#part === 'header' ? '表头' : `第 ${count(this.#line)} 行`;
    return new FileRefused(422, 'too_wide', `${where}超过 ${limit} 列。表达矩阵最多 5,000 个样本、${limit} 个基因，请减少后再上传`);
  }

  #tooLong(): FileRefused {
    if (this.#quoted && this.#scanLine > this.#line) return this.#openQuote();
    return new FileRefused(
      422,
      'line_too_long',
      `第 ${count(this.#line)} 行超过 ${formatBytes(LINE_BYTES)}，不像一行表格。请检查换行符，或重新导出为 CSV`,
    );
  }

  #cellTooLong(): FileRefused {
    return new FileRefused(
      422,
      'cell_too_long',
      `第 ${count(this.#line)} 行有一格超过 ${formatBytes(CELL_BYTES)}，不像表格里的内容。请检查分隔符和引号，或删掉这一格的文字，再上传`,
    );
  }

  #tooMany(): FileRefused {
    const { rows, cells } = this.#limits;
    if (this.rows > rows) return new FileRefused(413, 'too_many_rows', `这张表超过 ${count(rows)} 行。请先去掉不表达的行，或拆成几个文件`);
    return new FileRefused(413, 'too_many_cells', `这张表超过 ${count(cells / 1e8)} 亿个数值。请减少样本或基因，再上传`);
  }

  #rewrites(): boolean {
    return this.layout?.delimiter === 'spaces' || this.layout?.decimal === ',';
  }

  #unfinished = '';

  /** Cells that R would read wrongly are written anew, whole lines at a time: blanks between cells, decimal commas. */
  #rewrite(chunk: Buffer): Buffer {
    const text = this.#unfinished + chunk.toString('latin1');
    const end = text.lastIndexOf('\n') + 1;
    this.#unfinished = text.slice(end);
    if (this.#unfinished.length > LINE_BYTES) throw this.#tooLong();
    let lines = text.slice(0, end);
    if (this.layout?.delimiter === 'spaces') {
      lines = lines.replace(/"(?:[^"\n]|"")*"|[ \t]+/g, (run, at: number) => {
        if (run.startsWith('"')) return run;
        return at === 0 || lines[at - 1] === '\n' || lines[at + run.length] === '\n' ? '' : '\t';
      });
    }
    if (this.layout?.decimal === ',') lines = lines.replace(DECIMAL_COMMA, '$1.$2');
    return Buffer.from(lines, 'latin1');
  }
}

function noGeoTable(): FileRefused {
  return new FileRefused(
    422,
    'no_table',
    '这个 GEO 文件里没有表达数据。数据可能在 GEO 页面的附件（Supplementary file）里，请下载附件中的表达表',
  );
}

function severalGeoTables(): FileRefused {
  return new FileRefused(
    415,
    'wrong_kind',
    '这是 GEO 的 SOFT 全集文件，平台和每个样本各有一张表。请在 GEO 页面下载 Series Matrix 文件，再上传',
  );
}

function lineStart(buffer: Buffer, start: number, end: number): string {
  return buffer.toString('latin1', start, Math.min(end, start + 64));
}

function isBlank(buffer: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) {
    const byte = buffer[i];
    if (byte !== 0x20 && byte !== 0x09) return false;
  }
  return true;
}
