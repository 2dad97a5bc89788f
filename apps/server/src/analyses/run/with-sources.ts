import type { UsedInput } from '../tables.ts';

function replaced(value: unknown, sources: ReadonlyMap<number, number>): unknown {
  if (Array.isArray(value)) return value.map((one) => replaced(one, sources));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => [key, replaced(part, sources)]);
  const { from, id } = value as { from?: unknown; id?: unknown };
  const next = from === 'analysis' && typeof id === 'number' ? sources.get(id) : undefined;
  return Object.fromEntries(next === undefined ? entries : [...entries, ['id', next]]);
}

/** The inputs with other earlier results in the place of those that they name, wherever a request names one. */
export function withSources(inputs: readonly UsedInput[], sources: ReadonlyMap<number, number>): UsedInput[] {
  if (sources.size === 0) return [...inputs];
  return inputs.map((input) =>
    // Pasted rows name nothing, and may be megabytes.
    input.request.from === 'rows' ? input : { ...input, request: replaced(input.request, sources) as UsedInput['request'] },
  );
}
