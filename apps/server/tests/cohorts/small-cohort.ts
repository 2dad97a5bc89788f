import { type CohortAbout, type CohortDescription, matrixFiles } from '../../src/cohorts/layout.ts';
import type { Table } from '../../src/cohorts/release-tables.ts';
import type { CohortStore } from '../../src/cohorts/store.ts';
import { ReleaseWriter } from '../../src/cohorts/writer.ts';

const PATIENTS = 24;
const NORMALS = 4;

/** Patients P01 … with one tumour each, the first four with a normal sample, and three GTEx samples. */
const patients = Array.from({ length: PATIENTS }, (_, i) => `P${String(i + 1).padStart(2, '0')}`);
const tumours = patients.map((patient) => `${patient}-01A`);
const normals = patients.slice(0, NORMALS).map((patient) => `${patient}-11A`);
const gtex = ['GTEX-1', 'GTEX-2', 'GTEX-3'];

export const ABOUT: CohortAbout = {
  code: 'tiny',
  label: 'TINY',
  name: '小队列',
  english: 'Tiny cohort',
  source: '测试用的队列',
  source_url: null,
  release: '2026-01',
  simulated: true,
  notes: ['没有患者'],
  units: { expression: 'log2(TPM+1)', counts: 'counts', gtex: 'log2(TPM+1)' },
};

export const SAMPLES: Table = {
  columns: ['sample', 'patient', 'type', 'code', 'tissue', 'survival', 'paired'],
  rows: [
    ...tumours.map((sample, i) => [sample, patients[i] ?? '', 'tumour', '01', '', '1', i < NORMALS ? '1' : '']),
    ...normals.map((sample, i) => [sample, patients[i] ?? '', 'normal', '11', '', '', '1']),
    ...gtex.map((sample) => [sample, sample, 'gtex', '', 'Lung', '', '']),
  ],
};
const CLINICAL: Table = {
  columns: ['patient', 'age', 'gender', 'stage', 'stage_reported'],
  rows: patients.map((patient, i) => [patient, String(40 + i), i % 2 ? 'female' : 'male', ['I', 'II', ''][i % 3] ?? '', `Stage ${i}`]),
};
/** The last patient's time is not known, and the one before has no status. */
const SURVIVAL: Table = {
  columns: ['patient', 'OS', 'OS.time', 'PFI', 'PFI.time'],
  rows: patients.map((patient, i) => [
    patient,
    i === 22 ? '' : String(i % 2),
    i === 23 ? '' : String(100 + 37 * ((i * 7) % 24)),
    '0',
    '500',
  ]),
};

/** Expression that rises with the patient's number (UP), falls (DOWN), or neither (FLAT). */
export const GENES = ['UP', 'DOWN', 'FLAT'];
const SHAPES = [(i: number) => i / 2, (i: number) => 12 - i / 2, (i: number) => 5 + (i % 3) / 10];

export async function beginTiny(cohorts: CohortStore, code = ABOUT.code): Promise<ReleaseWriter> {
  const writer = await ReleaseWriter.open(cohorts, code);
  const expression = await writer.matrix('expression', [...tumours, ...normals]);
  const counts = await writer.matrix('counts', [...tumours, ...normals]);
  const withGtex = await writer.matrix('gtex', [...tumours, ...gtex]);
  for (const [at, symbol] of GENES.entries()) {
    const shape = SHAPES[at] ?? (() => 0);
    const gene = { symbol, id: `ENSG0000000000${at}.1` };
    const values = [...tumours, ...normals].map((_, i) => shape(i));
    await expression.add(gene, values);
    await counts.add(
      gene,
      values.map((value) => Math.round(2 ** value)),
    );
    await withGtex.add(
      gene,
      [...tumours, ...gtex].map((_, i) => shape(i)),
    );
  }
  for (const matrix of [expression, counts, withGtex]) await matrix.close();
  await writer.table('samples', SAMPLES);
  await writer.table('clinical', CLINICAL);
  await writer.table('survival', SURVIVAL);
  return writer;
}

/** Installs a cohort of 24 patients and three genes. */
export async function installTiny(cohorts: CohortStore, about: Partial<CohortAbout> = {}): Promise<CohortDescription> {
  return (await beginTiny(cohorts, about.code)).finish({ ...ABOUT, ...about });
}

export const EXPRESSION_FILE = matrixFiles('expression').values;
