import type { MatrixFacts, UserFile } from '@oncoloom/contract';

/** A file of a matrix that says of its samples what `columns` hold. */
export function seriesFile(columns: Record<string, string[]>, more: Partial<MatrixFacts> = {}): UserFile {
  const count = Object.values(columns)[0]?.length ?? 0;
  const matrix = {
    samples: Array.from({ length: count }, (_, i) => `G${i + 1}`),
    kind: 'linear',
    minimum: 85,
    maximum: 65535,
    platform: null,
    annotations: { columns: Object.entries(columns).map(([name, values]) => ({ name, values })) },
    ...more,
  } as unknown as MatrixFacts;
  return { id: 1, name: 'series', facts: { findings: [], matrix } } as unknown as UserFile;
}

let made = 0;

/** One of several series, with samples called after it. */
export function oneOfSeveral(name: string, columns: Record<string, string[]>): UserFile {
  made += 1;
  const count = Object.values(columns)[0]?.length ?? 0;
  const samples = Array.from({ length: count }, (_, i) => `${name.slice(0, 4)}_${i + 1}`);
  const scale: Partial<MatrixFacts> = { kind: 'log', identifiers: 'symbol', minimum: 2, maximum: 14, columnSums: [] };
  return { ...seriesFile(columns, { samples, ...scale }), id: made, name };
}
