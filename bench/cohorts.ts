/**
 * `npm run bench:cohorts`: a cohort of 1,200 samples × 60,000 genes in the layout of the GDC hub is made, installed and read: seconds of the
 * install and its memory, one gene in R, the whole as a download, and the tools for one gene from POST to `completed`. On another of 550
 * samples × 20,000 genes tumour is compared with normal. One run, warm page cache.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { link, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { gzipPieces } from '../apps/server/src/cohorts/file-content.ts';
import { Installer } from '../apps/server/src/cohorts/import/install.ts';
import { openPlace } from '../apps/server/src/cohorts/import/sources.ts';
import { CohortStore } from '../apps/server/src/cohorts/store.ts';
import { withStores } from '../apps/server/src/command-line/stores.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { Releases } from '../apps/server/src/releases/service.ts';
import { ServerProcess } from '../apps/server/tests/support/process.ts';
import { demoClient, EndWatch, median } from './measures.ts';

interface Size {
  code: string;
  samples: number;
  genes: number;
}

const LARGE: Size = { code: 'brca', samples: 1_200, genes: 60_000 };
const USUAL: Size = { code: 'luad', samples: 550, genes: 20_000 };
/** Rows that differ; a gene in so many has the same values again. */
const ROWS = 200;
const RUNS = 10;
const root = join(import.meta.dirname, '..');

/** One of ten is normal tissue. */
const sample = (_: unknown, i: number): string => `TCGA-ZZ-${String(i).padStart(4, '0')}-${i % 10 === 9 ? '11' : '01'}A`;

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
async function writeHub(folder: string, { code, samples, genes }: Size): Promise<number> {
  await mkdir(folder);
  const names = Array.from({ length: samples }, sample);
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
  await writeMatrix(file('star_counts.tsv.gz'), names, genes, true);
  const packed = await Promise.all([stat(file('star_tpm.tsv.gz')), stat(file('star_counts.tsv.gz'))]);
  return packed.reduce((sum, { size }) => sum + size, 0);
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

async function install(hub: string, store: CohortStore, { code }: Size): Promise<void> {
  const teller = { line: (text: string) => process.stdout.write(`${text}\n`), progress: () => undefined };
  await new Installer({ store, place: openPlace(hub), teller }).run({ codes: [code], update: false, gtex: false });
}

/** From POST to the message of the end, ms; each run with another gene, so that none repeats another. */
async function toolTimes(server: ServerProcess): Promise<Record<string, string>> {
  const client = await demoClient(server);
  const watch = await EndWatch.open(client);
  const time = async (request: Record<string, unknown>) => {
    const began = performance.now();
    const created = await client.create(request);
    if (created.status !== 200) throw new Error(`${request.task_type}: ${JSON.stringify(created.body)}`);
    return (await watch.end(created.body.id)) - began;
  };
  const shown: Record<string, string> = {};
  const single = { single_gene_differential_expression: 'target_genes', survival_analysis: 'target_gene' };
  for (const [taskType, field] of Object.entries(single)) {
    const times: number[] = [];
    for (let run = 1; run <= RUNS; run += 1) {
      const gene = `GENE${run * 11}`;
      const cohort =
        field === 'target_genes' ? { dataset: [LARGE.code], with_gtex: 0, [field]: [gene] } : { dataset: LARGE.code, [field]: gene };
      times.push(await time({ task_type: taskType, ...cohort }));
    }
    shown[`${taskType}, median of ${RUNS}, ms`] =
      `${Math.round(median(times))} (${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))})`;
  }
  const compare = { task_type: 'gene_differential_expression', dataset: USUAL.code, with_gtex: 0, method: 'limma' };
  shown[`gene_differential_expression by limma, ${USUAL.samples} × ${USUAL.genes}, s`] = ((await time(compare)) / 1000).toFixed(1);
  return shown;
}

const scratch = await mkdtemp(join(tmpdir(), 'oncoloom-bench-'));
const server = await ServerProcess.start();
const config = readConfig({ ONCOLOOM_DATA: server.data }, []);

async function measure(store: CohortStore): Promise<void> {
  const [hub, usual] = [join(scratch, 'hub'), join(scratch, 'usual')];
  const packed = await writeHub(hub, LARGE);
  await writeHub(usual, USUAL);
  const [installing] = await timed(() => install(hub, store, LARGE));
  const memory = process.resourceUsage().maxRSS / 1024;
  await install(usual, store, USUAL);
  const [describe, cohort] = await timed(() => store.describe(LARGE.code));
  if (cohort === undefined) throw new Error('the cohort was not installed');
  const [verify] = await timed(() => store.damaged(LARGE.code));
  const script = join(root, 'bench/plain/cohort-gene.R');
  // As a job's folder has it.
  const linked = join(scratch, LARGE.code);
  await mkdir(linked);
  for (const name of Object.keys(cohort.files)) await link(await cohort.path(name), join(linked, name));
  const gene = JSON.parse(execFileSync('Rscript', ['--vanilla', script, root, linked, String(LARGE.genes)], { encoding: 'utf8' }));
  const [download, bytes] = await timed(() => length(gzipPieces(cohort, { matrix: 'expression' }, cohort.description)));
  const tools = await toolTimes(server);
  process.stdout.write(`\n${cpus().length} cores, ${LARGE.samples} samples × ${LARGE.genes} genes, expression and counts\n`);
  console.table({
    'sources, MB packed': Math.round(packed / 1e6),
    'install, s': installing.toFixed(1),
    'largest memory of the install, MB': Math.round(memory),
    'describe, ms': (describe * 1000).toFixed(1),
    'verify by checksums, s': verify.toFixed(2),
    'first gene in R with opening, ms': gene.first.toFixed(1),
    'one gene more in R, ms': gene.further.toFixed(2),
    'download as tsv.gz, s': download.toFixed(1),
    'download, MB': Math.round(bytes / 1e6),
    ...tools,
  });
}

try {
  await withStores(config, createLog('silent'), (stores) => measure(new CohortStore(new Releases(stores), config.folders.cohorts)));
} finally {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
}
process.exit(0);
