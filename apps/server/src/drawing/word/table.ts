import { AlignmentType, BorderStyle, Paragraph, Table, TableCell, TableLayoutType, TableRow, TextRun, WidthType } from 'docx';
import { readTables } from '../sources.ts';
import { MISSING, type PaperColumn, paperColumnsOf, paperSections } from './cells.ts';
import { CELL_SIZE, tableLayout } from './layout.ts';
import type { WordLanguage, WordTable } from './request.ts';
import { type Run, textRuns } from './runs.ts';

/** Half-points. */
export const SIZE = { caption: 21, cell: CELL_SIZE, note: 16, text: 21 } as const;
/** Eighths of a point: top and bottom rule, and the one under the head. */
const RULE = { outer: 12, inner: 6 } as const;
const FONT = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', cs: 'Times New Roman', eastAsia: 'SimSun' } as const;
const LANGUAGE_TAGS: Readonly<Record<WordLanguage, string>> = { zh: 'zh-CN', en: 'en-US' };
const TABLE_WORDS = {
  zh: { number: (n: number) => `表 ${n}　`, missing: `${MISSING}：没有数值或不适用。` },
  en: { number: (n: number) => `Table ${n}. `, missing: `${MISSING}: not available or not applicable.` },
} as const;

const none = { style: BorderStyle.NONE, size: 0, color: 'auto' } as const;
const rule = (size: number) => ({ style: BorderStyle.SINGLE, size, color: '000000' }) as const;

/** Pieces of a paragraph as Word has them. @param size Half-points. */
export function runsOf(runs: readonly Run[], language: WordLanguage, size: number, bold = false): TextRun[] {
  const tags = { value: 'en-US', eastAsia: LANGUAGE_TAGS[language] };
  return runs.map((run) => new TextRun({ ...run, size, bold, font: FONT, language: tags }));
}

export function paragraph(
  text: string,
  language: WordLanguage,
  look: { size: number; bold?: boolean; align?: 'left' | 'right' | 'center'; with?: boolean; before?: number },
): Paragraph {
  return new Paragraph({
    alignment: look.align ?? AlignmentType.LEFT,
    keepNext: look.with === true,
    spacing: { before: look.before ?? 0, after: 40 },
    children: runsOf(textRuns(text), language, look.size, look.bold),
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

/** What stands on pages of one direction. */
export interface Part {
  landscape: boolean;
  children: (Paragraph | Table)[];
}

/** A table with its caption and its notes, and whether its page lies on its side. @param number Which of the document it is. */
export async function tableParts(wanted: WordTable, number = 1): Promise<Part> {
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
      paragraph(`${words.number(number)}${caption}`, language, { size: SIZE.caption, bold: true, align: 'center', with: true }),
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
