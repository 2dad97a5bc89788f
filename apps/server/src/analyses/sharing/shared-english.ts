import type { Analysis, AnalysisResult, SharedEnglish } from '@oncoloom/contract';
import { shownFigures, type ToldTable, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { sentencesOf } from '../lists/view.ts';
import { isPrinted } from '../paper/documents.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import { fillEnglish } from '../texts/english.ts';
import { resultWords } from '../texts/words.ts';

/** An analysis whose figures are English, whatever was set for them. */
export function withEnglishFigures(tool: ToolDefinition, analysis: AnalysisRecord): AnalysisRecord {
  const styles = Object.keys(tool.figures).map((id) => [id, { ...analysis.styles[id], figure_language: 'en' }]);
  return { ...analysis, styles: Object.fromEntries(styles) };
}

/** Heads of columns: their titles, and the names that the package gave to those without one. */
function headsOf({ columns }: ToldTable): Record<string, string> {
  return Object.fromEntries(columns.map(({ name, title = '' }) => [name, title === '' ? name : title]));
}

/** What the tool, the figures and the tables of a result are called in English. */
export function sharedEnglish(declared: ToolDefinition, analysis: AnalysisRecord, result: StoredResult): SharedEnglish {
  const tool = tellTool(declared, 'en', result.rowSubject ?? 'gene');
  const words = resultWords(tool, analysis.values, result);
  const tables = Object.entries(tool.tables).flatMap(([id, declaration]) => {
    const stored = result.tables.find((table) => table.id === id);
    const isShown = declaration.role === 'result' && stored !== undefined && !(declaration.hideEmpty === true && stored.rows === 0);
    if (!isShown) return [];
    return [{ id, title: declaration.title, heads: headsOf(declaration), word: isPrinted(tool, stored) }];
  });
  return {
    tool: tool.english,
    figures: Object.fromEntries(shownFigures(tool, result.tables).map(([id, { title }]) => [id, fillEnglish(title, words)])),
    tables,
  };
}

const NO_PLACES: AnalysisResult['places'] = { summary: [], headline: [], detail: [], methods: { zh: [], en: [] } };

/** A result as readers of English get it: what there is in Chinese alone is left out, rather than mixed in. @param stored The same result. */
export function withoutChinese<T extends Analysis>(
  declared: ToolDefinition,
  analysis: AnalysisRecord,
  stored: StoredResult,
  whole: T,
  result: AnalysisResult,
): T & { result: AnalysisResult } {
  const { english: name } = declared;
  const words = resultWords(declared, analysis.values, stored);
  const told: AnalysisResult = {
    ...result,
    ...sentencesOf(declared, analysis, stored, words, 'en'),
    // Sources are told with the labels of the form.
    places: NO_PLACES,
    sources: {},
    facts: {},
    methods: { zh: '', en: result.methods.en },
    legends: Object.fromEntries(Object.entries(result.legends).map(([id, { en }]) => [id, { zh: '', en }])),
    // The page asks for the files of a figure or a table by their keys.
    files: [],
    tables: result.tables.map((table) => ({ ...table, filename: `${table.id}.tsv`, matrix: null })),
  };
  // Collections of gene sets are inputs of the platform, with Chinese names; the page tells inputs by their number.
  const inputs = whole.inputs.map((input) => ({ ...input, name: '' }));
  return { ...whole, inputs, task_name: name, name, parameters: {}, result: told, output: told };
}
