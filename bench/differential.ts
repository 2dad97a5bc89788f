/**
 * `npm run bench:differential`: voom, DESeq2 and edgeR on 20,000 simulated genes, as many tumours as normals: from POST to `completed`, beside a plain
 * Rscript of the package on the same counts, in turns. Writes the ratios of the medians into docs/own-methods.md. Warm page cache: compare the ratios,
 * not the seconds of different machines. Not as root: the server that gives root up could not read the cohorts that this installs.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ServerProcess } from '../apps/server/tests/support/process.ts';
import { install, type Size, samplesOf, timed, withCohorts, writeHub } from './cohort-hub.ts';
import { demoClient, EndWatch, median } from './measures.ts';

const METHODS = { voom: 'limma-voom', deseq2: 'DESeq2', edger: 'edgeR QL' } as const;
const SIZES = [
  { code: 'chol', samples: 12, runs: 3 },
  { code: 'luad', samples: 200, runs: 3 },
  { code: 'brca', samples: 550, runs: 1 },
] as const;
const GENES = 20_000;
const root = join(import.meta.dirname, '..');
/** The server drops a channel that does not answer: this process must not wait for R. */
const plain = (script: string, ...given: readonly string[]) =>
  promisify(execFile)('Rscript', ['--vanilla', join(root, 'bench/plain', script), ...given]);

/** Simulates the counts of a size and installs them as a cohort. Answers the file of the counts. */
async function installed(scratch: string, data: string, { code, samples }: (typeof SIZES)[number]): Promise<string> {
  const counts = join(scratch, `${code}.tsv.gz`);
  const size: Size = { code, samples, genes: GENES, normalEvery: 2, counts };
  await plain('simulate-counts.R', counts, String(GENES), ...samplesOf(size));
  const hub = join(scratch, code);
  await writeHub(hub, size);
  await withCohorts(data, (store) => install(hub, store, size));
  return counts;
}

/** The table of `docs/own-methods.md`, between its marks. */
function writeTimes(rows: readonly (readonly string[])[]): void {
  const path = join(root, 'docs/own-methods.md');
  const heads = ['tool', ...SIZES.map(({ samples }) => `${samples} samples`)];
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const [before, after] = ['<!-- times -->', '<!-- end of times -->'];
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, `${text.slice(0, text.indexOf(before))}${before}\n${lines}\n${text.slice(text.indexOf(after))}`);
}

const scratch = await mkdtemp(join(tmpdir(), 'oncoloom-bench-'));
const server = await ServerProcess.start();
try {
  const client = await demoClient(server);
  const watch = await EndWatch.open(client);
  const run = async (code: string, method: string) => {
    const request = { task_type: 'gene_differential_expression', dataset: code, with_gtex: 0, method };
    const created = await client.create(request);
    if (created.status !== 200) throw new Error(`${method}: ${JSON.stringify(created.body)}`);
    await watch.end(created.body.id);
  };
  const cells = new Map<string, string>();
  for (const size of SIZES) {
    const counts = await installed(scratch, server.data, size);
    for (const method of Object.keys(METHODS)) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let i = 0; i < size.runs; i += 1) {
        ours.push((await timed(() => run(size.code, method)))[0]);
        theirs.push((await timed(() => plain('differential.R', method, counts, join(scratch, 'plain'))))[0]);
      }
      const cell = `${(median(ours) / median(theirs)).toFixed(2)} (${median(ours).toFixed(1)} s of ${median(theirs).toFixed(1)} s)`;
      process.stdout.write(`${size.samples} samples, ${method}: ${cell}; load ${loadavg()[0]?.toFixed(1)}\n`);
      cells.set(`${method} ${size.samples}`, cell);
    }
  }
  process.stdout.write(`${cpus().length} processors, ${GENES} genes\n`);
  writeTimes(
    Object.entries(METHODS).map(([method, name]) => [name, ...SIZES.map(({ samples }) => cells.get(`${method} ${samples}`) ?? '')]),
  );
} finally {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
}
process.exit(0);
