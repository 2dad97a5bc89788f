import type { MatrixFacts, UserFile } from '@oncoloom/contract';
import { formatCount, type GroupsProposal, type PairsProposal, sidesOf } from '@oncoloom/tool-kit';

/** Ways to say which sample is in which group without a file. */
export type GroupsSource = 'annotation' | 'paste' | 'hand';

export interface GroupLevel {
  name: string;
  count: number;
}

const largest = (levels: readonly GroupLevel[]): GroupLevel | undefined => [...levels].sort((a, b) => b.count - a.count)[0];

/**
 * The comparison that a clinician would choose first: tumour against normal where names say so, else the two largest groups.
 *
 * @param against The controls, where they are known: the cases are another group.
 */
export function guessComparison(levels: readonly GroupLevel[], against?: string): { cases: string; controls: string } | undefined {
  if (levels.length < 2) return undefined;
  if (levels.some(({ name }) => name === against)) {
    const others = levels.filter(({ name }) => name !== against);
    const sides = sidesOf(others.map(({ name }) => name));
    return { cases: (largest(others.filter((_, i) => sides[i] === 'case')) ?? largest(others))?.name ?? '', controls: against ?? '' };
  }
  const sides = sidesOf(levels.map(({ name }) => name));
  const controls = largest(levels.filter((_, i) => sides[i] === 'control'));
  const cases = largest(levels.filter((_, i) => sides[i] === 'case'));
  const rest = (taken: GroupLevel | undefined) => largest(levels.filter((level) => level !== taken));
  if (cases !== undefined) return { cases: cases.name, controls: (controls ?? rest(cases))?.name ?? '' };
  if (controls !== undefined) return { cases: rest(controls)?.name ?? '', controls: controls.name };
  const first = largest(levels);
  return { cases: first?.name ?? '', controls: rest(first)?.name ?? '' };
}

/** Groups of a table with columns `sample` and `group`, in order of first appearance; blank groups do not count. */
export function levelsOf(columns: readonly string[], rows: readonly (readonly string[])[]): GroupLevel[] {
  const at = columns.indexOf('group');
  return at < 0 ? [] : countValues(rows.map((row) => row[at] ?? ''));
}

/** Distinct values with their counts, blank ones left out. */
export function countValues(values: readonly string[]): GroupLevel[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count }));
}

export interface Annotation {
  name: string;
  values: readonly string[];
}

/** Field limits of the request. */
const COLUMN_MAX = 80;
const CELL_MAX = 500;

const GROUPS_MAX = 12;

/** What the data set says of its samples. */
export function annotationsOf(matrix: MatrixFacts | undefined): readonly Annotation[] {
  return matrix?.annotations?.columns ?? [];
}

/** The same as a table, whose first column names the samples. */
export function clinicalTable(matrix: MatrixFacts): { columns: string[]; rows: string[][] } {
  const own = annotationsOf(matrix).filter(({ name }) => name !== 'sample');
  return {
    columns: ['sample', ...own.map(({ name }) => name)],
    rows: matrix.samples.map((sample, i) => [sample, ...own.map(({ values }) => values[i] ?? '')]),
  };
}

/** Columns of the file's own sample information that can divide the samples: at least two values, at most twelve. */
export function usableAnnotations(matrix: MatrixFacts | undefined): Annotation[] {
  return annotationsOf(matrix).filter(({ values }) => {
    const levels = countValues(values);
    return levels.length >= 2 && levels.length <= GROUPS_MAX && levels.some(({ count }) => count >= 2);
  });
}

/** Groups that were chosen for an earlier analysis of the same samples: a result carries them as its column `group`. */
export function carriedGroups(matrix: MatrixFacts | undefined): Annotation | undefined {
  return usableAnnotations(matrix).find(({ name }) => name === 'group');
}

/** A column beside the groups: the numbers that pair samples. */
export const PAIRS_COLUMN = '配对编号';

/**
 * Groups table from groups by sample. Columns of the sample information that say more than one thing, and not something else of each sample, come
 * along: they may serve as covariates. @param column The one that the groups were read from.
 */
function tableOf(matrix: MatrixFacts, groups: readonly string[], column: string): { columns: string[]; rows: string[][] } {
  const others = annotationsOf(matrix).filter(({ name, values }) => {
    const levels = countValues(values).length;
    const free = name !== column && name !== 'sample' && name !== 'group' && name.length <= COLUMN_MAX;
    return free && levels >= 2 && levels < matrix.samples.length;
  });
  const rows = matrix.samples.flatMap((sample, i) => {
    const group = (groups[i] ?? '').trim().slice(0, COLUMN_MAX);
    return group === '' ? [] : [[sample, group, ...others.map(({ values }) => (values[i] ?? '').slice(0, CELL_MAX))]];
  });
  return { columns: ['sample', 'group', ...others.map(({ name }) => name)], rows };
}

/** Groups table from one column of the file's sample information. */
export function rowsFromAnnotation(matrix: MatrixFacts, column: string): { columns: string[]; rows: string[][] } {
  return tableOf(matrix, annotationsOf(matrix).find(({ name }) => name === column)?.values ?? [], column);
}

/** Groups table from proposed groups, those samples among them that are only proposed to be left out. */
export function rowsFromProposal(matrix: MatrixFacts, { withLeftOut, column }: GroupsProposal): { columns: string[]; rows: string[][] } {
  return tableOf(matrix, withLeftOut, column);
}

/** The pair of each sample; one without a partner has a number of its own. */
export function pairNumbers({ samples }: MatrixFacts, { bySample }: PairsProposal): Map<string, string> {
  return new Map(samples.map((sample, i) => [sample, bySample[i] || sample]));
}

const SHOWN_GROUPS = 4;
const NAME_SHOWN = 40;
/** A name of a group for a list: some are whole sentences. */
export const shortened = (name: string): string => (name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name);

/** 「glioblastoma 5 个，normal 5 个（参照）」 @param bySample The groups as they stand. */
export function proposedWords({ groups, reference, withLeftOut }: GroupsProposal, bySample: readonly string[] = withLeftOut): string {
  const levels = groups.map(({ name }) => ({ name, count: bySample.filter((group) => group === name).length }));
  const told = levels.length > SHOWN_GROUPS ? [...levels.slice(0, SHOWN_GROUPS - 1), ...levels.slice(-1)] : levels;
  const words = told.map(({ name, count }) => `${shortened(name)} ${formatCount(count)} 个${name === reference ? '（参照）' : ''}`);
  return words.join('，') + (levels.length > told.length ? `，共 ${levels.length} 组` : '');
}

/** Gives samples a group, or none with ''; the rest keeps what it has. */
export function assignGroup(assigned: ReadonlyMap<string, string>, samples: Iterable<string>, group: string): Map<string, string> {
  const next = new Map(assigned);
  for (const sample of samples) {
    if (group === '') next.delete(sample);
    else next.set(sample, group);
  }
  return next;
}

/** Calls a group by another name; the name of another group joins the two. */
export function renameGroup(assigned: ReadonlyMap<string, string>, from: string, to: string): Map<string, string> {
  return new Map([...assigned].map(([sample, group]) => [sample, group === from ? to : group]));
}

/** Columns beside `sample` and `group` that a groups table offers, as covariates and for pairs. */
export function extraColumns(columns: readonly string[]): string[] {
  return columns.filter((name) => name !== 'sample' && name !== 'group');
}

const LEVELS_NAMED = 3;

/** 「肿瘤 22 · 癌旁 19 · 健康肝 2」 */
export function describeLevels(levels: readonly GroupLevel[]): string {
  const named = levels.slice(0, LEVELS_NAMED).map(({ name, count }) => `${name} ${formatCount(count)}`);
  return named.join(' · ') + (levels.length > LEVELS_NAMED ? ` 等 ${levels.length} 组` : '');
}

/** Does the file name its columns as every tool asks for them? Common other names were put right when it was read. */
export function namesGroups({ facts }: UserFile): boolean {
  const columns = facts?.table?.columns.map(({ name }) => name);
  return columns === undefined || (columns.includes('sample') && columns.includes('group'));
}
