import { open } from 'node:fs/promises';
import { type CohortReads, MATRIX_NAMES, type MatrixName } from '@oncoloom/contract';
import { matrixFiles, tableFile, VALUE_BYTES } from './layout.ts';
import { columnOf, readTable } from './release-tables.ts';
import type { CohortFiles } from './store.ts';

/** A file of a release as it is given away: in its place with its checksum, or cut down, in memory. */
type ExtractedFile = { name: string; path: string; sha256: string } | { name: string; bytes: Buffer };

/** The files of a release that a run with these reads can be repeated with, in the same layout. */
export async function extractFiles(release: CohortFiles, reads: CohortReads): Promise<ExtractedFile[]> {
  const ofMatrices = new Set(MATRIX_NAMES.flatMap((name) => Object.values(matrixFiles(name))));
  const wanted = Object.keys(release.files).filter((name) => !ofMatrices.has(name) && name !== tableFile('truth'));
  const cut: ExtractedFile[] = [];
  for (const matrix of MATRIX_NAMES) {
    const files = matrixFiles(matrix);
    if (!(files.values in release.files)) continue;
    // The samples of a matrix are asked for also where none of its values is.
    wanted.push(files.samples);
    const genes = reads[matrix];
    if (genes === null) wanted.push(files.values, files.genes);
    else cut.push(...(await someGenes(release, matrix, genes ?? [])));
  }
  const inPlace = wanted.map(async (name) => ({ name, path: await release.path(name), sha256: release.files[name]?.sha256 ?? '' }));
  return [...(await Promise.all(inPlace)), ...cut];
}

/** Rows of some genes, in the order of the matrix. */
async function someGenes({ path }: CohortFiles, matrix: MatrixName, genes: readonly string[]): Promise<ExtractedFile[]> {
  const files = matrixFiles(matrix);
  const table = await readTable(await path(files.genes));
  const samples = (await readTable(await path(files.samples))).rows.length;
  const wanted = new Set(genes);
  const places = columnOf(table, 'symbol').flatMap((symbol, i) => (wanted.has(symbol) ? [i] : []));
  const rowBytes = samples * VALUE_BYTES;
  const values = Buffer.alloc(places.length * rowBytes);
  const handle = await open(await path(files.values));
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
