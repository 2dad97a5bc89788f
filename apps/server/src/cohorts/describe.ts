import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ENDPOINTS, MATRIX_NAMES, type MatrixName } from '@oncoloom/contract';
import { type CohortAbout, type CohortDescription, type MatrixFiles, matrixFiles, tableFile, VALUE_BYTES } from './layout.ts';
import { columnOf, readTable, type Table } from './release-tables.ts';

/** Texts of a column count as its levels while they are so few. */
const LEVELS_MAX = 12;
/** Columns that keep what a source wrote before it was folded. */
const REPORTED = /_reported$/;

const isNumber = (cell: string): boolean => cell !== '' && Number.isFinite(Number(cell));

interface Sample {
  patient: string;
  type: string;
  /** The one sample of its patient that stands for the patient's survival. */
  survival: boolean;
}

async function readSamples(folder: string): Promise<Map<string, Sample>> {
  const table = await readTable(join(folder, tableFile('samples')));
  const names = columnOf(table, 'sample');
  const patients = columnOf(table, 'patient');
  const types = columnOf(table, 'type');
  const survival = columnOf(table, 'survival');
  const samples = new Map(
    names.map((name, i) => [name, { patient: patients[i] ?? '', type: types[i] ?? '', survival: survival[i] === '1' }]),
  );
  if (samples.size !== names.length) throw new Error('samples: a sample comes twice');
  const ofSurvival = [...samples.values()].filter((sample) => sample.survival).map(({ patient }) => patient);
  if (new Set(ofSurvival).size !== ofSurvival.length) throw new Error('samples: a patient has two survival samples');
  return samples;
}

async function describeMatrix(folder: string, files: MatrixFiles, unit: string | undefined, samples: ReadonlyMap<string, Sample>) {
  const names = columnOf(await readTable(join(folder, files.samples)), 'sample');
  const symbols = columnOf(await readTable(join(folder, files.genes)), 'symbol');
  if (unit === undefined) throw new Error(`${files.values} has no unit`);
  if (new Set(symbols).size !== symbols.length) throw new Error(`${files.genes}: a symbol comes twice`);
  const { size } = await stat(join(folder, files.values));
  if (size !== symbols.length * names.length * VALUE_BYTES)
    throw new Error(`${files.values} is not ${symbols.length} genes × ${names.length} samples`);
  const known = names.map((name) => {
    const sample = samples.get(name);
    if (sample === undefined) throw new Error(`${name} of ${files.samples} is not in the sample sheet`);
    return sample;
  });
  const ofType = (type: string) => known.filter((sample) => sample.type === type);
  const normal = new Set(ofType('normal').map(({ patient }) => patient));
  return {
    unit,
    genes: symbols.length,
    samples: names.length,
    tumours: ofType('tumour').length,
    normals: ofType('normal').length,
    gtex: ofType('gtex').length,
    pairs: new Set(ofType('tumour').flatMap(({ patient }) => (normal.has(patient) ? [patient] : []))).size,
  };
}

/** @param patients who count: those with a survival sample. */
function describeClinical(table: Table, patients: ReadonlySet<string>): CohortDescription['clinical'] {
  const rows = { ...table, rows: table.rows.filter(([patient]) => patients.has(patient ?? '')) };
  return Object.fromEntries(
    table.columns.slice(1).map((column) => {
      const known = columnOf(rows, column).filter((cell) => cell !== '');
      const levels = [...new Set(known)].sort();
      const listed = levels.length <= LEVELS_MAX && !levels.every(isNumber) && !REPORTED.test(column);
      return [column, { known: known.length, ...(listed ? { levels } : {}) }];
    }),
  );
}

function describeSurvival(table: Table, patients: ReadonlySet<string>): CohortDescription['survival'] {
  const found = ENDPOINTS.flatMap((endpoint) => {
    if (!table.columns.includes(endpoint)) return [];
    const status = columnOf(table, endpoint);
    const time = columnOf(table, `${endpoint}.time`);
    const known = table.rows.flatMap(([patient], i) => {
      const complete = (status[i] === '0' || status[i] === '1') && isNumber(time[i] ?? '') && Number(time[i]) >= 0;
      return complete && patients.has(patient ?? '') ? [status[i]] : [];
    });
    if (known.length === 0) return [];
    return [[endpoint, { patients: known.length, events: known.filter((cell) => cell === '1').length }] as const];
  });
  return Object.fromEntries(found);
}

async function readOptional(path: string): Promise<Table | undefined> {
  return readTable(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** The description of a release whose files are all written. Throws where they do not fit each other. */
export async function describeRelease(folder: string, about: CohortAbout, installedAt: Date): Promise<CohortDescription> {
  const samples = await readSamples(folder);
  const matrices: CohortDescription['matrices'] = {};
  for (const name of MATRIX_NAMES) {
    const files = matrixFiles(name);
    const present = await stat(join(folder, files.values)).catch(() => undefined);
    if (present !== undefined) matrices[name] = await describeMatrix(folder, files, about.units[name], samples);
  }
  if (matrices.expression === undefined) throw new Error('a cohort must have an expression matrix');
  const patients = await survivalPatients(folder, 'expression', samples);
  const clinical = await readOptional(join(folder, tableFile('clinical')));
  const survival = await readOptional(join(folder, tableFile('survival')));
  const truth = await readOptional(join(folder, tableFile('truth')));
  const { units: _, ...told } = about;
  return {
    ...told,
    installed_at: installedAt.toISOString(),
    matrices,
    clinical: clinical === undefined ? {} : describeClinical(clinical, patients),
    survival: survival === undefined ? {} : describeSurvival(survival, patients),
    ...(truth === undefined ? {} : { truth: tableFile('truth') }),
  };
}

/** Patients whose survival sample is in a matrix. */
async function survivalPatients(folder: string, name: MatrixName, samples: ReadonlyMap<string, Sample>): Promise<Set<string>> {
  const names = columnOf(await readTable(join(folder, matrixFiles(name).samples)), 'sample');
  return new Set(
    names.flatMap((sample) => {
      const known = samples.get(sample);
      return known?.survival === true ? [known.patient] : [];
    }),
  );
}
