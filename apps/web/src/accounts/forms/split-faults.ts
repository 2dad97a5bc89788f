import type { ApiFailure } from '../../api/client.ts';

export interface Faults {
  /** Sentences that belong at a field of the form. */
  fields: { name: string; errors: string[] }[];
  /** What concerns none of them, in one sentence. */
  rest: string | undefined;
}

/** Sorts a failed call's sentences to the fields that a form has; whatever finds no field stands in `rest`, so nothing is lost. */
export function splitFaults(failure: ApiFailure, names: readonly string[]): Faults {
  const own = failure.errors.filter(({ field }) => names.includes(field));
  const others = failure.errors.filter(({ field }) => !names.includes(field));
  const fields = [...new Set(own.map(({ field }) => field))].map((name) => ({
    name,
    errors: own.filter(({ field }) => field === name).map(({ detail }) => detail),
  }));
  if (others.length > 0) return { fields, rest: others.map(({ detail }) => detail).join('；') };
  return { fields, rest: fields.length > 0 ? undefined : failure.message };
}
