import { type CohortParameter, type CompleteRequest, listNames, type ToolDefinition } from '@oncoloom/tool-kit';
import { chooseCohorts } from '../../cohorts/service.ts';
import { fieldError } from '../../platform/errors.ts';
import type { UsedInput } from '../tables.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

interface AskedCohorts {
  field: string;
  parameter: CohortParameter;
  codes: readonly string[];
  values: CompleteRequest['values'];
  /** Of which the genes that are asked for are looked up. */
  tool?: ToolDefinition;
}

/** Cohorts by their codes. Those that cannot be used are among the facts: the checks say why. */
export async function describeCohorts(
  { cohorts: store, genes: lookup }: Sources,
  { field, parameter, codes, values, tool }: AskedCohorts,
): Promise<Described> {
  const { cohorts, installed, unknown } = await chooseCohorts(store, parameter, codes, values);
  if (unknown.length > 0)
    throw fieldError(field, `没有「${listNames(unknown.map((code) => code.toUpperCase()))}」这个队列，请从「${parameter.label}」里选`);
  const used = installed.map(({ description, release: made, checksum }): UsedInput => {
    const { code, label, release, simulated, matrices } = description;
    return {
      field,
      input: parameter.input,
      type: 'cohort',
      name: label,
      sha256: checksum,
      blob: checksum,
      format: 'folder',
      rows: matrices.expression?.genes ?? null,
      columns: matrices.expression?.samples ?? null,
      cohort: { code, release, folder: made, simulated, several: parameter.several === true },
      request: { from: 'cohort', codes: installed.map((cohort) => cohort.description.code) },
    };
  });
  const genes = tool === undefined ? [] : await lookup.asked(tool, parameter, installed, values);
  return { facts: { name: listNames(cohorts.map(({ label }) => label)), cohorts, genes }, used };
}

/** Public cohorts, in the release that is installed now. */
export const cohort: ResolvedKind<CohortParameter> = {
  resolve: (sources, { tool, field, parameter, value, values }) =>
    describeCohorts(sources, { tool, field, parameter, codes: value.codes, values }),
};
