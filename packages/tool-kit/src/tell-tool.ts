import type { RowSubject } from '@oncoloom/contract';
import type { FigureDeclaration, TableDeclaration, ToolDefinition } from './define-tool.ts';
import { spokenOf } from './row-subject.ts';
import { type Language, type Told, tellText } from './told.ts';

/** A tool whose tables and figures speak one language; its tables, and its figures. */
export type ToldTool = ToolDefinition<string>;
export type ToldTable = TableDeclaration<string>;
export type ToldFigure = FigureDeclaration<string>;
/** A tool whose texts do not matter. */
export type AnyTool = ToolDefinition<unknown>;

interface Teller {
  tell(text: Told): string;
  /** What is Chinese alone. */
  chinese<T>(texts: T): T;
}

function tellTable(table: TableDeclaration, { tell, chinese }: Teller): ToldTable {
  const { title, paper, columns, rest, role, ...others } = table;
  const { note, ...onPaper } = paper ?? {};
  const shared = { ...chinese(others), title: tell(title), ...(paper && { paper: { ...onPaper, ...(note && { note: tell(note) }) } }) };
  if (table.role === 'figure') {
    const bare = table.columns.map(({ title: _, ...column }) => column);
    return { ...shared, role: table.role, columns: bare, ...(table.rest && { rest: table.rest }) };
  }
  return {
    ...shared,
    role: table.role,
    columns: table.columns.map((column) => ({ ...column, title: tell(column.title) })),
    ...(table.rest && { rest: { ...table.rest, title: tell(table.rest.title) } }),
  };
}

function tellFigure({ title, caption, statistics, ...others }: FigureDeclaration, { tell, chinese }: Teller): ToldFigure {
  return {
    ...chinese(others),
    title: tell(title),
    ...(caption && { caption: tell(caption) }),
    ...(statistics && { statistics: tell(statistics) }),
  };
}

/** Each entry of a record by a function. */
function eachOf<From, To>(record: Readonly<Record<string, From>>, of: (one: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([id, one]) => [id, of(one)]));
}

const known = new WeakMap<ToolDefinition, Map<string, ToldTool>>();

/** The declaration as a result reads whose rows are genes or probes: tables and figures in one language; facts and sentences are Chinese. */
export function tellTool(tool: ToolDefinition, language: Language, subject: RowSubject): ToldTool {
  const ofTool = known.get(tool) ?? new Map<string, ToldTool>();
  known.set(tool, ofTool);
  const key = `${language} ${subject}`;
  const told = ofTool.get(key) ?? tellAnew(tool, language, subject);
  ofTool.set(key, told);
  return told;
}

function tellAnew(tool: ToolDefinition, language: Language, subject: RowSubject): ToldTool {
  const teller: Teller = { tell: (text) => tellText(text, language, subject), chinese: (texts) => spokenOf(texts, subject) };
  return {
    ...tool,
    facts: teller.chinese(tool.facts),
    texts: teller.chinese(tool.texts),
    tables: eachOf(tool.tables, (table) => tellTable(table, teller)),
    figures: eachOf(tool.figures, (figure) => tellFigure(figure, teller)),
  };
}
