/**
 * `npm run bench:queue`: what a deep queue costs. 10,000 tasks of 100 users wait, ten of whom have one task each; another size: `npm run bench:queue -- 1000`.
 * Nothing is computed: tasks are queued and fetched as the server does it, on a PostgreSQL of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../apps/server/src/platform/log.ts';
import { PrivateCluster } from '../apps/server/src/platform/postgres/cluster.ts';
import { measureQueue } from '../apps/server/tests/support/deep-queue.ts';

const tasks = Number(process.argv[2] ?? 10_000);
const folder = await mkdtemp(join(tmpdir(), 'oncoloom-queue-'));
const log = createLog('silent');
const cluster = await PrivateCluster.start(join(folder, 'postgres'), log);
try {
  await cluster.migrate();
  const [few, many] = [await measureQueue(cluster.url, 10), await measureQueue(cluster.url, tasks)];
  const waits = many.waits ?? { best: Number.NaN, worst: Number.NaN };
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  process.stdout.write(
    [
      `fetch, median: ${ms(few.fetchMs)} at 10 tasks, ${ms(many.fetchMs)} at ${tasks} (${(many.fetchMs / few.fetchMs).toFixed(2)} times; limit 2)`,
      `wait of users with one task behind ${tasks}: ${waits.best} to ${waits.worst} fetches (${(waits.worst / waits.best).toFixed(2)} times; limit 2)`,
      `heap: ${many.heapMiB.toFixed(1)} MiB more after all fetches than before`,
      '',
    ].join('\n'),
  );
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
