import type { MatrixFacts } from '@oncoloom/contract';
import { proposeGroups } from './groups.ts';
import { noComparison } from './no-comparison.ts';
import { proposePairs } from './pairs.ts';
import type { Proposal, SurvivalProposal } from './proposals.ts';
import { proposeBatches, proposeCovariates, proposeLeaveOut, proposeLog } from './samples.ts';
import { normalised, type SampleColumn, type SeriesMetadata } from './series.ts';
import { proposeSurvival } from './survival.ts';

/** The columns as if the samples that are proposed to be left out were not there. */
function without({ samples, columns }: SeriesMetadata, left: ReadonlySet<string>): SampleColumn[] {
  return columns.map(({ name, values }) => ({ name, values: values.map((value, i) => (left.has(samples[i] ?? '') ? '' : value)) }));
}

/**
 * What the metadata of a series propose, the surest of each kind first. Rules over words and values: what no rule knows is left open.
 *
 * @param matrix Facts of the values, where there are any.
 */
export function proposeFromMetadata(metadata: SeriesMetadata, matrix?: Pick<MatrixFacts, 'kind' | 'minimum' | 'maximum'>): Proposal[] {
  const known = { ...metadata, columns: metadata.columns.map(normalised) };
  const survival = proposeSurvival(known.columns);
  const followed = new Set(survival.flatMap(({ time, status }) => [time, status]));
  const leaveOut = proposeLeaveOut(known);
  const left = new Set(leaveOut.flatMap(({ samples }) => samples));
  const compared = { ...known, columns: without(known, left) };
  const groups = proposeGroups(compared.columns.filter(({ name }) => !followed.has(name)));
  const none = noComparison(known, groups);
  const offered = none === undefined ? groups : [];
  const pairs = offered.flatMap((one) => proposePairs(compared, one) ?? []);
  const log = proposeLog(known, matrix);
  return [
    ...(none === undefined ? [] : [none]),
    ...offered,
    ...pairs,
    ...survival,
    ...leaveOut,
    ...proposeBatches(known),
    ...proposeCovariates(known.columns),
    ...(log === undefined ? [] : [log]),
  ];
}

/** What a clinical table proposes as follow-up of its rows. */
export function proposeFollowUp({
  columns,
  rows,
}: {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}): SurvivalProposal[] {
  return proposeSurvival(columns.map((name, at) => normalised({ name, values: rows.map((row) => row[at] ?? '') })));
}
