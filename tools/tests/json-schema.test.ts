import { toolJsonSchema } from '@oncoloom/tool-kit';
import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

/** Places of a schema that say nothing of a value: no alternative, or one that takes everything. */
function emptyIn(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => {
    const alternatives = ['anyOf', 'oneOf', 'allOf', 'enum'].includes(key) && Array.isArray(value) ? value : undefined;
    const says = alternatives === undefined || (alternatives.length > 0 && alternatives.every((one) => JSON.stringify(one) !== '{}'));
    return [...(says ? [] : [`${path}/${key}`]), ...emptyIn(value, `${path}/${key}`)];
  });
}

it.each(catalogue.map(({ tool }) => [tool.taskType, tool] as const))('%s says of every parameter what it takes', (_, tool) => {
  expect(emptyIn(toolJsonSchema(tool))).toEqual([]);
});
