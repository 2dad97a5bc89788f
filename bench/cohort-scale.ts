/**
 * `npm run bench:cohort-scale`: cohorts of 500 and of 5,000 samples × 20,000 genes, expression and counts: seconds and memory of the install, and of one
 * gene, Kaplan-Meier and limma from POST to `completed`, with the largest memory that a child of the engine had for itself. Each divided by the ratio of the
 * samples: 1 is linear, below 1 better. Warm page cache; the median of three runs, limma once.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { childWithJob } from '../apps/server/tests/support/engine-processes.ts';
import { ServerProcess } from '../apps/server/tests/support/process.ts';
import { install, type Size, timed, withCohorts, writeHub } from './cohort-hub.ts';
import { demoClient, EndWatch, median } from './measures.ts';

const SIZES: readonly Size[] = [
  { code: 'luad', samples: 500, genes: 20_000 },
  { code: 'brca', samples: 5_000, genes: 20_000 },
];
/** Of a child: how much limma takes of 5,000 samples is to be seen, not when it is stopped. */
const LIMIT = '16GiB';
const RUNS = 3;
const LOOK_MS = 100;

interface Measured {
  seconds: number;
  /** MB. */
  memory: number;
}

/** In a process of its own: a process tells the largest memory that it ever had. */
async function installHere([hub = '', data = '', code = '']: readonly string[]): Promise<void> {
  const size = SIZES.find((each) => each.code === code);
  if (size === undefined) throw new Error('no such size');
  const [seconds] = await withCohorts(data, (store) => timed(() => install(hub, store, size)));
  process.stdout.write(`\n${JSON.stringify({ seconds, memory: process.resourceUsage().maxRSS / 1024 } satisfies Measured)}\n`);
}

function installApart(hub: string, data: string, { code }: Size): Measured {
  const script = ['--import', 'tsx', import.meta.filename, 'install', hub, data, code];
  return JSON.parse(execFileSync(process.execPath, script, { encoding: 'utf8' }).trim().split('\n').at(-1) ?? '');
}

/** MB that the child with the job shares with no other; 0 where none has one. */
function jobMemory(server: number): number {
  try {
    const text = readFileSync(`/proc/${childWithJob(server)}/smaps_rollup`, 'utf8');
    return Number(/^Private_Dirty:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

async function task(
  server: ServerProcess,
  watch: EndWatch,
  client: Awaited<ReturnType<typeof demoClient>>,
  request: object,
): Promise<Measured> {
  let memory = 0;
  let running = true;
  const looking = (async () => {
    while (running) {
      memory = Math.max(memory, jobMemory(server.pid));
      await wait(LOOK_MS);
    }
  })();
  const [seconds] = await timed(async () => {
    const created = await client.create({ ...request });
    if (created.status !== 200) throw new Error(JSON.stringify(created.body));
    await watch.end(created.body.id);
  });
  running = false;
  await looking;
  return { seconds, memory };
}

async function tools(server: ServerProcess, { code }: Size): Promise<Record<string, Measured>> {
  const client = await demoClient(server);
  const watch = await EndWatch.open(client);
  const several = async (request: (gene: string) => object): Promise<Measured> => {
    const runs: Measured[] = [];
    for (let run = 1; run <= RUNS; run += 1) runs.push(await task(server, watch, client, request(`GENE${run * 11}`)));
    return { seconds: median(runs.map((run) => run.seconds)), memory: Math.max(...runs.map((run) => run.memory)) };
  };
  return {
    'one gene': await several((gene) => ({
      task_type: 'single_gene_differential_expression',
      dataset: [code],
      with_gtex: 0,
      target_genes: [gene],
    })),
    'Kaplan-Meier': await several((gene) => ({ task_type: 'survival_analysis', dataset: code, target_gene: gene })),
    limma: await task(server, watch, client, { task_type: 'gene_differential_expression', dataset: code, with_gtex: 0, method: 'limma' }),
  };
}

async function main(): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'oncoloom-bench-'));
  const server = await ServerProcess.start(undefined, { program: 'unlimited', env: { ONCOLOOM_TASK_MEMORY: LIMIT } });
  try {
    const measured: Record<string, Measured>[] = [];
    for (const size of SIZES) {
      const hub = join(scratch, size.code);
      await writeHub(hub, size);
      const installing = installApart(hub, server.data, size);
      await rm(hub, { recursive: true });
      measured.push({ install: installing, ...(await tools(server, size)) });
    }
    const [small = {}, large = {}] = measured;
    const factor = (SIZES[1]?.samples ?? 1) / (SIZES[0]?.samples ?? 1);
    process.stdout.write(
      `\n${cpus().length} cores, ${SIZES.map(({ samples }) => samples).join(' and ')} samples × ${SIZES[0]?.genes} genes\n`,
    );
    const row = ([name, few]: [string, Measured]) => {
      const many = large[name] ?? few;
      return [
        name,
        {
          's, few': few.seconds.toFixed(2),
          's, many': many.seconds.toFixed(2),
          'time, ratio': (many.seconds / few.seconds / factor).toFixed(2),
          'MB, few': Math.round(few.memory),
          'MB, many': Math.round(many.memory),
          'memory, ratio': (many.memory / few.memory / factor).toFixed(2),
        },
      ];
    };
    console.table(Object.fromEntries(Object.entries(small).map(row)));
  } finally {
    await server.stop();
    await rm(scratch, { recursive: true, force: true });
  }
  process.exit(0);
}

const [word, ...rest] = process.argv.slice(2);
await (word === 'install' ? installHere(rest) : main());
