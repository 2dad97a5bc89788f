import type { Analysis } from '@oncoloom/contract';
import { type AnyTool, formatCount, isInput, isShown, keeperOf, type Parameter, readInput, trueMinus } from '@oncoloom/tool-kit';

export interface NamedValue {
  name: string;
  value: string;
}

const GENES_SHOWN = 3;

function number(value: number, unit: string | undefined): string {
  const text = Number.isInteger(value) ? formatCount(value) : trueMinus(String(value));
  return unit === undefined ? text : `${text} ${unit}`;
}

function list(values: readonly unknown[]): string {
  if (values.length === 0) return '无';
  const names = values.slice(0, GENES_SHOWN).join('、');
  return values.length > GENES_SHOWN ? `${names} 等 ${formatCount(values.length)} 个` : names;
}

/** A parameter's value as a reader says it. */
function written(parameter: Parameter, value: unknown): string {
  if (value === null || value === undefined || value === '') return '无';
  if (parameter.kind === 'choices' && Array.isArray(value)) {
    const chosen = parameter.options.filter((option) => value.includes(option.value));
    return chosen.length === 0 ? '全部' : chosen.map(({ label }) => label).join('、');
  }
  if (Array.isArray(value)) return list(value);
  switch (parameter.kind) {
    case 'flag':
      return value === true ? '开' : '关';
    case 'choice':
      return parameter.options.find((option) => option.value === value)?.label ?? String(value);
    case 'number':
    case 'integer':
      return typeof value === 'number' ? number(value, parameter.unit) : String(value);
    default:
      return String(value);
  }
}

/** Parameters of a run with the form's labels. Inputs are named with their checksums, colours are seen in the figures. */
export function parameterRows(tool: AnyTool, { parameters: values, inputs }: Pick<Analysis, 'parameters' | 'inputs'>): NamedValue[] {
  const isGiven = (input: string) => inputs.some(({ field }) => field === input) || readInput(tool, input, values) !== undefined;
  return Object.entries(tool.parameters).flatMap(([name, parameter]) => {
    if (isInput(parameter) || parameter.kind === 'colour' || !isShown(parameter, values)) return [];
    const keeper = keeperOf(tool, name);
    if (keeper !== undefined && !isGiven(keeper)) return [];
    return [{ name: parameter.label, value: written(parameter, values[name]) }];
  });
}

/** Names of the inputs with their size and their checksum. */
export function inputRows(tool: AnyTool, analysis: Pick<Analysis, 'inputs'>): (NamedValue & { note: string; sha256: string })[] {
  return analysis.inputs.map(({ field, name, sha256, rows, columns }) => ({
    name: tool.parameters[field]?.label ?? field,
    value: name,
    note: rows === null || columns === null ? '' : `${formatCount(rows)} 行 × ${formatCount(columns)} 列`,
    sha256,
  }));
}
