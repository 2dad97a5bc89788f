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

/** Field limits of the request. */
const COLUMN_MAX = 80;
const CELL_MAX = 500;

/** 「Control rep1」, 「Tumour, biological replicate 2」, 「癌旁_3」: what a name says of which sample of its group it is. */
const REPLICATE =
  /[\s_.,;:#(（-]{0,3}(?:(?:biological|technical|bio|tech)[\s_-]?)?(?:replicates?|repeat|rep|samples?|patient|donor|重复|样本|样品)?[\s_.#-]?\d{1,4}[)）]?$/i;
const GROUPS_MAX = 12;
const NUMBERLESS = '（去掉编号）';

/** Groups that names of samples tell once their numbers are left out: 「Control rep1–3」 and 「Vemurafenib rep1–3」 are two. */
function withoutNumbers({ name, values }: Annotation): Annotation[] {
  const written = values.filter((value) => value !== '');
  if (new Set(written).size < written.length || !written.some((value) => REPLICATE.test(value))) return [];
  const groups = values.map((value) => value.slice(0, CELL_MAX).replace(REPLICATE, '').trim());
  const levels = countValues(groups);
  const divides = levels.length >= 2 && levels.length <= GROUPS_MAX && levels.every(({ count }) => count >= 2);
  return divides ? [{ name: `${name}${NUMBERLESS}`, values: groups }] : [];
}

/** What the data set says of its samples, and the groups that their titles and sources tell. */
export function annotationsOf(matrix: MatrixFacts | undefined): readonly Annotation[] {
  const own = matrix?.annotations?.columns ?? [];
  return [...own, ...own.flatMap(withoutNumbers)];
}

/** Columns of the file's own sample information that can divide the samples: at least two values, at most twelve. */
export function usableAnnotations(matrix: MatrixFacts | undefined): Annotation[] {
  return annotationsOf(matrix).filter(({ values }) => {
    const levels = countValues(values);
    return levels.length >= 2 && levels.length <= GROUPS_MAX && levels.some(({ count }) => count >= 2);
  });
}

/** Words that also stand for the result of some test; a column with others comes first. */
const WEAK_CONTROL = /^(?!.*(normal|control|ctrl|正常|对照|癌旁)).*(neg(ative)?\b|wild[-_ ]?type|\bwt\b|baseline|benign|阴性|野生|良性)/i;

/** How well a column serves a comparison: how the two groups are named, then how many samples they hold and how evenly; undefined where no group looks like a control. */
function merit({ values }: Annotation): [named: number, balance: number] | undefined {
  const levels = countValues(values).filter(({ count }) => count >= 2);
  const pair = guessComparison(levels);
  const size = (name: string | undefined) => levels.find((level) => level.name === name)?.count ?? 0;
  if (pair === undefined || !looksLikeControl(pair.controls) || looksLikeControl(pair.cases)) return undefined;
  const [cases, controls] = [size(pair.cases), size(pair.controls)];
  const balance = Math.min(cases, controls) / Math.max(cases, controls);
  return [WEAK_CONTROL.test(pair.controls) ? 0 : 1, ((cases + controls) / values.length) * balance];
}

/**
 * The column that names a group and its controls, when the file has one: the form takes it by itself. Groups that were chosen for an earlier analysis of
 * the same samples stand in the column `group`, before all others.
 */
export function proposedAnnotation(matrix: MatrixFacts | undefined): Annotation | undefined {
  const usable = usableAnnotations(matrix);
  const ranked = usable.flatMap((column) => {
    const found = merit(column);
    return found === undefined ? [] : [{ column, found }];
  });
  const [best] = ranked.sort(({ found: a }, { found: b }) => b[0] - a[0] || b[1] - a[1]);
  return usable.find(({ name }) => name === 'group') ?? best?.column;
}

/**
 * Groups table from one column of the file's sample information. The other columns that say more than one thing, and not
 * something else of each sample, come along: they may serve as covariates or as pairs.
 */
export function rowsFromAnnotation(matrix: MatrixFacts, column: string): { columns: string[]; rows: string[][] } {
  const all = annotationsOf(matrix);
  const groups = all.find(({ name }) => name === column)?.values ?? [];
  const others = all.filter(({ name, values }) => {
    const levels = countValues(values).length;
    const free = name !== column && !name.endsWith(NUMBERLESS) && name !== 'sample' && name !== 'group' && name.length <= COLUMN_MAX;
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
