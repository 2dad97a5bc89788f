import type { ShareLanguage } from '@oncoloom/contract';
import { batchNames, nameWithoutEnding, type ToolDefinition, taskName, type Value } from '@oncoloom/tool-kit';
import type { AnalysisRecord, UsedInput } from '../tables.ts';

/** A shorter one, without its ending, may be a part of any word. */
const BARE_MIN = 4;

/** Is an input called as its user called a file or an earlier task? Public cohorts, collections and pasted rows have names of the platform. */
const isUsersName = ({ cohort, request }: UsedInput): boolean => cohort === undefined && 'id' in request;

/** The same inputs, the user's own called after their field: 「表达矩阵」, or 「表达矩阵 2」 of several; in English by their number alone. */
function neutralInputs(tool: ToolDefinition, inputs: readonly UsedInput[], language: ShareLanguage): UsedInput[] {
  return inputs.map((input, i) => {
    if (!isUsersName(input)) return input;
    if (language === 'en') return { ...input, name: `input ${i + 1}` };
    const sameField = ({ field }: UsedInput) => field === input.field;
    const place = inputs.filter(sameField).length > 1 ? ` ${inputs.slice(0, i + 1).filter(sameField).length}` : '';
    return { ...input, name: `${tool.parameters[input.field]?.label ?? input.field}${place}` };
  });
}

/** A value with all texts in it changed; keys stay. */
function mapTexts<T>(value: T, change: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'string' ? change(part) : part)) as T;
}

/** A name of the user's, and the word of the form that a reader gets for it. */
type Renaming = readonly [name: string, word: string];

function replacing(words: readonly Renaming[]): (text: string) => string {
  // A name may begin with another one.
  const longestFirst = words.filter(([name]) => name !== '').sort(([a], [b]) => b.length - a.length);
  return (text) => longestFirst.reduce((told, [name, word]) => told.replaceAll(name, word), text);
}

/** What is hidden of an analysis: names as they are, and those without their endings. */
function renamings(tool: ToolDefinition, inputs: readonly UsedInput[], language: ShareLanguage) {
  const neutral = neutralInputs(tool, inputs, language);
  const whole = inputs.flatMap(({ name }, i): Renaming[] => (neutral[i]?.name === name ? [] : [[name, neutral[i]?.name ?? '']]));
  const bare = whole.flatMap(([name, word]): Renaming[] =>
    [nameWithoutEnding(name), batchNames([name])[0] ?? ''].map((own) => [own, word]),
  );
  return { neutral, whole, bare };
}

/** How the cells of a result's tables are told to such a reader, by column; undefined where nothing is hidden. */
export function neutralCells(tool: ToolDefinition, inputs: readonly UsedInput[], language: ShareLanguage) {
  const { whole, bare } = renamings(tool, inputs, language);
  if (whole.length === 0) return undefined;
  // Without an ending a name may be that of a gene or of a group.
  const everywhere = replacing(whole.filter(([name]) => nameWithoutEnding(name) !== name));
  const named = replacing(whole);
  const batches = new Map(bare);
  const naming = (cell: string) => {
    const [, name = cell, number = ''] = /^(.*?)(（\d+）)?$/s.exec(cell) ?? [];
    return batches.has(name) ? `${batches.get(name)}${number}` : named(cell);
  };
  return (table: string, column: string) =>
    tool.tables[table]?.columns.some((declared) => declared.name === column && declared.naming === 'inputs') === true ? naming : everywhere;
}

/**
 * An analysis as a reader sees it who is not to know what its user's files and earlier tasks are called: inputs, sentences, facts and the name that the
 * platform made of them have the words of the form instead. What the user typed for this task stays, but for batches, which are called after files;
 * the cells of its tables are for `neutralCells`.
 */
export function withNeutralNames(tool: ToolDefinition, analysis: AnalysisRecord, language: ShareLanguage): AnalysisRecord {
  const { inputs, result, values } = analysis;
  const { neutral, whole, bare } = renamings(tool, inputs, language);
  const long = bare.filter(([name]) => name.length >= BARE_MIN);
  const batches = new Map(tool.batches === undefined ? [] : bare);
  const batch = (text: string) => batches.get(text) ?? text;
  const inText = replacing(tool.batches === undefined ? whole : [...whole, ...long]);
  const inSentences = (text: string) => batches.get(text) ?? inText(text);
  const inName = replacing([...whole, ...long]);
  const typed = Object.entries(values).map(([name, value]): [string, Value] => {
    return [name, tool.parameters[name]?.kind === 'text' ? mapTexts(value, batch) : value];
  });
  return {
    ...analysis,
    inputs: neutral,
    values: Object.fromEntries(typed),
    styles: mapTexts(analysis.styles, batch),
    // It shortens long names, so it is made anew rather than searched for them.
    name: analysis.name === taskName(tool, values, inputs) ? taskName(tool, values, neutral) : inName(analysis.name),
    headline: mapTexts(analysis.headline, inSentences),
    warned: mapTexts(analysis.warned, inSentences),
    result: result && {
      ...result,
      facts: mapTexts(result.facts, inSentences),
      findings: mapTexts(result.findings, inSentences),
      tables: result.tables.map((table) =>
        table.matrix === undefined ? table : { ...table, matrix: { ...table.matrix, facts: mapTexts(table.matrix.facts, inSentences) } },
      ),
    },
  };
}
