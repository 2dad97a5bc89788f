import type { ToolDefinition } from './define-tool.ts';

/**
 * The input that a field says nothing without: by the tool's `needs`, or as the endpoint of a cohort, or as the unit of times, the coding of status
 * or the column of entry times of the user's own follow-up.
 */
export function keeperOf({ parameters, needs }: Pick<ToolDefinition, 'parameters' | 'needs'>, name: string): string | undefined {
  const ofValue = Object.entries(parameters).find(([, parameter]) => {
    if (parameter.kind === 'survival-data') return [parameter.unit, parameter.coded, parameter.entry].includes(name);
    const survival = parameter.kind === 'cohort' ? parameter.needs.survival : undefined;
    return typeof survival === 'object' && survival.parameter === name;
  });
  return needs?.[name] ?? ofValue?.[0];
}

/** May a run do without this input? */
export function isOptional({ parameters }: Pick<ToolDefinition, 'parameters'>, input: string): boolean {
  const parameter = parameters[input];
  return parameter !== undefined && 'optional' in parameter && parameter.optional === true;
}
