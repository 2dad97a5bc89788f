import type { MatrixFacts, UserFile } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';

/** Ways to say which sample is in which group without a file. */
export type GroupsSource = 'annotation' | 'paste' | 'hand';

export interface GroupLevel {
  name: string;
  count: number;
}

const CONTROL =
  /non[-_ ]?(tumou?r|cancer|malignant)|normal|control|ctrl|ctl|healthy|adjacent|benign|wild[-_ ]?type|\bwt\b|untreated|vehicle|mock|\bneg(ative)?\b|placebo|baseline|正常|对照|癌旁|健康|良性|未处理|野生|阴性/i;
const CASE =
  /tumou?r|cancer|carcinoma|malignan|metasta|leuk|lymphoma|\bcase\b|treat|disease|patient|mutant|\bmut\b|\bko\b|knock|\bpos(itive)?\b|肿瘤|癌|病例|疾病|患者|处理|突变|敲除|转移|阳性/i;

/** Is it, by its name, what others are compared with? 「non-tumor」 is, although it says tumour. */
export function looksLikeControl(name: string): boolean {
  return CONTROL.test(name);
}

export function looksLikeCase(name: string): boolean {
  return !looksLikeControl(name) && CASE.test(name);
}

const largest = (levels: readonly GroupLevel[]): GroupLevel | undefined => [...levels].sort((a, b) => b.count - a.count)[0];

/** The comparison that a clinician would choose first: tumour against normal where names say so, else the two largest groups. */
export function guessComparison(levels: readonly GroupLevel[]): { cases: string; controls: string } | undefined {
  if (levels.length < 2) return undefined;
  const controls = largest(levels.filter(({ name }) => looksLikeControl(name)));
  const cases = largest(levels.filter(({ name }) => looksLikeCase(name)));
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

export function annotationsOf(matrix: MatrixFacts | undefined): readonly Annotation[] {
  return matrix?.annotations?.columns ?? [];
}

const GROUPS_MAX = 12;

/** Columns of the file's own sample information that can divide the samples: at least two values, at most twelve. */
export function usableAnnotations(matrix: MatrixFacts | undefined): Annotation[] {
  return annotationsOf(matrix).filter(({ values }) => {
    const levels = countValues(values);
    return levels.length >= 2 && levels.length <= GROUPS_MAX && levels.some(({ count }) => count >= 2);
  });
}

/** The column that names a diseased and a normal group, when the file has one: the form takes it by itself. */
export function proposedAnnotation(matrix: MatrixFacts | undefined): Annotation | undefined {
  return usableAnnotations(matrix).find(({ values }) => {
    const levels = countValues(values).filter(({ count }) => count >= 2);
    return levels.some(({ name }) => looksLikeCase(name)) && levels.some(({ name }) => looksLikeControl(name));
  });
}

/** Field limits of the request. */
const COLUMN_MAX = 80;
const CELL_MAX = 500;

/**
 * Groups table from one column of the file's sample information. The other columns that say more than one thing, and not
 * something else of each sample, come along: they may serve as covariates or as pairs.
 */
export function rowsFromAnnotation(matrix: MatrixFacts, column: string): { columns: string[]; rows: string[][] } {
  const all = annotationsOf(matrix);
  const groups = all.find(({ name }) => name === column)?.values ?? [];
  const others = all.filter(({ name, values }) => {
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
