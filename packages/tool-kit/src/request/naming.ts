import { TASK_NAME_MAX } from '@oncoloom/contract';
import type { ToolDefinition } from '../declaration/define-tool.ts';
import type { Value } from './request.ts';
import { fillTemplate } from './template.ts';

/** Between the parts of a name. */
const JOINT = ' · ';
/** Genes, files or cohorts that a name lists; more are counted. */
const LISTED = 2;
/** Letters of one word; fewer where the name would be too long: what comes last says what was done. */
const WORD_MAX = [40, 30, 24, 20, 16, 12];

/** What of an input a name may say. */
interface NamedInput {
  field: string;
  name: string;
}

/** The first letters of a text; a letter is never cut in half. */
export function shortened(text: string, max: number): string {
  const letters = [...text];
  return letters.length <= max ? text : `${letters.slice(0, max - 1).join('')}…`;
}

/** The first of these names, and how many there are when they are more. */
export function listedNames(words: readonly string[]): string {
  const shown = words.slice(0, LISTED).join('、');
  return words.length > LISTED ? `${shown} 等 ${words.length} 个` : shown;
}

/** A file without its endings: GSE14520-GPL571 for GSE14520-GPL571_series_matrix.txt.gz. */
export const nameWithoutEnding = (name: string): string =>
  name.replace(/(\.(tsv|csv|txt|xlsx|xls|gct|gmt|soft|gz|zip))+$/i, '').replace(/_series_matrix$/i, '');

function wordOf(parameter: ToolDefinition['parameters'][string], value: Value | undefined): string {
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (Array.isArray(value)) return listedNames(value.map(String));
  const option = parameter?.kind === 'choice' ? parameter.options.find((one) => one.value === value) : undefined;
  return option?.name ?? option?.label ?? String(value);
}

/**
 * What an analysis is called unless its user says otherwise: what is in it, after the tool's `naming`, such as 「FOXM1 · TCGA-ACC · OS」. A part that
 * says nothing is left out; alike ones are told apart by their time.
 */
export function taskName(
  tool: Pick<ToolDefinition, 'naming' | 'parameters' | 'title'>,
  values: Readonly<Record<string, unknown>>,
  inputs: readonly NamedInput[],
): string {
  const words = Object.entries(tool.parameters).map(([field, parameter]): [string, string] => {
    const names = inputs.filter((input) => input.field === field).map(({ name }) => nameWithoutEnding(name));
    // An earlier result brings what it has read along.
    const own = parameter.kind === 'analysis' ? names.slice(0, 1) : [...new Set(names)];
    return [field, own.length > 0 ? listedNames(own) : wordOf(parameter, values[field] as Value | undefined)];
  });
  const nameOf = (max: number) => {
    const short = Object.fromEntries(words.map(([field, word]) => [field, shortened(word, max)]));
    const parts = tool.naming.split(JOINT).map((part) => fillTemplate(part, short));
    return parts.filter((part) => part !== '').join(JOINT);
  };
  const names = WORD_MAX.map(nameOf);
  const name = shortened(names.find((fitting) => [...fitting].length <= TASK_NAME_MAX) ?? names.at(-1) ?? '', TASK_NAME_MAX);
  return name === '' ? tool.title : name;
}

/**
 * A name without what says the tool alone, for places that name the tool beside it: 「LIHC 比 正常 · GSE14520」 of 「… · limma」. One that would be
 * empty stays whole.
 */
export function shortName({ naming }: Pick<ToolDefinition, 'naming'>, name: string): string {
  const ofTool = naming.split(JOINT).filter((part) => !part.includes('{{'));
  const parts = name.split(JOINT);
  while (parts.length > 1 && ofTool.includes(parts.at(-1) ?? '')) parts.pop();
  return parts.join(JOINT);
}
