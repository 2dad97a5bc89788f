import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyses } from '../../src/analyses/tables.ts';
import { backups } from '../../src/backup/tables.ts';
import { workers } from '../../src/machines/tables.ts';
import { readOperatorToken } from '../../src/platform/config.ts';
import { ROOT } from '../../src/platform/root.ts';
import { DEVICE, PASSWORD } from '../support/server.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';

let whole: WholeServer;
const EMAIL = 'zhou-7f3a91@hospital.example';

/** The value of a line, such as `oncoloom_users` or `oncoloom_tasks{type="x",status="y"}`. */
function valueAt(text: string, line: string): number | undefined {
  const found = text.split('\n').find((entry) => entry.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
}

const local = { remoteAddress: '127.0.0.1', headers: { host: 'localhost:8080' } };
const scrape = async (): Promise<string> => {
  const answer = await whole.server.inject({ url: '/metrics', ...local });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('text/plain; version=0.0.4')]);
  return answer.body;
};

beforeAll(async () => {
  whole = await createWorkingServer();
  await whole.work();
});
afterAll(() => whole?.close());

describe('/metrics', () => {
  it('is for the machine itself, or for whoever brings the operator’s token', async () => {
    const far = { remoteAddress: '192.0.2.9' };
    const token = readOperatorToken(whole.app.config);
    const status = async (url: string, headers = {}) => (await whole.server.inject({ url, headers, ...far })).statusCode;
    expect(await status('/metrics')).toBe(404);
    expect(await status('/metrics?token=wrong')).toBe(404);
    expect(await status('/metrics', { authorization: 'Bearer wrong' })).toBe(404);
    expect(await status(`/metrics?token=${token}`)).toBe(404);
    expect(await status('/metrics', { authorization: `Bearer ${token}` })).toBe(200);
    const rebound = await whole.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers: { host: 'evil.example' } });
    expect(rebound.statusCode).toBe(404);
  });

  it('counts calls by pattern, method and status, never by what a caller has written', async () => {
    const before = valueAt(await scrape(), 'oncoloom_http_requests_total{route="/api/file/:id/info",method="GET",status="401"}') ?? 0;
    for (const url of ['/api/file/1/info', '/api/file/2/info', '/api/invented-7f3a91', '/api/user/info?token=secret-7f3a91'])
      await whole.server.inject({ url });
    const text = await scrape();
    expect(valueAt(text, 'oncoloom_http_requests_total{route="/api/file/:id/info",method="GET",status="401"}')).toBe(before + 2);
    expect(valueAt(text, 'oncoloom_http_request_duration_seconds_count{route="/api/file/:id/info",method="GET"}')).toBe(before + 2);
    expect(valueAt(text, 'oncoloom_http_requests_total{route="none",method="GET",status="404"}')).toBeGreaterThan(0);
    expect(text).not.toContain('7f3a91');
  });

  it('tells of process, engine, queue, tasks, points, files and channel; counters go on when rows go', async () => {
    const { accounts, analyses: tasks, billing, database } = whole.app;
    const token = await accounts.register({ email: EMAIL, username: '周医生七三九一', password: PASSWORD }, DEVICE);
    const { id: userId } = await accounts.authenticate(token);
    const before = await scrape();
    const { id } = await tasks.create(userId, { task_type: 'limma_differential_analysis', example: true, task_name: '周的任务七三九一' });
    for (let status = ''; status !== 'completed'; ) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      status = (await tasks.owned(userId, id)).status;
    }
    await database.transaction((tx) => billing.charge(tx, userId, 7, 'test', id));

    const ended = 'oncoloom_tasks_ended_total{type="limma_differential_analysis",outcome="completed"}';
    expect(valueAt(before, ended)).toBeUndefined();
    const text = await scrape();
    expect(valueAt(text, ended)).toBe(1);
    expect(valueAt(text, 'oncoloom_tasks{type="limma_differential_analysis",status="completed"}')).toBe(1);
    expect(valueAt(text, 'oncoloom_task_duration_seconds_count{type="limma_differential_analysis",outcome="completed"}')).toBe(1);
    expect(valueAt(text, 'oncoloom_task_duration_seconds_sum{type="limma_differential_analysis",outcome="completed"}')).toBeGreaterThan(0);
    expect(valueAt(text, 'oncoloom_points_total{kind="charge"}')).toBe(7);
    expect(valueAt(text, 'oncoloom_engine_state{state="ready"}')).toBe(1);
    expect(valueAt(text, 'oncoloom_engine_state{state="warming"}')).toBe(0);
    expect(valueAt(text, 'oncoloom_queue_jobs{queue="analyses",state="completed"}')).toBe(1);
    expect(valueAt(text, 'oncoloom_task_wait_seconds_count{user_type="new"}')).toBe(1);
    expect(valueAt(text, 'oncoloom_queue_waiting{user_type="pay"}')).toBe(0);
    expect(valueAt(text, 'oncoloom_workers')).toBe(1);
    expect(valueAt(text, 'oncoloom_engine_stage{stage="all"}')).toBe(1);
    expect(valueAt(text, 'oncoloom_engine_slots')).toBe(1);
    expect(valueAt(text, 'oncoloom_users')).toBe(1);
    expect(valueAt(text, 'oncoloom_storage_files')).toBe(0);
    expect(valueAt(text, 'oncoloom_live_connections')).toBe(0);
    expect(valueAt(text, 'oncoloom_disk_bytes{state="free"}')).toBeGreaterThan(0);
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(valueAt(text, name)).toBeGreaterThan(0);
    // Nothing of a user, whatever it is called.
    for (const secret of [EMAIL, '7f3a91', '周', '七三九一']) expect(text).not.toContain(secret);

    await database.delete(analyses).where(eq(analyses.id, id));
    const later = await scrape();
    expect(valueAt(later, ended)).toBe(1);
    expect(valueAt(later, 'oncoloom_tasks{type="limma_differential_analysis",status="completed"}')).toBeUndefined();
  });

  it('tells the pilots, and when the last backup was finished', async () => {
    const { database } = whole.app;
    const before = await scrape();
    expect(valueAt(before, 'oncoloom_last_backup_timestamp_seconds')).toBe(0);
    expect(valueAt(before, 'oncoloom_pilots{state="taking"}')).toBe(0);
    // The worker that lives here, as if it were a job of a cluster.
    await database.update(workers).set({ pilot: '17' });
    const finishedAt = new Date('2026-11-20T10:24:00Z');
    await database
      .insert(backups)
      .values([finishedAt, new Date('2026-11-19T10:24:00Z')].map((at) => ({ name: 'one', bytes: 1, finishedAt: at })));
    const text = await scrape();
    expect(valueAt(text, 'oncoloom_last_backup_timestamp_seconds')).toBe(finishedAt.getTime() / 1000);
    expect(valueAt(text, 'oncoloom_pilots{state="taking"}')).toBe(1);
    expect(valueAt(text, 'oncoloom_pilots{state="draining"}')).toBe(0);
    await database.update(workers).set({ draining: true });
    expect(valueAt(await scrape(), 'oncoloom_pilots{state="draining"}')).toBe(1);
    const status = await whole.server.inject({ url: '/status', ...local });
    expect(status.body).toContain('2026-11-20 18:24');
    await database.update(workers).set({ pilot: null, draining: false });
    await database.delete(backups);
    expect((await whole.server.inject({ url: '/status', ...local })).body).toContain('还没有备份过');
  });

  it('says how many wait, of which users, and for how long', async () => {
    const { database, queue } = whole.app;
    const [job, user] = [randomUUID(), { id: 4711, type: 'pay' } as const];
    // One whose time to be taken has not come, from the moment on that a worker sees it.
    await database.transaction(async (tx) => {
      await queue.add(tx, job, { analysisId: 0 }, user);
      await tx.execute(
        sql`UPDATE queue.job SET start_after = now() + interval '1 hour', created_on = now() - interval '90 seconds' WHERE id = ${job}`,
      );
    });
    const text = await scrape();
    expect(valueAt(text, 'oncoloom_queue_waiting{user_type="pay"}')).toBe(1);
    expect(valueAt(text, 'oncoloom_queue_oldest_seconds{user_type="pay"}')).toBeGreaterThanOrEqual(90);
    expect(valueAt(text, 'oncoloom_queue_oldest_seconds{user_type="new"}')).toBe(0);
    await database.transaction((tx) => queue.remove(tx, job));
  });

  it('has every figure that the board and the alerts of docs/ name', async () => {
    const text = await scrape();
    const known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    for (const file of ['grafana.json', 'alerts.yml']) {
      const named = (await readFile(join(ROOT, 'docs', file), 'utf8')).match(/\b(?:oncoloom|process|nodejs)_\w+/g) ?? [];
      expect([file, named.length]).toEqual([file, expect.toSatisfy((count: number) => count > 10)]);
      const unknown = named.map((name) => name.replace(/_(bucket|sum|count)$/, '')).filter((name) => !known.has(name));
      expect([file, unknown]).toEqual([file, []]);
    }
  });

  it('tells what it can while the database is away', async () => {
    const { database } = whole.app;
    const query = database.$client.query;
    database.$client.query = (() => Promise.reject(new Error('away'))) as typeof query;
    const text = await scrape();
    database.$client.query = query;
    expect(valueAt(text, 'oncoloom_metrics_failures_total{part="tasks"}')).toBe(1);
    expect(valueAt(text, 'oncoloom_engine_state{state="ready"}')).toBe(1);
    expect(valueAt(await scrape(), 'oncoloom_metrics_failures_total{part="tasks"}')).toBe(1);
  });
});
