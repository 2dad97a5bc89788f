import type { MatrixFacts } from '@oncoloom/contract';
import { batchNames, joinedSamples, type Proposal, STUDY_COLUMN, TAKEN } from '@oncoloom/tool-kit';
import { countValues, type GroupLevel, guessComparison, usableAnnotations } from './groups.ts';

/** One way in which the sample information of a study divides its samples. */
interface StudyDivision {
  column: string;
  levels: readonly GroupLevel[];
  /** '' for samples that take no part. */
  bySample: readonly string[];
  cases: string | undefined;
  controls: string | undefined;
  /** What each level means in Chinese, as far as the vocabulary knows it. */
  meaning: ReadonlyMap<string, string>;
  /** What says so; columns that no rule understands say nothing. */
  evidence: string | undefined;
  sure: boolean;
}

/** What the user wants of a study: its name, the column, and which of the column's groups stand on either side. */
export interface StudyDraft {
  name: string;
  column: string | undefined;
  cases: readonly string[];
  controls: readonly string[];
}

/** What the two sides are called in all studies. */
export interface Sides {
  cases: string;
  controls: string;
}

export interface Study {
  matrix: MatrixFacts;
  divisions: readonly StudyDivision[];
  draft: StudyDraft;
}

/** Ways to divide a study: as the rules read it, the surest first, then its other columns as they stand. */
export function studyDivisions(matrix: MatrixFacts, proposals: readonly Proposal[]): StudyDivision[] {
  const read = proposals.flatMap((one): StudyDivision[] => {
    if (one.kind !== 'groups') return [];
    const { column, groups, bySample, reference, cases, evidence, score } = one;
    const meaning = new Map(groups.map(({ name, zh }) => [name, zh]));
    const sides = { cases: cases ?? undefined, controls: reference ?? undefined };
    return [{ column, levels: groups, bySample, ...sides, meaning, evidence, sure: score >= TAKEN }];
  });
  const others = usableAnnotations(matrix).filter(({ name }) => !read.some(({ column }) => column === name));
  const plain = others.map(({ name, values }): StudyDivision => {
    const levels = countValues(values);
    const guess = guessComparison(levels);
    const sides = { cases: guess?.cases, controls: guess?.controls };
    return { column: name, levels, bySample: values, ...sides, meaning: new Map(), evidence: undefined, sure: false };
  });
  return [...read, ...plain];
}

const listed = (name: string | undefined): string[] => (name === undefined ? [] : [name]);

/** A study as the rules propose it; only a sure division is chosen. */
export function proposedDraft(name: string, divisions: readonly StudyDivision[]): StudyDraft {
  const [first] = divisions;
  return first?.sure === true
    ? withColumn({ name, column: undefined, cases: [], controls: [] }, first)
    : { name, column: undefined, cases: [], controls: [] };
}

/** The draft with another column, and the sides that it proposes. */
export function withColumn(draft: StudyDraft, { column, cases, controls }: StudyDivision): StudyDraft {
  return { ...draft, column, cases: listed(cases), controls: listed(controls) };
}

/** The division that a draft has chosen. */
export function chosenDivision({ divisions, draft }: Study): StudyDivision | undefined {
  return divisions.find(({ column }) => column === draft.column);
}

/** Samples on either side of a study. */
export function sideCounts(study: Study): { cases: number; controls: number } {
  const count = (levels: readonly string[]) => chosenDivision(study)?.bySample.filter((level) => levels.includes(level)).length ?? 0;
  return { cases: count(study.draft.cases), controls: count(study.draft.controls) };
}

/** Samples that a side needs for its study to be analysed alone. R: `SMALLEST_GROUP`. */
const SIDE_LEAST = 2;

/** What keeps the studies from being taken, as a sentence; undefined where nothing does. */
export function studiesProblem(studies: readonly Study[], { cases, controls }: Sides): string | undefined {
  if (studies.length < 2) return '至少要两个数据集。';
  if (cases.trim() === '' || controls.trim() === '') return '请写出两组的名字。';
  if (cases.trim() === controls.trim()) return '两组的名字要不同。';
  const names = studies.map(({ draft }) => draft.name.trim());
  if (names.includes('')) return '每个数据集都要有名字。';
  if (new Set(names).size < names.length) return '数据集的名字要各不相同。';
  const short = studies.find((study) => Math.min(...Object.values(sideCounts(study))) < SIDE_LEAST);
  return short === undefined ? undefined : `「${short.draft.name}」的两组还没有选好，每组至少 ${SIDE_LEAST} 个样本。`;
}

/** Where all studies agree on it, what their groups on a side are called; else the plain word. */
function sideName(studies: readonly Study[], side: 'cases' | 'controls', otherwise: string): string {
  const agreed = (nameOf: (study: Study, level: string) => string | undefined) => {
    const names = new Set(studies.flatMap((study) => study.draft[side].map((level) => nameOf(study, level) ?? '')));
    const [only = ''] = names;
    return names.size === 1 ? only : '';
  };
  return agreed((_, level) => level) || agreed((study, level) => chosenDivision(study)?.meaning.get(level)) || otherwise;
}

/** Names of the sides that the studies propose. */
export function proposedSides(studies: readonly Study[]): Sides {
  const cases = sideName(studies, 'cases', '病例');
  const controls = sideName(studies, 'controls', '对照');
  return cases === controls ? { cases: '病例', controls: '对照' } : { cases, controls };
}

/** What the column of the sides is called in the table of all studies. */
export const GROUP_COLUMN = 'group';

/** One groups table of all studies: sample, group and study; samples on neither side are left out. */
export function studyRows(studies: readonly Study[], sides: Sides): { columns: string[]; rows: string[][] } {
  const samples = joinedSamples(studies.map(({ matrix }) => matrix));
  const rows = studies.flatMap((study, i) => {
    const { draft } = study;
    return (samples[i] ?? []).flatMap((sample, at): string[][] => {
      const level = chosenDivision(study)?.bySample[at] ?? '';
      const side = draft.cases.includes(level) ? 'cases' : draft.controls.includes(level) ? 'controls' : undefined;
      return level === '' || side === undefined ? [] : [[sample, sides[side].trim(), draft.name.trim()]];
    });
  });
  return { columns: ['sample', GROUP_COLUMN, STUDY_COLUMN], rows };
}

const ACCESSION = /GSE\d+/i;

/** Names for studies of these files: their accession where each has its own, else the file's. */
export function studyNames(files: readonly string[]): string[] {
  const accessions = files.map((file) => ACCESSION.exec(file)?.[0].toUpperCase() ?? '');
  return !accessions.includes('') && new Set(accessions).size === files.length ? accessions : batchNames(files);
}
