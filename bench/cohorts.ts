/**
 * `npm run bench:cohorts`: a cohort of 1,200 samples × 60,000 genes in the layout of the GDC hub is made, installed and read: seconds of the
 * install and its memory, one gene in R, the whole as a download, and the tools for one gene from POST to `completed`. On another of 550
 * samples × 20,000 genes tumour is compared with normal. One run, warm page cache.
 */
import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipPieces } from '../apps/server/src/cohorts/file-content.ts';
import type { CohortStore } from '../apps/server/src/cohorts/store.ts';
import { ServerProcess } from '../apps/server/tests/support/process.ts';
import { install, type Size, timed, withCohorts, writeHub } from './cohort-hub.ts';
import { demoClient, EndWatch, median } from './measures.ts';

const LARGE: Size = { code: 'brca', samples: 1_200, genes: 60_000 };
const USUAL: Size = { code: 'luad', samples: 550, genes: 20_000 };
const RUNS = 10;
const root = join(import.meta.dirname, '..');

async function length(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const piece of pieces) bytes += piece.length;
  return bytes;
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
  await withCohorts(server.data, measure);
} finally {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
}
process.exit(0);
