import { nameWithoutEnding, type ToolDefinition, taskName } from '@oncoloom/tool-kit';
import type { AnalysisRecord, UsedInput } from './tables.ts';

/** A shorter one, without its ending, may be a part of any word. */
const BARE_MIN = 4;

/** Is an input called as its user called a file or an earlier task? Public cohorts, collections and pasted rows have names of the platform. */
const isUsersName = ({ cohort, request }: UsedInput): boolean => cohort === undefined && 'id' in request;

/** The same inputs, the user's own called after their field: 「表达矩阵」, or 「表达矩阵 2」 of several. */
function neutralInputs(tool: ToolDefinition, inputs: readonly UsedInput[]): UsedInput[] {
  return inputs.map((input, i) => {
    if (!isUsersName(input)) return input;
    const sameField = ({ field }: UsedInput) => field === input.field;
    const place = inputs.filter(sameField).length > 1 ? ` ${inputs.slice(0, i + 1).filter(sameField).length}` : '';
    return { ...input, name: `${tool.parameters[input.field]?.label ?? input.field}${place}` };
  });
}

/** A value with all texts in it changed; keys stay. */
function mapTexts<T>(value: T, change: (text: string) => string): T {
  return JSON.parse(JSON.stringify(value), (_, part: unknown) => (typeof part === 'string' ? change(part) : part)) as T;
}

/**
 * An analysis as a reader sees it who is not to know what its user's files and earlier tasks are called: inputs, sentences, facts and the name that the
 * platform made of them have the words of the form instead. What the user typed for this task stays, and so do the cells of its tables.
 */
export function withNeutralNames(tool: ToolDefinition, analysis: AnalysisRecord): AnalysisRecord {
  const { inputs, result, values } = analysis;
  const neutral = neutralInputs(tool, inputs);
  const whole = inputs.flatMap(({ name }, i): [string, string][] => (neutral[i]?.name === name ? [] : [[name, neutral[i]?.name ?? '']]));
  const bare = whole.map(([name, word]): [string, string] => [nameWithoutEnding(name), word]);
  const replacing = (words: [string, string][]) => {
    // A name may begin with another one.
    const longestFirst = words.filter(([name]) => name !== '').sort(([a], [b]) => b.length - a.length);
    return (text: string) => longestFirst.reduce((told, [name, word]) => told.replaceAll(name, word), text);
  };
  const inSentences = replacing(whole);
  const inName = replacing([...whole, ...bare.filter(([name]) => name.length >= BARE_MIN)]);
  return {
    ...analysis,
    inputs: neutral,
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
