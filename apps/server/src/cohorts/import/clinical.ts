import type { Table } from '../release-tables.ts';
import { knownNumber, knownText } from './cells.ts';
import type { Row } from './sheet.ts';

/** What there is of a patient: rows of the cohort's clinical file, one per sample, the most telling first, and of TCGA-CDR. */
interface PatientRows {
  patient: string;
  clinical: readonly Row[];
  cdr: readonly Row[];
}

/** A column of a source. */
interface Origin {
  of: 'clinical' | 'cdr';
  column: string;
}

interface Clean {
  name: string;
  /** In Chinese, for what is said of it. */
  title: string;
  origins: readonly Origin[];
  /** The value in the table; undefined: what is written there says nothing. Without it the text is taken as it is. */
  fold?: (text: string) => string | undefined;
}

const clinical = (...columns: string[]): Origin[] => columns.map((column) => ({ of: 'clinical', column }));
const cdr = (...columns: string[]): Origin[] => columns.map((column) => ({ of: 'cdr', column }));

/** Cohorts that are staged before the operation: FIGO, Ann Arbor and Masaoka are clinical stages. */
const CLINICALLY_STAGED = ['cesc', 'dlbc', 'ov', 'thym', 'ucec', 'ucs'];
const CLINICAL_STAGE = [
  ...clinical(
    'figo_stage.diagnoses',
    'ann_arbor_clinical_stage.diagnoses',
    'masaoka_stage.diagnoses',
    'ajcc_clinical_stage.diagnoses',
    'clinical_stage',
  ),
  ...cdr('clinical_stage'),
];
const PATHOLOGIC_STAGE = [...clinical('ajcc_pathologic_stage.diagnoses', 'pathologic_stage'), ...cdr('ajcc_pathologic_tumor_stage')];

/** IIA, IIB → II; `Stage X` and `I/II NOS` say nothing. */
export function foldStage(text: string): string | undefined {
  return /^(?:stage\s+)?(0|iv|i{1,3})(?:[a-es]?\d?)$/i.exec(text)?.[1]?.toUpperCase();
}

/** T1b → T1; TX says nothing. */
export function foldT(text: string): string | undefined {
  const [, size] = /^[cpyra]*T(is|a|[0-4])/i.exec(text) ?? [];
  return size === undefined ? undefined : `T${size.toLowerCase()}`;
}

const folded = (letter: string, pattern: RegExp) => (text: string) => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : `${letter}${found}`;
};
export const foldN = folded('N', /^[cpyra]*N([0-3])/i);
export const foldM = folded('M', /^[cpyra]*M([01])/i);

/** G1 to G4, High Grade, Low Grade; GX and GB (borderline) say nothing. */
export function foldGrade(text: string): string | undefined {
  const [, number, words] = /^(?:G([1-4])|((?:high|low) grade))$/i.exec(text) ?? [];
  if (number !== undefined) return `G${number}`;
  return words === undefined ? undefined : `${words.toLowerCase().startsWith('high') ? 'High' : 'Low'} Grade`;
}

/** Columns of the table in their order. @param cohort lower case. */
function columnsOf(cohort: string): readonly Clean[] {
  const lower = (text: string) => text.toLowerCase();
  const years = (text: string) => (knownNumber(text) === undefined ? undefined : String(Math.floor(Number(text))));
  const yearsOfDays = (text: string) => (knownNumber(text) === undefined ? undefined : String(Math.floor(Number(text) / 365.25)));
  return [
    {
      name: 'age',
      title: '年龄',
      origins: [...clinical('age_at_index.demographic', 'age'), ...cdr('age_at_initial_pathologic_diagnosis')],
      fold: years,
    },
    { name: 'age', title: '年龄', origins: clinical('age_at_diagnosis.diagnoses'), fold: yearsOfDays },
    { name: 'gender', title: '性别', origins: [...clinical('gender.demographic', 'gender'), ...cdr('gender')], fold: lower },
    { name: 'race', title: '种族', origins: [...clinical('race.demographic', 'race'), ...cdr('race')], fold: lower },
    {
      name: 'stage',
      title: '分期',
      origins: CLINICALLY_STAGED.includes(cohort) ? CLINICAL_STAGE : PATHOLOGIC_STAGE,
      fold: foldStage,
    },
    { name: 't', title: 'T 分期', origins: clinical('ajcc_pathologic_t.diagnoses', 'pathologic_T'), fold: foldT },
    { name: 'n', title: 'N 分期', origins: clinical('ajcc_pathologic_n.diagnoses', 'pathologic_N'), fold: foldN },
    { name: 'm', title: 'M 分期', origins: clinical('ajcc_pathologic_m.diagnoses', 'pathologic_M'), fold: foldM },
    { name: 'grade', title: '分级', origins: [...clinical('tumor_grade.diagnoses'), ...cdr('histological_grade')], fold: foldGrade },
    { name: 'histology', title: '组织学', origins: [...clinical('primary_diagnosis.diagnoses', 'histology'), ...cdr('histological_type')] },
    {
      name: 'residual_tumor',
      title: '残留',
      origins: [...clinical('residual_disease.diagnoses'), ...cdr('residual_tumor')],
      fold: folded('R', /^R([0-2])/i),
    },
    { name: 'tumor_status', title: '带瘤', origins: cdr('tumor_status'), fold: lower },
    {
      name: 'status',
      title: '生存状态',
      origins: [...clinical('vital_status.demographic', 'vital_status'), ...cdr('vital_status')],
      fold: lower,
    },
    {
      name: 'diagnosis_year',
      title: '诊断年份',
      origins: [...clinical('year_of_diagnosis.diagnoses', 'year_of_diagnosis'), ...cdr('initial_pathologic_dx_year')],
      fold: years,
    },
    { name: 'pack_years', title: '吸烟（包年）', origins: clinical('pack_years_smoked.exposures') },
  ];
}

/** Columns whose levels follow from a rule, so that what was lost by it is told. */
const TOLD = ['stage', 't', 'n', 'm', 'grade'];

const reportedBy = (origin: Origin, patient: PatientRows): string =>
  patient[origin.of].map((row) => knownText(row[origin.column])).find((text) => text !== '') ?? '';

interface Filled {
  clean: Clean;
  origin: Origin;
  /** By patient: as the source has it, and as it stands in the table; empty: not known. */
  cells: { reported: string; value: string }[];
}

const knownOf = ({ cells }: Filled): number => cells.filter(({ value }) => value !== '').length;

/** One column of one source, since two would mix two ways of telling: the first that tells about as much as any. */
function fillColumn(clean: Clean, patients: readonly PatientRows[]): Filled | undefined {
  const found = clean.origins.map((origin): Filled => {
    const cells = patients.map((patient) => {
      const reported = reportedBy(origin, patient);
      const value = reported === '' ? '' : clean.fold === undefined ? reported : (clean.fold(reported) ?? '');
      return { reported, value };
    });
    return { clean, origin, cells };
  });
  const most = Math.max(0, ...found.map(knownOf));
  return found.find((filled) => knownOf(filled) > 0 && knownOf(filled) * 2 >= most);
}

function tell({ clean, origin, cells }: Filled): string {
  const unknown = cells.filter(({ value }) => value === '');
  const vague = unknown.flatMap(({ reported }) => (reported === '' ? [] : [reported]));
  const words = vague.length === 0 ? '' : `，其中 ${vague.length} 位写作 ${[...new Set(vague)].slice(0, 4).join('、')}`;
  const folding = clean.name === 'stage' ? '，亚期并入大期（IIA、IIB → II）' : '';
  return `${clean.title}取自 ${origin.column}${folding}：${cells.length} 位患者中 ${unknown.length} 位未知${words}`;
}

/** The clinical table with clean names and levels, and what has to be said of it. @param cohort lower case. */
export function clinicalTable(cohort: string, patients: readonly PatientRows[]): { table: Table; notes: string[] } {
  const filled = new Map<string, Filled>();
  for (const clean of columnsOf(cohort)) {
    const column = filled.has(clean.name) ? undefined : fillColumn(clean, patients);
    if (column !== undefined) filled.set(clean.name, column);
  }
  const folded = [...filled.values()].filter(
    ({ clean, cells }) => TOLD.includes(clean.name) && cells.some(({ reported, value }) => reported !== value),
  );
  const columns = ['patient', ...filled.keys(), ...folded.map(({ clean }) => `${clean.name}_reported`)];
  const rows = patients.map(({ patient }, i) => [
    patient,
    ...[...filled.values()].map(({ cells }) => cells[i]?.value ?? ''),
    ...folded.map(({ cells }) => cells[i]?.reported ?? ''),
  ]);
  return { table: { columns, rows }, notes: [...filled.values()].filter(({ clean }) => TOLD.includes(clean.name)).map(tell) };
}
