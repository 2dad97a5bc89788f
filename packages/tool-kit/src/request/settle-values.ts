import type { Parameters } from '../declaration/parameters.ts';
import { isInput, valueKind } from '../kinds/index.ts';
import { isShown } from '../kinds/kind.ts';
import type { Value } from './request.ts';

/**
 * Every value of a request: what is wanted where the parameter is shown, else its default. What a value hangs on is settled before
 * it, wherever it stands in the declaration.
 */
export function settleValues(parameters: Parameters, wanted: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  const settled: Record<string, Value> = {};
  const begun = new Set<string>();
  const settle = (name: string): void => {
    const parameter = parameters[name];
    // Parameters that hang on each other end here: the one that was begun first is hidden.
    if (parameter === undefined || isInput(parameter) || begun.has(name)) return;
    begun.add(name);
    const { when } = parameter;
    if (when !== undefined) settle(when.parameter);
    if ('defaultWhen' in parameter && parameter.defaultWhen !== undefined) settle(parameter.defaultWhen.parameter);
    const value = isShown(parameter, settled) ? wanted[name] : undefined;
    settled[name] = value ?? valueKind(parameter).absent(parameter, settled);
  };
  for (const name of Object.keys(parameters)) settle(name);
  return Object.fromEntries(Object.keys(parameters).flatMap((name) => (name in settled ? [[name, settled[name] as Value]] : [])));
}
