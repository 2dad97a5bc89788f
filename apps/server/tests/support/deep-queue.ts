import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import { createLog } from '../../src/platform/log.ts';
import { openDatabase, QUEUE_SCHEMA } from '../../src/platform/postgres/database.ts';
import { ANALYSES, Queue, takingOptions } from '../../src/platform/queue.ts';

const USERS = 100;
/** Of them have one task each, and come last. */
const SINGLES = 10;
/** So often the time of a fetch is taken. */
const FETCHES = 40;
const MIB = 1024 ** 2;

interface QueueMeasures {
  /** Median of a fetch while all wait. */
  fetchMs: number;
  /** After how many fetches the users with one task had theirs, the first and the last of them; none where fewer are queued than there are users. */
  waits: { best: number; worst: number } | undefined;
  /** What the heap has grown by meanwhile. */
  heapMiB: number;
}

/** Queues tasks of a hundred users and takes them, as the server does both; nothing is computed. The database holds no other tasks, before and after. */
export async function measureQueue(url: string, tasks: number): Promise<QueueMeasures> {
  const log = createLog('silent');
  const database = openDatabase(url, log, 3);
  const queue = new Queue(url, log);
  const boss = new PgBoss({ connectionString: url, schema: QUEUE_SCHEMA, createSchema: false, max: 1, supervise: false });
  boss.on('error', () => undefined);
  await queue.start();
  await boss.start();
  try {
    const singles = await fill(queue, database, tasks);
    await database.$client.query('ANALYZE queue.job');
    const take = async () => (await boss.fetch<{ analysisId: number }>(ANALYSES, takingOptions(6_144)))[0];
    await take();
    const heap = process.memoryUsage().heapUsed;
    const times: number[] = [];
    for (let i = 0; i < FETCHES; i += 1) {
      await database.$client.query("UPDATE queue.job SET state = 'created', started_on = NULL WHERE state = 'active'");
      const began = performance.now();
      if ((await take()) === undefined) throw new Error('nothing could be taken');
      times.push(performance.now() - began);
    }
    await database.$client.query("UPDATE queue.job SET state = 'created', started_on = NULL WHERE state = 'active'");
    const waits: number[] = [];
    for (let fetches = 1; waits.length < singles.size && fetches <= tasks; fetches += 1) {
      const job = await take();
      if (job === undefined) throw new Error('nothing could be taken');
      await boss.complete(ANALYSES, job.id);
      if (singles.has(job.data.analysisId)) waits.push(fetches);
    }
    const fetchMs = times.sort((a, b) => a - b)[FETCHES / 2] ?? 0;
    const seen = singles.size === 0 ? undefined : { best: Math.min(...waits), worst: Math.max(...waits) };
    return { fetchMs, waits: seen, heapMiB: (process.memoryUsage().heapUsed - heap) / MIB };
  } finally {
    await database.$client.query('DELETE FROM queue.job');
    await boss.stop({ graceful: false });
    await queue.stop();
    await database.$client.end();
  }
}

/** @returns the tasks of the users who have one. */
async function fill(queue: Queue, database: ReturnType<typeof openDatabase>, tasks: number): Promise<Set<number>> {
  const singles = new Set<number>();
  const heavy = USERS - SINGLES;
  await database.transaction(async (tx) => {
    const few = tasks < USERS;
    for (let i = 0; i < tasks; i += 1) {
      const single = !few && i >= tasks - SINGLES;
      const user = {
        id: single ? heavy + 1 + (i - (tasks - SINGLES)) : 1 + (i % heavy),
        type: single ? ('new' as const) : ('pay' as const),
      };
      if (single) singles.add(i + 1);
      await queue.add(tx, randomUUID(), { analysisId: i + 1, memoryMiB: 300 }, user, single ? 0 : Math.floor(i / heavy));
    }
  });
  return singles;
}
