import { isInput, type ToolDefinition } from '@oncoloom/tool-kit';
import { type MethodsText, methodsOf } from '../../src/analyses/methods.ts';
import { resultWords } from '../../src/analyses/words.ts';
import type { ToldRun } from './told-faults.ts';

/** A run of a test, with what tells whether another one was given the same data. */
export interface ComparedRun extends ToldRun {
  inputs: string;
}

/** Options that no methods paragraph needs to say, in whatever tool, with the reason. */

const READ_FROM = 'it says which column of the user holds a value; the paragraph says what the value is';
const NOT_SAID: Readonly<Record<string, string>> = {
  term_column: READ_FROM,
  value_column: READ_FROM,
  p_column: READ_FROM,
};

/** The same of one tool, as `task_type.option`. */
const NOT_SAID_OF: Readonly<Record<string, string>> = {};

const named = (section: string, name: string) => new RegExp(`\\{\\{[#^]?${name}(?:_english)?\\}\\}`).test(section);
/** Counts differ by themselves where an option changes a result: they do not say the option. */
const withoutNumbers = (text: string) => text.replace(/[\d−][\d.,]*(?:e−?\d+)?/g, '#');

/** The options of a tool that change a result: no inputs, no colours, nothing that a figure's editor changes afterwards. */
function optionsOf(tool: ToolDefinition): string[] {
  const style = new Set(Object.values(tool.figures).flatMap((figure) => Object.keys(figure.style ?? {})));
  return Object.entries(tool.parameters)
    .filter(([name, parameter]) => !isInput(parameter) && !parameter.kind.startsWith('colour') && !style.has(name))
    .map(([name]) => name);
}

function told(tool: ToolDefinition, methods: MethodsText, { values, result }: ToldRun): MethodsText {
  const words = resultWords(tool, values, { tables: [], seed: 1, seconds: { read: 0, analyse: 0, write: 0 }, ...result });
  const { zh, en } = methodsOf({ inputs: [], result: null }, methods, words);
  return { zh: withoutNumbers(zh), en: withoutNumbers(en) };
}

/** Runs that differ in one option alone, in pairs of two values. */
function pairsOf(option: string, runs: readonly ComparedRun[]): [ComparedRun, ComparedRun][] {
  const alike = new Map<string, Map<string, ComparedRun>>();
  for (const run of runs) {
    const key = JSON.stringify([run.inputs, Object.entries({ ...run.values, [option]: null }).sort(([a], [b]) => (a < b ? -1 : 1))]);
    const byValue = alike.get(key) ?? new Map<string, ComparedRun>();
    alike.set(key, byValue.set(JSON.stringify(run.values[option] ?? null), run));
  }
  return [...alike.values()].flatMap((byValue) => {
    const [first, ...others] = byValue.values();
    return first === undefined ? [] : others.map((other): [ComparedRun, ComparedRun] => [first, other]);
  });
}

/**
 * Options whose change the methods do not tell: those that neither language names, and that leave the words of either as they are in two runs on
 * the same data which differ in nothing else. @returns `untold` and `untried` (no test ran two values), one line each.
 */
export function untoldOptions(
  tool: ToolDefinition,
  methods: MethodsText,
  runs: readonly ComparedRun[],
): Record<'untold' | 'untried', string[]> {
  const untold: string[] = [];
  const untried: string[] = [];
  for (const option of optionsOf(tool)) {
    if (option in NOT_SAID || `${tool.taskType}.${option}` in NOT_SAID_OF) continue;
    if (named(methods.zh, option) && named(methods.en, option)) continue;
    const pairs = pairsOf(option, runs);
    if (pairs.length === 0) untried.push(option);
    for (const [a, b] of pairs) {
      const [one, other] = [told(tool, methods, a), told(tool, methods, b)];
      const same = (['zh', 'en'] as const).filter((language) => one[language] === other[language]);
      if (same.length === 0) continue;
      const values = [a, b].map(({ values }) => JSON.stringify(values[option] ?? null)).join(' and ');
      untold.push(`${option}: ${values} read the same in ${same.join(' and ')}`);
      break;
    }
  }
  return { untold, untried };
}
