import { z } from 'zod';
import { valueSchema } from './complete.ts';
import type { ToolDefinition } from './define-tool.ts';
import type { Parameter } from './parameters.ts';

function parameterSchema(parameter: Parameter): Record<string, unknown> {
  const about = { title: parameter.label, ...(parameter.help === undefined ? {} : { description: parameter.help }) };
  switch (parameter.kind) {
    case 'file':
    case 'analysis':
      return { ...about, type: 'integer' };
    case 'files':
      return { ...about, type: 'array', items: { type: 'integer' }, maxItems: parameter.max };
    case 'cohort': {
      const code = { type: 'string', pattern: '^([Tt][Cc][Gg][Aa]-)?[A-Za-z0-9]{2,12}$' };
      return parameter.several === true ? { ...about, type: 'array', items: code } : { ...about, ...code };
    }
    case 'platform':
      return { ...about, type: 'string', pattern: '^[Gg][Pp][Ll][0-9]{1,7}$' };
    case 'groups-table':
      return {
        ...about,
        type: 'array',
        items: { type: 'object', required: ['sample', 'group'], additionalProperties: { type: 'string' } },
      };
    case 'table':
      return {
        ...about,
        type: 'object',
        required: ['columns', 'rows'],
        properties: { columns: { type: 'array', items: { type: 'string' } }, rows: { type: 'array', items: { type: 'array' } } },
      };
    case 'group':
      return { ...about, type: 'string' };
    case 'columns':
      return parameter.multiple ? { ...about, type: 'array', items: { type: 'string' } } : { ...about, type: 'string' };
    case 'number':
      return {
        ...about,
        type: 'number',
        [parameter.exclusiveMin === true ? 'exclusiveMinimum' : 'minimum']: parameter.min,
        maximum: parameter.max,
        default: parameter.default,
      };
    case 'integer':
      return { ...about, type: 'integer', minimum: parameter.min, maximum: parameter.max, default: parameter.default };
    case 'gene':
      return { ...about, type: 'string', maxLength: 40 };
    case 'choices':
      return { ...about, type: 'array', items: { type: 'string', enum: parameter.options.map(({ value }) => value) } };
    case 'genes':
      return { ...about, type: 'array', items: { type: 'string' }, maxItems: parameter.max };
    default: {
      const { $schema: _, ...schema } = z.toJSONSchema(valueSchema(parameter), { io: 'output', unrepresentable: 'any' });
      return { ...about, ...schema, ...(parameter.kind === 'flag' ? { type: 'boolean' } : {}), default: parameter.default };
    }
  }
}

/** The parameters of a tool as JSON Schema: published in the catalogue, read by R. */
export function toolJsonSchema(tool: ToolDefinition): Record<string, unknown> {
  const entries = Object.entries(tool.parameters);
  const alternatives = new Set((tool.oneOf ?? []).flat());
  const required = entries
    .filter(
      ([name, p]) =>
        !('default' in p) &&
        !('optional' in p && p.optional === true) &&
        p.kind !== 'genes' &&
        p.kind !== 'choices' &&
        p.kind !== 'cohort' &&
        !alternatives.has(name) &&
        !(p.kind === 'columns' && p.detect !== undefined),
    )
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
