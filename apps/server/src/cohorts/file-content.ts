import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { MatrixName } from '@oncoloom/contract';
import { SIMULATED_NOTE } from '@oncoloom/tool-kit';
import { ZipFile } from 'yazl';
import { type CohortDescription, tableFile } from './layout.ts';
import { type OpenMatrix, readMatrix } from './matrix-rows.ts';
import { NUMBER_BYTES, writeNumber } from './number-text.ts';
import { readTable, type Table } from './release-tables.ts';
import type { CohortFiles } from './store.ts';

/** A table of a release that is given away. */
export type Content = { matrix: MatrixName } | { table: 'clinical' | 'survival' };

type Pieces = AsyncGenerator<Uint8Array>;
/** Bytes are handed on in pieces of about this size. */
const PIECE = 1 << 20;
/** Text shrinks to a quarter at this level; higher ones take twice the time for a tenth less. */
const GZIP_LEVEL = 4;

/** The texts around the numbers of a table. */
interface Marks {
  before: string;
  after: string;
}

const text = (value: string): Buffer => Buffer.from(value, 'utf8');

/** Rows of a matrix as bytes. @param rowOf opens a row with its names. */
async function* matrixPieces(matrix: OpenMatrix, rowOf: (symbol: string, id: string) => string, cell: Marks, end: string): Pieces {
  const [before, after, last] = [text(cell.before), text(cell.after), text(end)];
  const rowBytes = matrix.samples.length * (NUMBER_BYTES + before.length + after.length);
  let target = Buffer.allocUnsafe(PIECE + rowBytes + 1024);
  let at = 0;
  for await (const { symbol, id, values } of matrix.rows()) {
    at += target.write(rowOf(symbol, id), at);
    for (let i = 0; i < values.length; i += 1) {
      target.set(before, at);
      at = writeNumber(target, at + before.length, values[i] as number);
      target.set(after, at);
      at += after.length;
    }
    target.set(last, at);
    at += last.length;
    if (at < PIECE) continue;
    yield target.subarray(0, at);
    // The reader may still hold the piece.
    target = Buffer.allocUnsafe(target.length);
    at = 0;
  }
  yield target.subarray(0, at);
}

/** The table as lines of text; what is simulated says so in its first line. */
async function* lines(release: CohortFiles, content: Content, { simulated }: CohortDescription): Pieces {
  if (simulated) yield text(`# ${SIMULATED_NOTE}\n`);
  if ('table' in content) {
    yield* createReadStream(await release.path(tableFile(content.table))) as AsyncIterable<Buffer>;
    return;
  }
  const matrix = await readMatrix(release, content.matrix);
  yield text(`${['symbol', 'id', ...matrix.samples].join('\t')}\n`);
  yield* matrixPieces(matrix, (symbol, id) => `${symbol}\t${id}`, { before: '\t', after: '' }, '\n');
}

/** The bytes of a `.tsv.gz`. */
export function gzipPieces(release: CohortFiles, content: Content, description: CohortDescription): AsyncIterable<Uint8Array> {
  const source = Readable.from(lines(release, content, description));
  const gzip = createGzip({ level: GZIP_LEVEL });
  source.once('error', (error) => gzip.destroy(error)).pipe(gzip);
  return gzip as AsyncIterable<Buffer>;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const escaped = (value: string): string =>
  value
    // Excel takes no control characters, escaped or not.
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character] ?? '&gt;');
const textCell = (value: string): string => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
const cellOf = (value: string): string =>
  /^-?\d+(\.\d+)?$/.test(value) ? `<c><v>${value}</v></c>` : value === '' ? '<c/>' : textCell(value);
const rowOfTexts = (cells: readonly string[]): string => `<row>${cells.map(textCell).join('')}</row>`;

const SHEET_BEGIN = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>`;
const SHEET_END = '</sheetData></worksheet>';

const tableRows = ({ columns, rows }: Table): string =>
  [rowOfTexts(columns), ...rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`)].join('');

async function* sheet(release: CohortFiles, content: Content): Pieces {
  yield text(SHEET_BEGIN);
  if ('table' in content) yield text(tableRows(await readTable(await release.path(tableFile(content.table)))));
  else {
    const matrix = await readMatrix(release, content.matrix);
    yield text(rowOfTexts(['symbol', 'id', ...matrix.samples]));
    const names = (symbol: string, id: string) => `<row>${textCell(symbol)}${textCell(id)}`;
    yield* matrixPieces(matrix, names, { before: '<c><v>', after: '</v></c>' }, '</row>');
  }
  yield text(SHEET_END);
}

/** What a reader of the file has to know of it. */
function aboutSheet(content: Content, description: CohortDescription): string {
  const { label, name, source, release, notes, simulated, matrices } = description;
  const unit = 'matrix' in content ? matrices[content.matrix]?.unit : undefined;
  const facts = [
    ...(simulated ? [['注意', SIMULATED_NOTE]] : []),
    ['队列', `${label} ${name}`],
    ['版本', release],
    ...(unit === undefined ? [] : [['单位', unit]]),
    ['来源', source],
    ...notes.map((note, i) => [i === 0 ? '说明' : '', note]),
  ];
  return `${SHEET_BEGIN}${rowOfTexts(['项目', '内容'])}${facts.map(rowOfTexts).join('')}${SHEET_END}`;
}

/** The parts of a workbook besides its sheets. */
function workbookParts(names: readonly string[]): [path: string, content: string][] {
  const sheets = names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('');
  const links = names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`);
  const type = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`;
  const overrides = names
    .map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${type('worksheet')}"/>`)
    .join('');
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/>${overrides}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`],
  ];
}

/** The bytes of a workbook: the table, and a sheet with what has to be known of it. A simulated one begins with that sheet. */
export function workbookPieces(release: CohortFiles, content: Content, description: CohortDescription): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error as Error));
  // The same bytes each time: a download that broke off goes on in a file that was made anew.
  const options = { mtime: new Date(description.installed_at), mode: 0o100644 };
  const about = { name: '说明', add: (path: string) => zip.addBuffer(text(aboutSheet(content, description)), path, options) };
  const data = {
    name: '数据',
    add: (path: string) => zip.addReadStreamLazy(path, options, (start) => start(null, Readable.from(sheet(release, content)))),
  };
  const sheets = description.simulated ? [about, data] : [data, about];
  for (const [path, part] of workbookParts(sheets.map(({ name }) => name))) zip.addBuffer(text(XML + part), path, options);
  for (const [i, { add }] of sheets.entries()) add(`xl/worksheets/sheet${i + 1}.xml`);
  zip.end();
  return output as AsyncIterable<Buffer>;
}
