import type { ToolDefinition } from '@oncoloom/tool-kit';
import { type MethodsText, methodsOf } from '../../src/analyses/texts/methods.ts';
import { resultWords } from '../../src/analyses/texts/words.ts';
import { type ToldRun, UNTOLD } from './told-faults.ts';

/** A run of a test, with what tells whether another one was given the same data. */
export interface ComparedRun extends ToldRun {
  inputs: string;
}

/** Options that the methods do not say, in whatever tool, with the reason. */
const NOT_SAID: Readonly<Record<string, string>> = {
  top_n: 'how many are drawn or listed; the numbers stay',
  forest_top: 'as top_n',
  plot_scores: 'whether the scores are drawn; the tables stay',
};
/** The same of one tool, as `task_type.option`. */
const NOT_SAID_OF: Readonly<Record<string, string>> = {
  'log_transform.transform_method': 'the base is a number of the text, and what is added to the values too',
  'correlation_scatterplot.marginal': 'what is drawn beside the axes',
};
/** Kinds that choose how to compute; the others say which data of the user: genes, columns, files. */
const COMPUTING = new Set(['choice', 'choices', 'flag', 'integer', 'number']);

const named = (section: string, name: string) => new RegExp(`\\{\\{[#^]?${name}(?:_english)?\\}\\}`).test(section);
/** Counts differ by themselves where an option changes a result: they do not say the option. */
const withoutNumbers = (text: string) => text.replace(/[\d−][\d.,]*(?:e−?\d+)?/g, '#');

/** The options of a tool that change a result: nothing that a figure's editor changes afterwards. */
function optionsOf(tool: ToolDefinition): string[] {
  const style = new Set(Object.values(tool.figures).flatMap((figure) => Object.keys(figure.style ?? {})));
  return Object.entries(tool.parameters)
    .filter(([name, { kind }]) => COMPUTING.has(kind) && !style.has(name))
    .map(([name]) => name);
}

function told(tool: ToolDefinition, methods: MethodsText, { values, result }: ToldRun): MethodsText {
  return methodsOf({ inputs: [], result: null }, methods, resultWords(tool, values, { ...result, ...UNTOLD }));
}

/** Does a text say the option: in other words than that of the other run, or by the number itself? */
function tells(text: string, other: string, value: unknown): boolean {
  if (withoutNumbers(text) !== withoutNumbers(other)) return true;
  return typeof value === 'number' && new RegExp(`(?<![\\d.])${value}(?![\\d.]*\\d)`).test(text.replaceAll(',', ''));
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
 * Options whose change the methods do not tell: those that not both languages name, and that leave the words of one as they are in all runs on the
 * same data which differ in nothing else. Options that no test gives two values are passed by.
 */
export function untoldOptions(tool: ToolDefinition, methods: MethodsText, runs: readonly ComparedRun[]): string[] {
  const untold: string[] = [];
  for (const option of optionsOf(tool)) {
    if (option in NOT_SAID || `${tool.taskType}.${option}` in NOT_SAID_OF) continue;
    if (named(methods.zh, option) && named(methods.en, option)) continue;
    const pairs = pairsOf(option, runs);
    const silent = (['zh', 'en'] as const).filter(
      (language) =>
        pairs.length > 0 &&
        !pairs.some(([a, b]) => tells(told(tool, methods, a)[language], told(tool, methods, b)[language], a.values[option])),
    );
    if (silent.length > 0) untold.push(`${option} in ${silent.join(' and ')}`);
  }
  return untold;
}
