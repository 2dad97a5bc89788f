/**
 * `npm run bench`: per tool the time from POST to the `completed` message and its stages one after the other, a figure's first PDF, and the same
 * work by a plain `Rscript` that loads the packages itself. One run, warm page cache: compare the ratios, not the seconds of different machines.
 *
 * Needs the public series matrix GSE14520-GPL571; its folder is ONCOLOOM_SHARED or ../shared/data beside the repository.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Analysis } from '@oncoloom/contract';
import type { Client } from '../apps/server/tests/support/client.ts';
import { ServerProcess } from '../apps/server/tests/support/process.ts';
import { demoClient, EndWatch, median } from './measures.ts';

const RUNS = 20;
const PLAIN_RUNS = 5;
const REST_MS = 1_000;
const root = join(import.meta.dirname, '..');
const shared = process.env.ONCOLOOM_SHARED ?? join(root, '../shared/data');
const series = join(shared, 'microarray/GSE14520-GPL571_series_matrix.txt.gz');

const shown = (ms: number): string => `${Math.round(ms)} ms`;

interface Case {
  name: string;
  request: Record<string, unknown>;
  figure: string;
  plain: readonly string[];
}

/**
 * Of one run, in their order: `POST` checks the request and takes the points; `queue` hands the task to a worker, whose message comes; `handing over`
 * links the inputs and forks R, and afterwards copies the tables with their checksums, stores the result and tells of it; the others are R's.
 */
const STAGES = ['POST', 'queue', 'read', 'analyse', 'write', 'handing over'] as const;
type Stage = (typeof STAGES)[number];

/** @param at Moments, ms. A run may have begun before its POST was answered. */
function stagesOf(
  { result }: Analysis,
  { began, answered, begun, ended }: Record<'began' | 'answered' | 'begun' | 'ended', number>,
): Record<Stage, number> {
  const { read = Number.NaN, analyse = Number.NaN, write = Number.NaN } = result?.seconds ?? {};
  const first = Math.max(answered, begun);
  return {
    POST: answered - began,
    queue: first - answered,
    read: read * 1000,
    analyse: analyse * 1000,
    write: write * 1000,
    'handing over': ended - first - (read + analyse + write) * 1000,
  };
}

/** Runs a script on its own, several times; the first run warms the page cache and is not counted. */
function plainTime(command: readonly string[]): number {
  const times: number[] = [];
  for (let i = 0; i <= PLAIN_RUNS; i += 1) {
    const began = performance.now();
    execFileSync('Rscript', ['--vanilla', ...command]);
    if (i > 0) times.push(performance.now() - began);
  }
  return median(times);
}

async function measure(client: Client, watch: EndWatch, { name, request, figure, plain }: Case): Promise<Record<string, string>> {
  const totals: number[] = [];
  const stages: Record<Stage, number>[] = [];
  const pdfs: number[] = [];
  for (let i = 0; i < RUNS; i += 1) {
    const began = performance.now();
    const created = await client.create({ ...request, task_name: `${name} ${i}` });
    if (created.status !== 200) throw new Error(`${name}: ${JSON.stringify(created.body)}`);
    const answered = performance.now();
    const ended = await watch.end(created.body.id);
    const analysis: Analysis = await client.analysis(created.body.id);
    totals.push(ended - began);
    stages.push(stagesOf(analysis, { began, answered, begun: watch.begun(created.body.id), ended }));
    const file = analysis.result?.files.find((entry) => entry.file_key === `${figure}_pdf`);
    const asked = performance.now();
    const response = await client.fetch(
      `/api/analysis/${created.body.id}/files/${file?.file_key}/${encodeURIComponent(file?.filename ?? '')}`,
    );
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${name}: PDF ${response.status}`);
    pdfs.push(performance.now() - asked);
    // As users do: one after the other, the engine at rest before each.
    await wait(REST_MS);
  }
  const alone = plainTime(plain);
  const total = median(totals);
  return {
    tool: name,
    'POST → completed': shown(total),
    ...Object.fromEntries(STAGES.map((stage) => [stage, shown(median(stages.map((one) => one[stage])))])),
    'first PDF': shown(median(pdfs)),
    'plain Rscript': shown(alone),
    ratio: (total / alone).toFixed(2),
  };
}

async function main(): Promise<void> {
  if (!existsSync(series)) {
    process.stdout.write(`The bench needs ${series}; set ONCOLOOM_SHARED to the folder that holds it.\n`);
    process.exit(1);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'oncoloom-bench-'));
  const server = await ServerProcess.start();
  try {
    const client = await demoClient(server);
    const watch = await EndWatch.open(client);
    const file = await client.file('GSE14520.txt.gz', new Uint8Array(readFileSync(series)), 'expression');
    const tissue = file.facts?.matrix?.annotations?.columns.find((column) => column.name === 'Tissue');
    const groups = (file.facts?.matrix?.samples ?? []).map((sample, i) => ({ sample, group: tissue?.values[i] ?? '' }));
    const limma = {
      task_type: 'limma_differential_analysis',
      file_id: file.id,
      sample_groups: groups,
      case_group: 'Liver Tumor Tissue',
      control_group: 'Liver Non-Tumor Tissue',
    };
    const source = await client.ended((await client.create(limma)).body.id);
    const statistics = join(scratch, 'statistics.tsv');
    writeFileSync(
      statistics,
      await (await client.fetch(`/api/analysis/${source.id}/files/limma_tsv/${encodeURIComponent('差异表.tsv')}`)).text(),
    );
    const rows = [
      await measure(client, watch, {
        name: 'limma',
        request: limma,
        figure: 'volcano',
        plain: [join(root, 'bench/plain/limma.R'), series, join(scratch, 'limma')],
      }),
      await measure(client, watch, {
        name: 'volcano',
        request: { task_type: 'volcano_plot_analysis', source_analysis_id: source.id },
        figure: 'volcano',
        plain: [join(root, 'bench/plain/volcano.R'), statistics, join(scratch, 'volcano')],
      }),
    ];
    process.stdout.write(
      `\n${cpus().length} cores, GSE14520-GPL571 (${file.facts?.matrix?.rows} × ${file.facts?.matrix?.columns}), medians of ${RUNS} runs; plain scripts of ${PLAIN_RUNS}\n`,
    );
    console.table(rows);
  } finally {
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
  process.exit(0);
}

await main();
