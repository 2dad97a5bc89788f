import { open } from 'node:fs/promises';
import type { MatrixName } from '@oncoloom/contract';
import { matrixFiles, VALUE_BYTES } from './layout.ts';
import { readTable } from './release-tables.ts';
import type { CohortFiles } from './store.ts';

const PIECE = 4 * 1024 ** 2;

export interface MatrixRow {
  symbol: string;
  id: string;
  /** In the order of the samples; used again for the next row. */
  values: Float32Array | Int32Array;
}

export interface OpenMatrix {
  samples: readonly string[];
  rows: () => AsyncGenerator<MatrixRow>;
}

/** A matrix of a release, gene by gene. */
export async function readMatrix({ path }: CohortFiles, name: MatrixName): Promise<OpenMatrix> {
  const files = matrixFiles(name);
  const [genes, samples] = await Promise.all([path(files.genes).then(readTable), path(files.samples).then(readTable)]);
  const names = samples.rows.map(([sample]) => sample ?? '');
  const values = await path(files.values);
  return { samples: names, rows: () => rowsOf(values, name, genes.rows, names.length) };
}

async function* rowsOf(path: string, name: MatrixName, genes: readonly (readonly string[])[], columns: number): AsyncGenerator<MatrixRow> {
  const rowBytes = columns * VALUE_BYTES;
  const perPiece = Math.max(1, Math.floor(PIECE / rowBytes));
  const Kind = name === 'counts' ? Int32Array : Float32Array;
  const handle = await open(path);
  try {
    const piece = Buffer.from(new ArrayBuffer(perPiece * rowBytes));
    for (let first = 0; first < genes.length; first += perPiece) {
      const here = genes.slice(first, first + perPiece);
      await handle.read(piece, 0, here.length * rowBytes, first * rowBytes);
      for (const [i, [symbol = '', id = '']] of here.entries())
        yield { symbol, id, values: new Kind(piece.buffer, piece.byteOffset + i * rowBytes, columns) };
    }
  } finally {
    await handle.close();
  }
}
