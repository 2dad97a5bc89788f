import { Readable } from 'node:stream';
import { PAPER_LIMITS } from '@oncoloom/contract';
import { formatCount, type Language } from '@oncoloom/tool-kit';
import { englishTable } from '../../analyses/sharing/english-table.ts';
import type { Storage } from '../../storage/storage.ts';
import type { PaperStep } from './steps.ts';

/** A matrix of more is read by programs, not in a spreadsheet. */
const SHEET_CELLS = 500_000;
/** Letters of a sheet's name, as Excel counts them. */
const NAME_MAX = 31;

/** A table of the supplementary workbook. */
export interface SupplementTable {
  /** From 1: table S1. */
  number: number;
  step: PaperStep;
  id: string;
  title: string;
  rows: number;
  columns: number;
  sha256: string;
  /** '' where the table has too many cells for a sheet. */
  sheet: string;
}

/** What Excel takes as the name of a sheet: 31 letters at most, none of `[]:*?/\`, no apostrophe at an end. The number makes it unique. */
export function sheetName(number: number, title: string): string {
  const safe = `S${number} ${title}`
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  let name = '';
  // Whole letters: half of a pair of surrogates is none.
  for (const letter of safe) if (name.length + letter.length <= NAME_MAX) name += letter;
  while (/['\s]$/.test(name)) name = name.slice(0, -1);
  return name;
}

/** The tables of the workbook in the order of the steps; those beyond the cells that it may have are named without a sheet. */
export function supplementTables(steps: readonly PaperStep[]): SupplementTable[] {
  let room: number = PAPER_LIMITS.workbookCells;
  const tables = steps.flatMap((step) =>
    step.result.tables.flatMap((table) => {
      const declaration = step.tool.tables[table.id];
      if (declaration?.role !== 'result' || (declaration.hideEmpty === true && table.rows === 0)) return [];
      return [{ step, id: table.id, title: declaration.title, rows: table.rows, columns: table.columns.length, sha256: table.sha256 }];
    }),
  );
  return tables.map((table, i) => {
    const cells = table.rows * table.columns;
    const fits = cells <= Math.min(SHEET_CELLS, room);
    if (fits) room -= cells;
    return { ...table, number: i + 1, sheet: fits ? sheetName(i + 1, table.title) : '' };
  });
}

const INDEX = {
  zh: {
    sheet: '目录',
    head: ['表', '工作表', '步骤', '标题', '行数', '列数'],
    absent: '（太大，不在本工作簿里：见 zip 里的 bundle 文件夹）',
  },
  en: {
    sheet: 'Index',
    head: ['Table', 'Sheet', 'Step', 'Title', 'Rows', 'Columns'],
    absent: '(too large for this workbook: see the folder bundle of the zip)',
  },
} as const;

const asCell = (text: string): string => text.replace(/[\t\n\r]/g, ' ');

/** The index as lines of a table. */
function indexLines(tables: readonly SupplementTable[], language: Language): string {
  const { head, absent } = INDEX[language];
  const rows = tables.map(({ number, sheet, step, title, rows: count, columns }) =>
    [`S${number}`, sheet === '' ? absent : sheet, `${step.number} ${step.name}`, title, String(count), String(columns)].map(asCell),
  );
  return `${[[...head], ...rows].map((row) => row.join('\t')).join('\n')}\n`;
}

/** What the workbook holds, the index first. English sheets have the words of the program in English. */
export async function workbookSheets(
  storage: Storage,
  tables: readonly SupplementTable[],
  language: Language,
): Promise<{ sheet: string; sha256: string }[]> {
  const index = await storage.put(Readable.from([indexLines(tables, language)]));
  const sheets = [{ sheet: INDEX[language].sheet as string, sha256: index.sha256 }];
  for (const { sheet, sha256, step, id } of tables) {
    if (sheet === '') continue;
    const declaration = step.declared.tables[id];
    const english = language === 'en' && declaration !== undefined;
    const told = english ? await storage.put(englishTable(await storage.open(sha256), declaration)) : { sha256 };
    sheets.push({ sheet, sha256: told.sha256 });
  }
  return sheets;
}

/** The tables as the report lists them. */
export function supplementLines(tables: readonly SupplementTable[], language: Language): string[] {
  return tables.map(({ number, title, step, rows }) =>
    language === 'zh'
      ? `表 S${number}　${title}（步骤 ${step.number}，${formatCount(rows)} 行）`
      : `Table S${number}. ${title} (step ${step.number}; ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'})`,
  );
}
