/**
 * `npm run bench:cohorts`: a cohort of 1,200 samples × 60,000 genes in the layout of the GDC hub is made, installed, and read: seconds of the install
 * and its memory, one gene in R, the whole as a download. One run, warm page cache.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { gzipPieces } from '../apps/server/src/cohorts/file-content.ts';
import { Installer } from '../apps/server/src/cohorts/import/install.ts';
import { openPlace } from '../apps/server/src/cohorts/import/sources.ts';
import { CohortStore } from '../apps/server/src/cohorts/store.ts';

const SAMPLES = 1_200;
const GENES = 60_000;
/** Rows that differ; a gene in so many has the same values again. */
const ROWS = 200;
const root = join(import.meta.dirname, '..');

const sample = (i: number): string => `TCGA-ZZ-${String(i).padStart(4, '0')}-${i % 10 === 9 ? '11' : '01'}A`;
const names = Array.from({ length: SAMPLES }, (_, i) => sample(i));

/** Numbers as the hub writes them, with all their digits; a third is zero, as of genes. */
function rowText(row: number, whole: boolean): string {
  const cells = names.map((_, i) => {
    const value = (row * 7919 + i * 104_729) % 3 === 0 ? 0 : ((row * 31 + i * 17) % 9973) / (whole ? 1 : 7);
    return Math.log2(value + 1);
  });
  return cells.join('\t');
}

async function writeMatrix(path: string, whole: boolean): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, row) => rowText(row, whole));
  function* lines() {
    yield `Ensembl_ID\t${names.join('\t')}\n`;
    for (let gene = 1; gene <= GENES; gene += 1) yield `ENSG${String(gene).padStart(11, '0')}.1\t${rows[gene % ROWS]}\n`;
  }
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(path));
}

async function writeHub(folder: string): Promise<void> {
  await mkdir(folder);
  const probes = Array.from({ length: GENES }, (_, i) => `ENSG${String(i + 1).padStart(11, '0')}.1\tGENE${i + 1}\tchr1\t1\t2\t+`);
  await writeFile(
    join(folder, 'gencode.v36.annotation.gtf.gene.probemap'),
    ['id\tgene\tchrom\tchromStart\tchromEnd\tstrand', ...probes].join('\n'),
  );
  const clinical = names.map((name, i) => `${name}\t${40 + (i % 40)}`);
  await writeFile(join(folder, 'TCGA-BRCA.clinical.tsv'), ['sample\tage_at_index.demographic', ...clinical].join('\n'));
  const survival = names.map((name, i) => `${name}\t${i % 2}\t${name.slice(0, 12)}\t${100 + i}`);
  await writeFile(join(folder, 'TCGA-BRCA.survival.tsv'), ['sample\tOS\t_PATIENT\tOS.time', ...survival].join('\n'));
  await writeMatrix(join(folder, 'TCGA-BRCA.star_tpm.tsv.gz'), false);
  await writeMatrix(join(folder, 'TCGA-BRCA.star_counts.tsv.gz'), true);
}

async function timed<T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> {
  const began = performance.now();
  const result = await work();
  return [(performance.now() - began) / 1000, result];
}

async function length(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) bytes += piece.length;
  return bytes;
}

const scratch = await mkdtemp(join(tmpdir(), 'oncoloom-bench-'));
try {
  const hub = join(scratch, 'hub');
  await writeHub(hub);
  const packed = await Promise.all(['star_tpm', 'star_counts'].map((kind) => stat(join(hub, `TCGA-BRCA.${kind}.tsv.gz`))));
  const cohorts = join(scratch, 'cohorts');
  const teller = { line: (text: string) => process.stdout.write(`${text}\n`), progress: () => undefined };
  const installer = new Installer({ folder: cohorts, place: openPlace(hub), teller });
  const [install] = await timed(() => installer.run({ codes: ['brca'], update: false, gtex: false }));
  const memory = process.resourceUsage().maxRSS / 1024;
  const store = new CohortStore(cohorts);
  const [describe, cohort] = await timed(() => store.describe('brca'));
  if (cohort === undefined) throw new Error('the cohort was not installed');
  const [verify] = await timed(() => store.damaged('brca'));
  const script = join(root, 'bench/plain/cohort-gene.R');
  const gene = JSON.parse(execFileSync('Rscript', ['--vanilla', script, root, cohort.folder, String(GENES)], { encoding: 'utf8' }));
  const [download, bytes] = await timed(() => length(gzipPieces(cohort.folder, { matrix: 'expression' }, cohort.description)));
  process.stdout.write(`\n${cpus().length} cores, ${SAMPLES} samples × ${GENES} genes, expression and counts\n`);
  console.table({
    'sources, MB packed': Math.round(packed.reduce((sum, { size }) => sum + size, 0) / 1e6),
    'install, s': install.toFixed(1),
    'largest memory of the install, MB': Math.round(memory),
    'describe, ms': (describe * 1000).toFixed(1),
    'verify by checksums, s': verify.toFixed(2),
    'first gene in R with opening, ms': gene.first.toFixed(1),
    'one gene more in R, ms': gene.further.toFixed(2),
    'download as tsv.gz, s': download.toFixed(1),
    'download, MB': Math.round(bytes / 1e6),
  });
} finally {
  await rm(scratch, { recursive: true, force: true });
}
