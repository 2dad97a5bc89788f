import type { Endpoint } from '@oncoloom/contract';
import { tableFile } from './layout.ts';
import { columnOf, readTable, type Table } from './release-tables.ts';
import type { InstalledCohort } from './store.ts';

/** Follow-up of a cohort by sample, with the clinical columns; times in days. */
export interface CohortFollowUp extends Table {
  /** Patients with follow-up whose sample is not among those that were asked for. */
  absent: number;
}

const TUMOUR = /^(TCGA-[A-Z0-9]{2}-[A-Z0-9]{4}-\d{2})/;
const PATIENT = /^TCGA-[A-Z0-9]{2}-[A-Z0-9]{4}$/;

/** As files write barcodes: with dots, or in lower case. */
const barcode = (name: string): string => name.replaceAll('.', '-').toUpperCase();
/** TCGA-OR-A5J1-01A-11R-A29S-07 → TCGA-OR-A5J1-01: patient and kind of sample. */
const aliquot = (name: string): string | undefined => TUMOUR.exec(barcode(name))?.[1];

/**
 * One sample for each patient who has a status and a time. Undefined where the release does not tell of the endpoint.
 *
 * @param samples Names of the caller's own matrix: the rows are called so, and those without a match are left out. A full barcode, one
 * of fewer parts and a patient's own name find the patient's tumour; a normal sample finds nobody.
 */
export async function followUpOf(
  { path, description }: InstalledCohort,
  endpoint: Endpoint,
  samples?: readonly string[],
): Promise<CohortFollowUp | undefined> {
  if (description.survival[endpoint] === undefined) return undefined;
  const read = (name: 'survival' | 'samples' | 'clinical') => path(tableFile(name)).then(readTable);
  const [survival, sheet] = await Promise.all([read('survival'), read('samples')]);
  const clinical = await read('clinical').catch((): Table => ({ columns: ['patient'], rows: [] }));
  const rowOf = new Map(columnOf(survival, 'patient').map((patient, i) => [patient, i]));
  const [times, status] = [columnOf(survival, `${endpoint}.time`), columnOf(survival, endpoint)];
  const traits = clinical.columns.flatMap((column, i) => (column === 'patient' ? [] : [i]));
  const traitsOf = new Map(clinical.rows.map((row) => [row[clinical.columns.indexOf('patient')] ?? '', row]));
  const [names, patients, counts] = [columnOf(sheet, 'sample'), columnOf(sheet, 'patient'), columnOf(sheet, 'survival')];
  const own = names.flatMap((sample, i) => (counts[i] === '1' ? [{ sample, patient: patients[i] ?? '' }] : []));
  const followed = own.flatMap(({ sample, patient }) => {
    const [time = '', state = ''] = [times[rowOf.get(patient) ?? -1], status[rowOf.get(patient) ?? -1]];
    const known = (state === '0' || state === '1') && time !== '' && Number(time) >= 0;
    return known ? [{ sample, patient, time, state }] : [];
  });
  const called = samples === undefined ? undefined : callers(samples);
  const rows = followed.flatMap(({ sample, patient, time, state }) => {
    const name = called === undefined ? sample : called(sample, patient);
    return name === undefined ? [] : [[name, time, state, patient, ...traits.map((at) => traitsOf.get(patient)?.[at] ?? '')]];
  });
  const columns = ['sample', 'time', 'status', 'patient', ...traits.map((at) => clinical.columns[at] ?? '')];
  return { columns, rows, absent: followed.length - rows.length };
}

/** How the caller's matrix calls a cohort's sample; of several aliquots of one tumour the same one, the first in alphabetical order. */
function callers(samples: readonly string[]): (sample: string, patient: string) => string | undefined {
  const exact = new Set(samples);
  const whole = new Map<string, string>();
  const patients = new Map<string, string>();
  for (const name of [...samples].sort()) {
    const key = aliquot(name);
    if (key !== undefined && !whole.has(key)) whole.set(key, name);
    if (PATIENT.test(barcode(name))) patients.set(barcode(name), name);
  }
  return (sample, patient) => (exact.has(sample) ? sample : (whole.get(aliquot(sample) ?? '') ?? patients.get(patient)));
}
