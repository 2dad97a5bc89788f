import { kindOf } from '../kinds/index.ts';
import type { ToolDefinition } from './define-tool.ts';
import type { Parameter } from './parameters.ts';

function parameterSchema(parameter: Parameter): Record<string, unknown> {
  const about = { title: parameter.label, ...(parameter.help === undefined ? {} : { description: parameter.help }) };
  return { ...about, ...kindOf(parameter).schema(parameter) };
}

/** The parameters of a tool as JSON Schema: published in the catalogue, read by R. */
export function toolJsonSchema(tool: ToolDefinition): Record<string, unknown> {
  const entries = Object.entries(tool.parameters);
  const alternatives = new Set((tool.oneOf ?? []).flat());
  const required = entries
    .filter(([name, parameter]) => kindOf(parameter).missing(parameter) !== undefined && !alternatives.has(name))
    .map(([name]) => name);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: tool.title,
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, parameter]) => [name, parameterSchema(parameter)])),
    required,
    additionalProperties: false,
  };
}
