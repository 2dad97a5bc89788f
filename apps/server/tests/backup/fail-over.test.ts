import type { AnalysisRow, UserInfo } from '@oncoloom/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCards } from '../../src/billing/cards.ts';
import { createLog } from '../../src/platform/log.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { delimited, matrixRows } from '../files/bytes.ts';
import { Client } from '../support/client.ts';
import { ServerProcess } from '../support/process.ts';
import { hasHaproxy, ReplicatedPostgres } from '../support/replicated-postgres.ts';

/**
 * The database is lost in the middle of work, and its standby takes over at the same address: every task ends once and is paid once, and the server comes
 * back by itself.
 */

if (!hasHaproxy) process.stdout.write('skipped: haproxy is not installed\n');

const TASKS = Number(process.env.ONCOLOOM_TEST_TASKS ?? 20);
const POINTS = 5;

let pair: ReplicatedPostgres;
let server: ServerProcess;
let user: Client;
let request: (task: number) => Record<string, unknown>;

beforeAll(async () => {
  if (!hasHaproxy) return;
  pair = await ReplicatedPostgres.start();
  const tools = ['limma_differential_analysis'];
  server = await ServerProcess.start(undefined, { program: 'unlimited', tools, env: { DATABASE_URL: pair.url } });
  user = await Client.register(server.url);
  const database = openDatabase(pair.url, createLog('silent'), 1);
  const [card] = await makeCards(database, { plan: 'year', count: 1, batch: 'test' });
  await database.$client.end();
  await user.post('/api/user/redeem_card', { card_code: card?.code });
  const { id } = await user.file('matrix.csv', delimited(matrixRows(60, 6)), 'expression');
  const groups = Array.from({ length: 6 }, (_, i) => ({ sample: `S${i + 1}`, group: i < 3 ? 'a' : 'b' }));
  request = (task) => ({
    task_type: tools[0],
    file_id: id,
    sample_groups: groups,
    case_group: 'a',
    control_group: 'b',
    // Another each time: the repetition of a completed analysis costs nothing.
    padj: 0.05 - task / 10_000,
  });
}, 300_000);
afterAll(async () => {
  await server?.stop();
  await pair?.stop();
});

const balance = async () => (await user.get<UserInfo>('/api/user/info')).body.points;
const completed = async () => {
  const { body } = await user.post<{ results: AnalysisRow[] }>('/api/get_analysis_list', {
    task_type: 'limma_differential_analysis',
    page_size: 100,
  });
  return body.results.filter(({ status }) => status === 'completed').length;
};

it.skipIf(!hasHaproxy)('a standby that is promoted in the middle of tasks loses none and repeats none', { timeout: 400_000 }, async () => {
  const before = await balance();
  const told: number[] = [];
  for (let task = 0; task < TASKS; task += 1) {
    const { status, body } = await user.create(request(task));
    expect([status, body.detail]).toEqual([200, undefined]);
    told.push(body.id);
  }
  await expect.poll(completed, { timeout: 120_000, interval: 50 }).toBeGreaterThan(1);
  await pair.losePrimary();
  // While the standby only reads, nobody is told that something was done.
  const { status, body: refused } = await user.create(request(TASKS));
  expect([status, refused.detail]).toEqual([503, '数据库正在恢复，请几秒后再试。']);
  pair.promote();
  await expect.poll(async () => (await user.create(request(TASKS))).status, { timeout: 60_000 }).toBe(200);
  for (const id of told) expect([id, (await user.ended(id, 240_000)).status]).toEqual([id, 'completed']);
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 60_000 }).toBe(200);
  await expect.poll(completed, { timeout: 60_000 }).toBe(TASKS + 1);
  // Each was paid once and none was given back.
  const charges = await pair.query(
    'standby',
    'SELECT analysis_id, sum(change)::int AS change, count(*)::int AS rows FROM points_ledger WHERE analysis_id IS NOT NULL GROUP BY 1',
    'loom',
  );
  expect(charges).toHaveLength(TASKS + 1);
  for (const row of charges) expect(row).toMatchObject({ change: -POINTS, rows: 1 });
  expect(await balance()).toBe(before - POINTS * (TASKS + 1));
});
