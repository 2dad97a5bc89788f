import type { ToolDefinition, Value } from '@oncoloom/tool-kit';
import { readUserId } from '../../api/token.ts';
import { EMPTY_FORM, type FormState } from './form-state.ts';

/** Last choices of who is signed in, in this browser; of parameters that are declared as remembered. */
const keyOf = () => `oncoloom_choices_${readUserId() ?? ''}`;

function read(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Keeps those of the values that the next form begins with, whatever tool it is of. */
export function rememberValues(tool: ToolDefinition, values: Readonly<Record<string, Value>>): void {
  const own = Object.entries(values).filter(([name]) => {
    const parameter = tool.parameters[name];
    return parameter?.kind === 'choice' && parameter.remembered === true;
  });
  if (own.length > 0) localStorage.setItem(keyOf(), JSON.stringify({ ...read(), ...Object.fromEntries(own) }));
}

/** A form that nobody has touched: the defaults, and the user's last choices where they differ. */
export function startForm(tool: ToolDefinition): FormState {
  const stored = read();
  const changed = Object.entries(tool.parameters).flatMap(([name, parameter]): [string, Value][] => {
    if (parameter.kind !== 'choice' || parameter.remembered !== true) return [];
    const known = parameter.options.find(({ value }) => value === stored[name]);
    return known === undefined || known.value === parameter.default ? [] : [[name, known.value]];
  });
  return { ...EMPTY_FORM, changed: Object.fromEntries(changed) };
}
