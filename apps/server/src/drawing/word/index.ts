import {
  AlignmentType,
  BorderStyle,
  Document,
  Packer,
  PageOrientation,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import JSZip from 'jszip';
import { readTables } from '../sources.ts';
import { MISSING, type PaperColumn, paperColumnsOf, paperSections } from './cells.ts';
import { CELL_SIZE, PAGE, tableLayout } from './layout.ts';
import type { WordLanguage, WordRequest, WordTable } from './request.ts';
import { textRuns } from './runs.ts';

/** Half-points. */
const SIZE = { caption: 21, cell: CELL_SIZE, note: 16, text: 21 } as const;
/** Eighths of a point: top and bottom rule, and the one under the head. */
const RULE = { outer: 12, inner: 6 } as const;
const FONT = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', cs: 'Times New Roman', eastAsia: 'SimSun' } as const;
/** One time for all: the same table is the same bytes. */
const WRITTEN = new Date('2026-01-01T00:00:00Z');

const LANGUAGE_TAGS: Readonly<Record<WordLanguage, string>> = { zh: 'zh-CN', en: 'en-US' };
const TABLE_WORDS = {
  zh: { number: '表 1　', missing: `${MISSING}：没有数值或不适用。` },
  en: { number: 'Table 1. ', missing: `${MISSING}: not available or not applicable.` },
} as const;

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const;
const rule = (size: number) => ({ style: BorderStyle.SINGLE, size, color: '000000' }) as const;

function paragraph(
  text: string,
  language: WordLanguage,
  look: { size: number; bold?: boolean; align?: 'left' | 'right' | 'center'; with?: boolean; before?: number },
) {
  return new Paragraph({
    alignment: look.align ?? AlignmentType.LEFT,
    keepNext: look.with === true,
    spacing: { before: look.before ?? 0, after: 40 },
    children: textRuns(text).map(
      (run) =>
        new TextRun({
          ...run,
          size: look.size,
          bold: look.bold === true,
          font: FONT,
          language: { value: 'en-US', eastAsia: LANGUAGE_TAGS[language] },
        }),
    ),
  });
}

function row(
  texts: readonly string[],
  columns: readonly PaperColumn[],
  widths: readonly number[],
  language: WordLanguage,
  look: { head?: boolean; last?: boolean },
) {
  const borders = {
    top: look.head === true ? rule(RULE.outer) : none,
    bottom: look.head === true ? rule(RULE.inner) : look.last === true ? rule(RULE.outer) : none,
    left: none,
    right: none,
  };
  return new TableRow({
    ...(look.head === true && { tableHeader: true }),
    cantSplit: true,
    children: texts.map(
      (text, i) =>
        new TableCell({
          borders,
          width: { size: widths[i] ?? 0, type: WidthType.DXA },
          margins: { left: 60, right: 60, top: 20, bottom: 20 },
          children: [
            paragraph(text, language, {
              size: SIZE.cell,
              bold: look.head === true,
              align: columns[i]?.textual === false ? 'right' : 'left',
              // The rule under the head stays with the first row.
              with: look.head === true,
            }),
          ],
        }),
    ),
  });
}

/** A line over all columns that names the rows below it. */
function sectionRow(heading: string, span: number, width: number, language: WordLanguage) {
  return new TableRow({
    cantSplit: true,
    children: [
      new TableCell({
        columnSpan: span,
        borders: { top: none, bottom: none, left: none, right: none },
        width: { size: width, type: WidthType.DXA },
        margins: { left: 60, right: 60, top: 60, bottom: 20 },
        children: [paragraph(heading, language, { size: SIZE.cell, bold: true, with: true })],
      }),
    ],
  });
}

async function tableParts(wanted: WordTable) {
  const { source, caption, notes, language } = wanted;
  const { table } = await readTables({ table: source });
  if (table === undefined) throw new Error('no table was read');
  const columns = paperColumnsOf(table, wanted);
  const { landscape, widths } = tableLayout(columns);
  const width = widths.reduce((sum, one) => sum + one, 0);
  const sections = paperSections(table, source.declaration);
  const last = sections.at(-1)?.rows.at(-1);
  const words = TABLE_WORDS[language];
  const isMissing = columns.some(({ cells }) => cells.includes(MISSING));
  return {
    landscape,
    children: [
      paragraph(`${words.number}${caption}`, language, { size: SIZE.caption, bold: true, align: 'center', with: true }),
      new Table({
        layout: TableLayoutType.FIXED,
        width: { size: width, type: WidthType.DXA },
        columnWidths: widths,
        alignment: AlignmentType.CENTER,
        borders: { top: rule(RULE.outer), bottom: rule(RULE.outer), left: none, right: none, insideHorizontal: none, insideVertical: none },
        rows: [
          row(
            columns.map(({ head }) => head),
            columns,
            widths,
            language,
            { head: true },
          ),
          ...sections.flatMap(({ heading, rows }) => [
            ...(heading === '' ? [] : [sectionRow(heading, columns.length, width, language)]),
            ...rows.map((place) =>
              row(
                columns.map(({ cells }) => cells[place] ?? MISSING),
                columns,
                widths,
                language,
                { last: place === last },
              ),
            ),
          ]),
        ],
      }),
      ...[...notes, ...(isMissing ? [words.missing] : [])].map((note, i) =>
        paragraph(note, language, { size: SIZE.note, before: i === 0 ? 60 : 0 }),
      ),
    ],
  };
}

/** Writes a document for Word. @returns its bytes. */
export async function wordFile({ title, table, texts = [] }: WordRequest): Promise<Uint8Array> {
  const told = table === undefined ? { landscape: false, children: [] } : await tableParts(table);
  const legends = texts.map(({ text, language }, i) => paragraph(text, language, { size: SIZE.text, before: i === 0 ? 0 : 240 }));
  const document = new Document({
    title,
    creator: 'OncoLoom',
    lastModifiedBy: 'OncoLoom',
    sections: [
      {
        properties: {
          page: {
            size: {
              width: PAGE.width,
              height: PAGE.height,
              orientation: told.landscape ? PageOrientation.LANDSCAPE : PageOrientation.PORTRAIT,
            },
            margin: { top: PAGE.margin, bottom: PAGE.margin, left: PAGE.margin, right: PAGE.margin },
          },
        },
        children: [...told.children, ...legends],
      },
    ],
  });
  return undated(await Packer.toBuffer(document));
}

/** The same without the time at which it was written. */
async function undated(docx: Uint8Array): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(docx);
  const core = (await zip.file('docProps/core.xml')?.async('string')) ?? '';
  zip.file('docProps/core.xml', core.replace(/(<dcterms:(?:created|modified)[^>]*>)[^<]*/g, `$1${WRITTEN.toISOString()}`));
  for (const file of Object.values(zip.files)) file.date = WRITTEN;
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}
