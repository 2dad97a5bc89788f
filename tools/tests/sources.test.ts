import { isInput } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { expect, it } from 'vitest';

/** What a declaration of sources names, and the tool has not got. */
function unknown({ facts, parameters, sources = {}, tables }: (typeof catalogue)[number]['tool']): string[] {
  return Object.entries(sources).flatMap(([fact, source]) => {
    const faults = fact in facts ? [] : [`no fact ${fact}`];
    if ('input' in source) {
      const parameter = parameters[source.input];
      return parameter !== undefined && isInput(parameter) ? faults : [...faults, `${fact}: no input ${source.input}`];
    }
    if ('parameter' in source) return source.parameter in parameters ? faults : [...faults, `${fact}: no parameter ${source.parameter}`];
    const table = tables[source.table];
    if (table === undefined) return [...faults, `${fact}: no table ${source.table}`];
    const named = [...(source.where ?? []).map(({ column }) => column), ...(source.column === undefined ? [] : [source.column])];
    const missing = named.filter((column) => !table.columns.some(({ name }) => name === column));
    return [...faults, ...missing.map((column) => `${fact}: ${source.table} has no column ${column}`)];
  });
}

it.each(catalogue.map(({ tool }) => [tool.taskType, tool] as const))('%s looks facts up in what it has', (_, tool) => {
  expect(unknown(tool)).toEqual([]);
});
