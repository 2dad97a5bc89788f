import type { Chunks } from '../../platform/inflate.ts';
import { FileRefused } from './refusal.ts';

/** What the format itself allows. */
const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;
/** Cells with content; R takes a second and a half for a million. */
const CELLS_MAX = 10_000_000;
/** Cells in all: blank ones with a format cost time to look through. */
const WRITTEN_MAX = 20_000_000;
/** Rows × columns from A1 to the farthest cell: R makes a place for each, empty or not. */
const EXTENT_MAX = 20_000_000;
/** Above this size at least so large a part of the places must be filled. */
const SPARSE_FREE = 1_000_000;
const FILLED_SHARE = 0.05;
/** A start tag of a cell or row is some dozen characters long. */
const TAG_MAX = 64 * 1024;

const ATTRIBUTE = String.raw`\s+[\w:.-]+\s*=\s*(?:"[^"<>&]*"|'[^'<>&]*')`;
/** A whole start tag of a row or cell, with the end tag of an empty cell; else any beginning of one, which is then written in a way of its own. */
const TAGS = new RegExp(String.raw`<(?:[\w.-]+:)?(?:(row|c)((?:${ATTRIBUTE})*)\s*(\/?)>(<\/(?:[\w.-]+:)?c>)?|(row|c)(?=[\s/>]))`, 'g');
const REFERENCE = /\sr\s*=\s*["']([^"']*)["']/;

const damaged = () => new FileRefused(422, 'damaged', 'Excel 文件里有写法不对的单元格，读不了。请用 Excel 打开后另存一份，再上传');
const tooManyCells = () => new FileRefused(413, 'too_many_cells', '工作表太大：超过 1,000 万个单元格。请另存为 CSV，用 gz 压缩后上传');

/** `AB` → 28. */
function columnNumber(letters: string): number {
  let number = 0;
  for (let i = 0; i < letters.length; i += 1) number = number * 26 + letters.charCodeAt(i) - 64;
  return number;
}

/**
 * Reads the XML of a worksheet as a stream and finds how far its cells reach, as readxl will find it: by the references of the cells
 * that hold something, else by their order. readxl trusts any reference and makes a place for each cell in between; one that is
 * written in lower case ends its process.
 */
class SheetExtent {
  /** The farthest row and column that hold something, from 1; 0 for none. */
  rows = 0;
  columns = 0;
  /** Cells that hold something. */
  cells = 0;
  #row = 0;
  #inRow = 0;
  #written = 0;
  #rest = '';

  /** @throws FileRefused */
  push(chunk: Buffer): void {
    const text = this.#rest + chunk.toString('latin1');
    // The last start tag waits for what follows it.
    let end = text.lastIndexOf('<');
    if (end > 0 && text[end + 1] === '/') end = text.lastIndexOf('<', end - 1);
    this.#scan(end < 0 ? text : text.slice(0, end));
    this.#rest = end < 0 ? '' : text.slice(end);
    if (this.#rest.length <= TAG_MAX) return;
    if (/^<(?:[\w.-]+:)?(row|c)[\s/>]/.test(this.#rest)) throw damaged();
    // What another tag holds is passed by: kept, it would be joined to every further chunk.
    this.#rest = '';
  }

  /** @throws FileRefused when it reaches too far. */
  end(): void {
    this.#scan(this.#rest);
    const extent = this.rows * this.columns;
    if (extent > SPARSE_FREE && this.cells < extent * FILLED_SHARE) {
      throw new FileRefused(
        422,
        'sparse',
        `工作表里最远的单元格在第 ${this.rows.toLocaleString('en-US')} 行、第 ${this.columns.toLocaleString('en-US')} 列，中间几乎全是空的。请删去数据以外的单元格，或把数据另存为 CSV，再上传`,
      );
    }
    if (extent > EXTENT_MAX) throw tooManyCells();
  }

  #scan(text: string): void {
    for (const [, name, attributes = '', closed, empty, unusual] of text.matchAll(TAGS)) {
      if (unusual !== undefined) throw damaged();
      if (name === 'row') this.#takeRow(attributes);
      else this.#takeCell(attributes, closed === '/' || empty !== undefined);
    }
    if (this.cells > CELLS_MAX || this.#written > WRITTEN_MAX) throw tooManyCells();
  }

  #takeRow(attributes: string): void {
    const [, given] = REFERENCE.exec(attributes) ?? [];
    this.#row = given === undefined ? this.#row + 1 : readRow(given);
    this.#inRow = 0;
  }

  #takeCell(attributes: string, empty: boolean): void {
    this.#inRow += 1;
    this.#written += 1;
    const [, given] = REFERENCE.exec(attributes) ?? [];
    const { row, column } = given === undefined ? { row: this.#row, column: this.#inRow } : readReference(given);
    if (row > ROWS_MAX || column > COLUMNS_MAX) throw damaged();
    if (empty) return;
    this.cells += 1;
    this.rows = Math.max(this.rows, row);
    this.columns = Math.max(this.columns, column);
  }
}

function readRow(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw damaged();
  return Number(text);
}

function readReference(text: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(text) ?? [];
  if (letters === '') throw damaged();
  return { row: Number(digits), column: columnNumber(letters) };
}

/** Looks through the XML of a worksheet. @throws FileRefused when its cells reach too far, or are written in a way that Excel does not. */
export async function checkSheet(xml: Chunks): Promise<void> {
  const extent = new SheetExtent();
  for await (const chunk of xml) extent.push(chunk);
  extent.end();
}
