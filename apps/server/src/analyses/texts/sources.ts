import type { AnalysisResult, ValueSource } from '@oncoloom/contract';
import { isInput, type ToldTool } from '@oncoloom/tool-kit';
import type { AnalysisRecord, StoredResult } from '../tables.ts';

const VERSION = 'version_';

/** Where the value of this name comes from: a fact as it is declared, a parameter, an input or the version of a package. */
function sourceOf(
  tool: ToldTool,
  { values, inputs }: Pick<AnalysisRecord, 'values' | 'inputs'>,
  result: StoredResult,
  name: string,
): ValueSource {
  const fact = tool.facts[name];
  const parameter = tool.parameters[name];
  if (parameter !== undefined && (fact === undefined || result.facts[name] === values[name])) {
    const file = isInput(parameter) ? inputs.filter(({ field }) => field === name).map((input) => input.name) : [];
    return file.length === 0
      ? { kind: 'parameter', label: parameter.label }
      : { kind: 'input', label: parameter.label, file: file.join('、'), of: null };
  }
  const from = tool.sources?.[name];
  if (fact !== undefined && from !== undefined) {
    if ('table' in from) return { kind: 'table', label: fact.label, table: from.table };
    if ('parameter' in from) {
      const declared = tool.parameters[from.parameter];
      if (declared !== undefined && values[from.parameter] === result.facts[name]) return { kind: 'parameter', label: declared.label };
      return { kind: 'computed', label: fact.label };
    }
    // A file of which rows were left out on reading has others.
    const file = inputs.find((input) => input.field === from.input && input[from.of] === result.facts[name])?.name;
    if (file !== undefined) return { kind: 'input', label: fact.label, file, of: from.of };
  }
  if (fact !== undefined) return { kind: 'computed', label: fact.label };
  const version = Object.keys(result.versions).find((of) => `${VERSION}${of.replace(/\W/g, '_')}` === name);
  return version === undefined ? { kind: 'computed', label: name } : { kind: 'version', package: version };
}

/** Where each value comes from that stands in the texts of a result. */
export function sourcesIn(
  tool: ToldTool,
  analysis: Pick<AnalysisRecord, 'values' | 'inputs'>,
  result: StoredResult,
  { summary, headline, detail, methods }: AnalysisResult['places'],
): Record<string, ValueSource> {
  const places = [...summary, ...headline, ...detail, ...methods.zh, ...methods.en];
  const names = new Set(places.flatMap(({ name }) => (name === null ? [] : [name])));
  return Object.fromEntries([...names].map((name) => [name, sourceOf(tool, analysis, result, name)]));
}
