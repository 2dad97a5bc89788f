import { open, readFile } from 'node:fs/promises';
import type { GeneInCohort } from '@oncoloom/contract';
import { matrixFiles, tableFile, VALUE_BYTES } from './layout.ts';
import { columnOf, readTable } from './release-tables.ts';
import type { CohortStore, InstalledCohort } from './store.ts';

const LINE = 10;

/** What a gene may be called in a matrix, likeliest first. Ensembl numbers without versions. */
export interface GeneNames {
  symbols: readonly string[];
  ensembl: readonly string[];
}

/** A gene in the expression of every installed cohort. Reads of each matrix the names and one row. */
export async function geneInCohorts(store: CohortStore, names: GeneNames): Promise<GeneInCohort[]> {
  const found: GeneInCohort[] = [];
  // One after the other: the lists of genes of 33 cohorts at once would be 50 MB.
  for (const cohort of await store.list()) {
    const gene = await geneInCohort(cohort, names);
    if (gene !== undefined) found.push(gene);
  }
  return found;
}

async function geneInCohort({ description, path }: InstalledCohort, names: GeneNames): Promise<GeneInCohort | undefined> {
  const { code, label, name, simulated, matrices } = description;
  if (matrices.expression === undefined) return undefined;
  const files = matrixFiles('expression');
  const about = { code, label, name, simulated, unit: matrices.expression.unit };
  const row = findRow(await readFile(await path(files.genes)), names);
  if (row === undefined) return { ...about, symbol: null, tumour: null, normal: null };
  const [sheet, columns] = await Promise.all([path(tableFile('samples')).then(readTable), path(files.samples).then(readTable)]);
  const types = new Map(columnOf(sheet, 'type').map((type, i) => [columnOf(sheet, 'sample')[i] ?? '', type]));
  const samples = columnOf(columns, 'sample');
  const values = await readRow(await path(files.values), row.at, samples.length);
  const medianOf = (type: string) => {
    const chosen = values.filter((_, i) => types.get(samples[i] ?? '') === type);
    return chosen.length === 0 ? null : { samples: chosen.length, median: median(chosen) };
  };
  return { ...about, symbol: row.symbol, tumour: medianOf('tumour'), normal: medianOf('normal') };
}

/** The row of the first name that is there: a symbol, else the number under another symbol. */
function findRow(genes: Buffer, { symbols, ensembl }: GeneNames): { at: number; symbol: string } | undefined {
  const [current, ...earlier] = symbols;
  const tries = [
    ...(current === undefined ? [] : [`\n${current}\t`]),
    ...ensembl.flatMap((id) => [`\t${id}.`, `\t${id}\t`, `\t${id}\n`]),
    ...earlier.map((symbol) => `\n${symbol}\t`),
  ];
  const text = tries.find((candidate) => genes.includes(candidate));
  if (text === undefined) return undefined;
  const place = genes.indexOf(text);
  const start = text.startsWith('\n') ? place + 1 : genes.lastIndexOf(LINE, place) + 1;
  // The header is no row.
  let at = -1;
  for (let i = 0; i < start; i += 1) if (genes[i] === LINE) at += 1;
  return { at, symbol: genes.toString('utf8', start, genes.indexOf('\t', start)) };
}

async function readRow(path: string, row: number, columns: number): Promise<Float32Array> {
  const handle = await open(path);
  try {
    const bytes = Buffer.from(new ArrayBuffer(columns * VALUE_BYTES));
    await handle.read(bytes, 0, bytes.length, row * bytes.length);
    return new Float32Array(bytes.buffer, bytes.byteOffset, columns);
  } finally {
    await handle.close();
  }
}

function median(values: Float32Array): number {
  const sorted = values.slice().sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}
