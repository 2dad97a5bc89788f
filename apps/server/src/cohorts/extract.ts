import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CohortReads, MATRIX_NAMES, type MatrixName } from '@oncoloom/contract';
import { CHECKSUMS_FILE, type Checksums, checksumsSchema, matrixFiles, tableFile, VALUE_BYTES } from './layout.ts';
import { columnOf, readTable } from './release-tables.ts';

/** A file of a release as it is given away: in its place with its checksum, or cut down, in memory. */
export type ExtractedFile = { name: string; path: string; sha256: string } | { name: string; bytes: Buffer };

/** The files of a release that a run with these reads can be repeated with, in the same layout. */
export async function extractFiles(folder: string, reads: CohortReads): Promise<ExtractedFile[]> {
  const checksums = checksumsSchema.parse(JSON.parse(await readFile(join(folder, CHECKSUMS_FILE), 'utf8')));
  const ofMatrices = new Set(MATRIX_NAMES.flatMap((name) => Object.values(matrixFiles(name))));
  const others = Object.keys(checksums).filter((name) => !ofMatrices.has(name) && name !== tableFile('truth'));
  const extracted = others.map((name) => inPlace(folder, checksums, name));
  for (const matrix of MATRIX_NAMES) {
    const files = matrixFiles(matrix);
    if (!(files.values in checksums)) continue;
    // The samples of a matrix are asked for also where none of its values is.
    extracted.push(inPlace(folder, checksums, files.samples));
    const genes = reads[matrix];
    if (genes === null) extracted.push(inPlace(folder, checksums, files.values), inPlace(folder, checksums, files.genes));
    else extracted.push(...(await someGenes(folder, matrix, genes ?? [])));
  }
  return extracted;
}

function inPlace(folder: string, checksums: Checksums, name: string): ExtractedFile {
  return { name, path: join(folder, name), sha256: checksums[name]?.sha256 ?? '' };
}

/** Rows of some genes, in the order of the matrix. */
async function someGenes(folder: string, matrix: MatrixName, genes: readonly string[]): Promise<ExtractedFile[]> {
  const files = matrixFiles(matrix);
  const table = await readTable(join(folder, files.genes));
  const samples = (await readTable(join(folder, files.samples))).rows.length;
  const wanted = new Set(genes);
  const places = columnOf(table, 'symbol').flatMap((symbol, i) => (wanted.has(symbol) ? [i] : []));
  const rowBytes = samples * VALUE_BYTES;
  const values = Buffer.alloc(places.length * rowBytes);
  const handle = await open(join(folder, files.values));
  try {
    for (const [i, place] of places.entries()) await handle.read(values, i * rowBytes, rowBytes, place * rowBytes);
  } finally {
    await handle.close();
  }
  const rows = places.map((place) => (table.rows[place] ?? []).join('\t'));
  return [
    { name: files.values, bytes: values },
    { name: files.genes, bytes: Buffer.from(`${[table.columns.join('\t'), ...rows].join('\n')}\n`) },
  ];
}
