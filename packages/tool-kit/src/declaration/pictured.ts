import type { FlagParameter } from '../kinds/flag.ts';
import type { ToolDefinition } from './define-tool.ts';

/** An answer of a parameter whose answers are shown with figures. */
export interface PicturedOption {
  value: string | boolean;
  label: string;
  help?: string | undefined;
}

/** Both answers of a flag, by their names. */
export const flagOptions = ({ off, on }: NonNullable<FlagParameter['pictured']>): PicturedOption[] => [
  { value: false, label: off },
  { value: true, label: on },
];

/** The parameter of a tool whose answers the form shows with figures of the example, and these answers; undefined where there is none. */
export function picturedOptions({
  parameters,
}: Pick<ToolDefinition, 'parameters'>): { field: string; options: readonly PicturedOption[] } | undefined {
  for (const [field, parameter] of Object.entries(parameters)) {
    if (parameter.kind === 'choice' && parameter.pictured) return { field, options: parameter.options };
    if (parameter.kind === 'flag' && parameter.pictured) return { field, options: flagOptions(parameter.pictured) };
  }
  return undefined;
}
