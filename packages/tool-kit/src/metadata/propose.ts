import type { MatrixFacts } from '@oncoloom/contract';
import { proposeGroups } from './groups.ts';
import { noComparison } from './no-comparison.ts';
import { proposePairs } from './pairs.ts';
import type { GroupsProposal, Proposal, SurvivalProposal } from './proposals.ts';
import { proposeRepeats } from './repeats.ts';
import { proposeBatches, proposeCovariates, proposeLeaveOut, proposeLog } from './samples.ts';
import { normalised, type SampleColumn, type SeriesMetadata } from './series.ts';
import { proposeSexes } from './sexes.ts';
import { proposeSurvival } from './survival.ts';

/** The columns as if the samples that are proposed to be left out were not there. */
function without({ samples, columns }: SeriesMetadata, left: ReadonlySet<string>): SampleColumn[] {
  return columns.map(({ name, values }) => ({ name, values: values.map((value, i) => (left.has(samples[i] ?? '') ? '' : value)) }));
}

/** Groups with the samples that are proposed to be left out, where the same column gives these one of the groups. @param whole Groups of all samples. */
function withLeftOut(one: GroupsProposal, whole: readonly GroupsProposal[], isLeft: readonly boolean[]): GroupsProposal {
  const all = whole.find(({ column }) => column === one.column)?.bySample ?? [];
  const names = new Set(one.groups.map(({ name }) => name));
  const groups = one.bySample.map((group, i) => (isLeft[i] && names.has(all[i] ?? '') ? (all[i] ?? '') : group));
  const more = groups.filter((group, i) => group !== one.bySample[i]).length;
  const evidence = more === 0 ? one.evidence : `${one.evidence}；建议去掉的 ${more} 个样本没有算在内`;
  return { ...one, withLeftOut: groups, evidence };
}

/**
 * What the metadata of a series propose, the surest of each kind first. Rules over words and values: what no rule knows is left open.
 *
 * @param matrix Facts of the values, where there are any.
 */
export function proposeFromMetadata(
  metadata: SeriesMetadata,
  matrix?: Pick<MatrixFacts, 'kind' | 'minimum' | 'maximum' | 'sexGenes'>,
): Proposal[] {
  const known = { ...metadata, columns: metadata.columns.map(normalised) };
  const survival = proposeSurvival(known.columns);
  const followed = new Set(survival.flatMap(({ time, status }) => [time, status]));
  const leaveOut = proposeLeaveOut(known);
  const left = new Set(leaveOut.flatMap(({ samples }) => samples));
  const compared = { ...known, columns: without(known, left) };
  const groupsOf = (columns: readonly SampleColumn[]) => proposeGroups(columns.filter(({ name }) => !followed.has(name)));
  const groups = groupsOf(compared.columns);
  const none = noComparison(known, groups);
  const whole = left.size === 0 ? groups : groupsOf(known.columns);
  // A pool is of no group, whatever its column says.
  const ofGroups = new Set(leaveOut.flatMap(({ why, samples }) => (why === 'pool' ? [] : samples)));
  const isLeft = known.samples.map((sample) => ofGroups.has(sample));
  const offered = none === undefined ? groups.map((one) => withLeftOut(one, whole, isLeft)) : [];
  const pairs = offered.flatMap((one) => proposePairs(compared, one) ?? []);
  const log = proposeLog(known, matrix);
  return [
    ...(none === undefined ? [] : [none]),
    ...offered,
    ...pairs,
    ...offered.flatMap((one) => proposeRepeats(known, one) ?? []),
    ...(matrix === undefined ? [] : proposeSexes(known, known.columns, matrix)),
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
