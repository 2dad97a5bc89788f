import { formatCount, listNames } from '../words/format.ts';
import { sampleColumn } from './survival-columns.ts';

/**
 * Names of a table that are those of a matrix's samples in another length: clinical tables go by patients, barcodes are cut at the patient (12
 * characters), the sample (15, 16) or the aliquot (28), and R makes dots of dashes. Joined is what can mean one sample alone; the server gives R the
 * table with the matrix's names, and the form says what was joined.
 */
export interface JoinedNames {
  /** The sample of each name that is not one itself. */
  samples: ReadonlyMap<string, string>;
  /** Patients of several tumour samples: the first portion of the primary tumour stands for them. */
  chosen: number;
  /** Names that may mean more than one sample: they are not joined. */
  several: readonly string[];
}

/** Barcodes of TCGA and TARGET: the patient, the kind of sample (01–09 tumours, 10–19 normal tissue), the portion. */
const BARCODE = /^(TCGA-[A-Z0-9]{2}-[A-Z0-9]{4}|TARGET-\d{2}-[A-Z0-9]{6})(?:-(\d{2})([A-Z])?(?=-|$))?/;
const isTumour = (code: string) => Number(code) < 10;
/** Primary solid tumours, and the blood of leukaemias (3, 9): relapses and metastases never stand for them. */
const PRIMARY = ['01', '03', '09'];
/** What stands behind a patient's name in the names of the own samples of a study. */
const TUMOUR_END = /^-(T|TUMOU?R|TU|CANCER|CA|PRIMARY)\d*$/;
const NORMAL_END = /^-(N|NORMAL|NT|NAT|ADJACENT|PARA|P)\d*$/;

const plainName = (name: string): string =>
  name
    .trim()
    .toUpperCase()
    .replace(/^X(?=\d)/, '')
    .replace(/[\s._-]+/g, '-')
    .replace(/^-|-$/g, '');

interface Barcode {
  patient: string;
  code?: string;
  vial?: string;
}

function barcodeOf(name: string): Barcode | undefined {
  const found = BARCODE.exec(plainName(name));
  if (found === null) return undefined;
  const [, patient = '', code, vial] = found;
  return { patient, ...(code === undefined ? {} : { code }), ...(vial === undefined ? {} : { vial }) };
}

type Found = { sample: string; chosen?: true } | 'several' | undefined;

function ofBarcode(asked: Barcode, own: readonly (Barcode & { sample: string })[]): Found {
  const agrees = (a: string | undefined, b: string | undefined) => a === undefined || b === undefined || a === b;
  // A patient alone means the tumour, whichever side is written so.
  const fitting = own.filter(
    ({ code, vial }) =>
      agrees(asked.code, code) &&
      agrees(asked.vial, vial) &&
      [asked.code, code].every((one) => asked.code === code || isTumour(one ?? '01')),
  );
  const [only] = fitting;
  if (only === undefined) return undefined;
  if (fitting.length === 1) return { sample: only.sample };
  if (asked.code !== undefined) return 'several';
  const first = fitting
    .filter(({ code }) => code !== undefined && PRIMARY.includes(code))
    .sort(
      (a, b) => (a.code ?? '').localeCompare(b.code ?? '') || (a.vial ?? '').localeCompare(b.vial ?? '') || (a.sample < b.sample ? 1 : -1),
    )[0];
  return first === undefined ? 'several' : { sample: first.sample, chosen: true };
}

function ofPatient(name: string, own: readonly string[]): Found {
  const key = plainName(name);
  const ends = own.map((sample) => ({ sample, end: plainName(sample).slice(key.length) }));
  const tumours = ends.filter(({ end }) => TUMOUR_END.test(end));
  const [only] = tumours.length > 0 ? tumours : ends;
  if (only === undefined) return undefined;
  if (tumours.length > 1 || (tumours.length === 0 && ends.length > 1)) return 'several';
  return NORMAL_END.test(only.end) ? undefined : { sample: only.sample };
}

const listOf = <T>(map: Map<string, T[]>, key: string): T[] => {
  const known = map.get(key) ?? [];
  map.set(key, known);
  return known;
};

/** How the names of a table are found among the samples of a matrix; names that stand there as they are need no joining. */
export function joinNames(names: readonly string[], samples: readonly string[]): JoinedNames {
  const known = new Set(samples);
  const patients = new Map<string, (Barcode & { sample: string })[]>();
  const beginnings = new Map<string, string[]>();
  for (const sample of samples) {
    const barcode = barcodeOf(sample);
    if (barcode !== undefined) {
      listOf(patients, barcode.patient).push({ ...barcode, sample });
      continue;
    }
    const key = plainName(sample);
    for (let end = key.indexOf('-'); end > 0; end = key.indexOf('-', end + 1)) listOf(beginnings, key.slice(0, end)).push(sample);
  }
  const found = new Map<string, Found>();
  for (const name of names) {
    if (known.has(name) || found.has(name)) continue;
    const barcode = barcodeOf(name);
    found.set(
      name,
      barcode === undefined
        ? ofPatient(name, beginnings.get(plainName(name)) ?? [])
        : ofBarcode(barcode, patients.get(barcode.patient) ?? []),
    );
  }
  const taken = new Map<string, number>();
  for (const name of new Set(names)) if (known.has(name)) taken.set(name, 1);
  for (const one of found.values()) if (typeof one === 'object') taken.set(one.sample, (taken.get(one.sample) ?? 0) + 1);
  const joined = new Map<string, string>();
  const several: string[] = [];
  let chosen = 0;
  for (const [name, one] of found) {
    // Two names of one sample: nobody knows which row is its.
    if (one === 'several' || (typeof one === 'object' && (taken.get(one.sample) ?? 0) > 1)) several.push(name);
    else if (typeof one === 'object') {
      joined.set(name, one.sample);
      if (one.chosen === true) chosen += 1;
    }
  }
  return { samples: joined, chosen, several };
}

/** What was joined, as a sentence; undefined where nothing was. */
export function joinedWords({ samples, chosen }: JoinedNames): string | undefined {
  const [first] = samples;
  if (first === undefined) return undefined;
  const primary = chosen > 0 ? `；其中 ${formatCount(chosen)} 个患者有几个肿瘤样本，取原发灶的第一份` : '';
  return `有 ${formatCount(samples.size)} 行按患者或样本编号对上了矩阵的样本，如 ${first[0]} 对 ${first[1]}${primary}`;
}

/** Names that were not joined because they may mean several samples, as a sentence; undefined where there are none. */
export function severalWords({ several }: JoinedNames): string | undefined {
  return several.length === 0 ? undefined : `其中 ${listNames(several)} 可以对上不止一个样本，请写成矩阵里的样本名`;
}

interface SampleTable {
  columns: readonly string[];
  cells: readonly (readonly string[])[];
}

/** The table with its column of names called `sample`, where another one serves as that. */
export function withSampleColumn(columns: readonly string[]): readonly string[] {
  const at = columns.includes('sample') ? -1 : sampleColumn(columns);
  return at < 0 ? columns : columns.map((column, i) => (i === at ? 'sample' : column));
}

/** The cells of a table with the matrix's names of samples, and how they were found. */
export function joinTable({ columns, cells }: SampleTable, samples: readonly string[] | undefined) {
  const at = columns.indexOf('sample');
  const names = joinNames(samples === undefined || at < 0 ? [] : cells.map((row) => row[at] ?? ''), samples ?? []);
  if (names.samples.size === 0) return { cells, names };
  return { cells: cells.map((row) => row.map((cell, i) => (i === at ? (names.samples.get(cell) ?? cell) : cell))), names };
}
