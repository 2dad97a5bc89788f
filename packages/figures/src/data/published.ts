import type { AnyTool, PublishedNumber } from '@oncoloom/tool-kit';
import { parseTsv } from './tsv.ts';

/** What a run has computed. */
export interface Computed {
  /** TSV by table id. */
  tables: Readonly<Record<string, string>>;
  facts: Readonly<Record<string, unknown>>;
}

/** The tool's own number in the place of a printed one; NaN where the run has none there. */
export function computedNumber({ tables }: Pick<AnyTool, 'tables'>, { at, negate }: PublishedNumber, computed: Computed): number {
  const found = 'fact' in at ? Number(computed.facts[at.fact] ?? Number.NaN) : cellOf(tables, at, computed);
  return negate === true ? -found : found;
}

function cellOf(declared: AnyTool['tables'], at: Extract<PublishedNumber['at'], { table: string }>, computed: Computed): number {
  const [declaration, text] = [declared[at.table], computed.tables[at.table]];
  if (declaration === undefined || text === undefined) return Number.NaN;
  const { columns, rowCount } = parseTsv(text, declaration);
  const row = Array.from({ length: rowCount }, (_, place) => place).find((place) =>
    Object.entries(at.row).every(([column, value]) => String(columns[column]?.[place]) === value),
  );
  return row === undefined ? Number.NaN : Number(columns[at.column]?.[row] ?? Number.NaN);
}
