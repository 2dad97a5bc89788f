import type { RowSubject } from '@oncoloom/contract';
import type { FigureDeclaration, TableDeclaration, ToolDefinition } from './define-tool.ts';
import { both, type Language, type Told, tellText } from './told.ts';

/** A tool whose results speak one language; its tables, and its figures. */
export type ToldTool = ToolDefinition<string>;
export type ToldTable = TableDeclaration<string>;
export type ToldFigure = FigureDeclaration<string>;
/** A tool whose texts do not matter. */
export type AnyTool = ToolDefinition<unknown>;

type Tell = (text: Told) => string;

function tellTable(table: TableDeclaration, tell: Tell): ToldTable {
  const { title, paper, columns, rest, role, views, similar, ...others } = table;
  const { note, ...onPaper } = paper ?? {};
  const shared = {
    ...others,
    title: tell(title),
    ...(paper && { paper: { ...onPaper, ...(note && { note: tell(note) }) } }),
    ...(views && { views: views.map((view) => ({ ...view, label: tell(view.label) })) }),
    ...(similar && { similar: { ...similar, what: tell(similar.what) } }),
  };
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

function tellFigure({ title, alternative, notice, caption, statistics, ...others }: FigureDeclaration, tell: Tell): ToldFigure {
  return {
    ...others,
    title: tell(title),
    alternative: tell(alternative),
    ...(notice && { notice: tell(notice) }),
    ...(caption && { caption: tell(caption) }),
    ...(statistics && { statistics: tell(statistics) }),
  };
}

function tellTexts({ headline, summary, detail, empty }: ToolDefinition['texts'], tell: Tell): ToldTool['texts'] {
  const texts = { headline: tell(headline), summary: tell(summary), detail: tell(detail) };
  if (empty === undefined) return texts;
  const next = empty.next.map((hint) => ({ ...hint, title: tell(both(hint.title)), text: tell(both(hint.text)) }));
  return { ...texts, empty: { ...empty, next } };
}

/** Each entry of a record by a function. */
function eachOf<From, To>(record: Readonly<Record<string, From>>, of: (one: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([id, one]) => [id, of(one)]));
}

const known = new WeakMap<ToolDefinition, Map<string, ToldTool>>();

/** The declaration as a result reads whose rows are genes or probes, in one language; hints and labels of facts are Chinese in either. */
export function tellTool(tool: ToolDefinition, language: Language, subject: RowSubject): ToldTool {
  const ofTool = known.get(tool) ?? new Map<string, ToldTool>();
  known.set(tool, ofTool);
  const key = `${language} ${subject}`;
  const told = ofTool.get(key) ?? tellAnew(tool, (text) => tellText(text, language, subject));
  ofTool.set(key, told);
  return told;
}

function tellAnew(tool: ToolDefinition, tell: Tell): ToldTool {
  return {
    ...tool,
    facts: eachOf(tool.facts, (fact) => ({ ...fact, label: tell(both(fact.label)) })),
    texts: tellTexts(tool.texts, tell),
    tables: eachOf(tool.tables, (table) => tellTable(table, tell)),
    figures: eachOf(tool.figures, (figure) => tellFigure(figure, tell)),
  };
}
