import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Installer } from '../apps/server/src/cohorts/import/install.ts';
import { openPlace } from '../apps/server/src/cohorts/import/sources.ts';
import { CohortStore } from '../apps/server/src/cohorts/store.ts';
import { withStores } from '../apps/server/src/command-line/stores.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { Releases } from '../apps/server/src/releases/service.ts';

/** Cohorts for benches, made in the layout of the GDC hub. */

export interface Size {
  code: string;
  samples: number;
  genes: number;
  /** Every how many samples is normal tissue; 10 where it is left out. */
  normalEvery?: number;
  /** A file of counts in the hub's layout, in the place of those that are made up. */
  counts?: string;
}

/** Rows that differ; a gene in so many has the same values again. */
const ROWS = 200;

/** The names of the samples, tumours and normals. */
export const samplesOf = ({ samples, normalEvery = 10 }: Size): string[] =>
  Array.from({ length: samples }, (_, i) => `TCGA-ZZ-${String(i).padStart(4, '0')}-${i % normalEvery === normalEvery - 1 ? '11' : '01'}A`);

/** Numbers as the hub writes them, with all their digits; a third is zero, as of genes. */
function rowText(row: number, samples: number, whole: boolean): string {
  const cells = Array.from({ length: samples }, (_, i) => {
    const value = (row * 7919 + i * 104_729) % 3 === 0 ? 0 : ((row * 31 + i * 17) % 9973) / (whole ? 1 : 7);
    return Math.log2(value + 1);
  });
  return cells.join('\t');
}

async function writeMatrix(path: string, names: readonly string[], genes: number, whole: boolean): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, row) => rowText(row, names.length, whole));
  function* lines() {
    yield `Ensembl_ID\t${names.join('\t')}\n`;
    for (let gene = 1; gene <= genes; gene += 1) yield `ENSG${String(gene).padStart(11, '0')}.1\t${rows[gene % ROWS]}\n`;
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(path));
}

/** Answers the bytes of the two matrices. */
export async function writeHub(folder: string, size: Size): Promise<number> {
  const { code, genes, counts } = size;
  await mkdir(folder);
  const names = samplesOf(size);
  const file = (kind: string) => join(folder, `TCGA-${code.toUpperCase()}.${kind}`);
  const probes = Array.from({ length: genes }, (_, i) => `ENSG${String(i + 1).padStart(11, '0')}.1\tGENE${i + 1}\tchr1\t1\t2\t+`);
  await writeFile(
    join(folder, 'gencode.v36.annotation.gtf.gene.probemap'),
    ['id\tgene\tchrom\tchromStart\tchromEnd\tstrand', ...probes].join('\n'),
  );
  const clinical = names.map((name, i) => `${name}\t${40 + (i % 40)}`);
  await writeFile(file('clinical.tsv'), ['sample\tage_at_index.demographic', ...clinical].join('\n'));
  const survival = names.map((name, i) => `${name}\t${i % 2}\t${name.slice(0, 12)}\t${100 + i}`);
  await writeFile(file('survival.tsv'), ['sample\tOS\t_PATIENT\tOS.time', ...survival].join('\n'));
  await writeMatrix(file('star_tpm.tsv.gz'), names, genes, false);
  if (counts === undefined) await writeMatrix(file('star_counts.tsv.gz'), names, genes, true);
  else await copyFile(counts, file('star_counts.tsv.gz'));
  const packed = await Promise.all([stat(file('star_tpm.tsv.gz')), stat(file('star_counts.tsv.gz'))]);
  return packed.reduce((sum, { size }) => sum + size, 0);
}

/** Seconds of some work, and what it answers. */
export async function timed<T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const began = performance.now();
  const result = await work();
  return [(performance.now() - began) / 1000, result];
}

/** Installs a cohort of a hub. */
export async function install(hub: string, store: CohortStore, { code }: Size): Promise<void> {
  const teller = { line: (text: string) => process.stdout.write(`${text}\n`), progress: () => undefined };
  await new Installer({ store, place: openPlace(hub), teller }).run({ codes: [code], update: false, gtex: false });
}

/** Runs work on the cohorts of a data folder, beside its server. */
export function withCohorts<T>(data: string, work: (store: CohortStore) => Promise<T>): Promise<T> {
  const config = readConfig({ ONCOLOOM_DATA: data }, []);
  return withStores(config, createLog('silent'), (stores) => work(new CohortStore(new Releases(stores), config.folders.cohorts)));
}
