import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DeletionSweep, type Removal } from '../../src/accounts/deletion.ts';
import { users } from '../../src/accounts/tables.ts';
import { abandonAnalyses } from '../../src/analyses/account-removal.ts';
import { CANCEL_CHANNEL } from '../../src/analyses/run/cancel.ts';
import { analyses } from '../../src/analyses/tables.ts';
import { createLog } from '../../src/platform/log.ts';
import { Queue } from '../../src/platform/queue.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { createTestServer, PASSWORD, type TestServer } from '../support/server.ts';
import { giveBelongings, MARK } from './belongings.ts';
import { callerOf, mailedToken } from './caller.ts';

const WEEK_MS = 7 * 24 * 3600 * 1000;

let test: TestServer;
const { get, post } = callerOf(() => test);
const forgotten: string[] = [];

beforeAll(async () => {
  test = await createTestServer();
});
afterAll(() => test.close());

const ask = (token: string, password = PASSWORD) => post('/api/user/delete', { password }, { token });
const cancel = (token: string) => post('/api/user/cancel-deletion', {}, { token });
const deletionAt = async (token: string) => (await get('/api/user/profile', token)).body.deletion_at;

const sweep = (removals: readonly Removal[] = []) =>
  new DeletionSweep({
    database: test.database,
    mailer: { forget: async (address) => void forgotten.push(address) },
    removals,
    log: createLog('silent'),
  }).run();

/** The week is over. */
const letTimePass = (id: number) =>
  test.database.update(users).set({ deletionAt: sql`now() - interval '1 second'` }).where(eq(users.id, id));

describe('the wish', () => {
  it('is written down for a week from now, ends the other sessions, and asking again does not put it off', async () => {
    const { email, token } = await test.newUser();
    const other = (await post('/api/login', { username: email, password: PASSWORD })).body.access_token;
    const { status, body } = await ask(token);
    expect(status).toBe(200);
    expect(Math.abs(Date.parse(body.deletion_at) - Date.now() - WEEK_MS)).toBeLessThan(60_000);
    expect(body.message).toMatch(/^账号和全部数据将在 \d{4} 年 \d{1,2} 月 \d{1,2} 日删除，在此之前可以撤回$/);
    expect((await get('/api/user/info', other)).status).toBe(401);
    expect(await deletionAt(token)).toBe(body.deletion_at);
    expect((await ask(token)).body.deletion_at).toBe(body.deletion_at);
  });

  it('needs the password', async () => {
    const { token } = await test.newUser();
    const wrong = await ask(token, 'wrong-password-1');
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'password']);
    expect(await deletionAt(token)).toBeNull();
    for (let i = 0; i < 4; i += 1) await ask(token, 'wrong-password-1');
    expect((await ask(token)).status).toBe(429);
  });

  it('can be taken back', async () => {
    const { token, id } = await test.newUser();
    await ask(token);
    expect((await cancel(token)).body).toEqual({ message: '账号已保留', deletion_at: null });
    expect(await deletionAt(token)).toBeNull();
    await sweep();
    expect(await test.database.select().from(users).where(eq(users.id, id))).toHaveLength(1);
  });

  it('is for one’s own account only', async () => {
    expect((await post('/api/user/delete', { password: PASSWORD })).status).toBe(401);
    expect((await post('/api/user/cancel-deletion', {})).status).toBe(401);
  });
});

/** Every row of every table of ours, as text. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await test.database.execute<{ name: string }>(
    sql`SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
        WHERE table_schema IN ('public', 'queue') AND table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await test.database.execute(sql`SELECT to_jsonb(t)::text AS row FROM ${sql.raw(name)} t`);
      return rows.map(({ row }) => `${name} ${row}`);
    }),
  );
  return texts.flat().join('\n');
}

describe('the sweep', () => {
  it('leaves the account alone before its time', async () => {
    const { token } = await test.newUser();
    await ask(token);
    expect(await sweep()).toBe(0);
    expect((await get('/api/user/info', token)).status).toBe(200);
  });

  it('leaves nothing of the user in any table, and everything of the others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oncoloom-deletion-'));
    const [inviter, user] = [await test.newUser(), await test.newUser()];
    await test.database.update(users).set({ invitedBy: inviter.id }).where(eq(users.id, user.id));
    await giveBelongings(test, await FolderStorage.open(folder), user.id);
    await rm(folder, { recursive: true, force: true });
    await post('/api/user/verify-email', { token: await mailedToken(test, user.email) });
    await post('/api/user/forgot-password', { email: user.email });
    await test.outbox();
    await post('/api/login', { username: user.email, password: 'wrong-password-1' });
    const guest = await test.newUser();
    await test.database.update(users).set({ invitedBy: user.id }).where(eq(users.id, guest.id));
    expect((await ask(user.token)).status).toBe(200);
    await post('/api/ws_token', {}, { token: user.token });

    const mine = new RegExp(`"(user_id|redeemed_by|invited_by)": ${user.id}[,}]|:account:${user.id}["@]|${MARK}|${user.email}`);
    const before = await everyRow();
    for (const table of [
      'sessions',
      'mailed_tokens',
      'live_tokens',
      'rate_limits',
      'known_origins',
      'subscriptions',
      'points_ledger',
      'cards',
      'files',
      'figure_boards',
      'projects',
    ]) {
      expect(before.split('\n').some((row) => row.startsWith(`public.${table} `) && mine.test(row))).toBe(true);
    }
    await letTimePass(user.id);
    expect(await sweep()).toBe(1);
    const after = await everyRow();
    // The inviter's ledger tells of a reward for an address that cannot be read from it.
    expect(after.split('\n').filter((row) => mine.test(row))).toEqual([]);
    expect(forgotten).toContain(user.email);

    expect((await get('/api/user/info', user.token)).status).toBe(401);
    expect((await get('/api/user/info', inviter.token)).body.points).toBe(60 + 50);
    expect((await get('/api/user/info', guest.token)).status).toBe(200);
    // A card stays redeemed.
    const { rows } = await test.database.execute(sql`SELECT redeemed_at FROM cards WHERE code = ${`AAAA-BBBB-CCCC-${user.id}`}`);
    expect(rows[0]?.redeemed_at).not.toBeNull();
    // The address may begin anew.
    expect((await post('/api/register', { email: user.email, password: PASSWORD })).status).toBe(200);
  });

  it('can rely on every table: what names a user goes with the user', async () => {
    const { rows } = await test.database.execute<{ name: string; rule: string | null }>(sql`
      SELECT c.table_name AS name, r.delete_rule AS rule
      FROM information_schema.columns c
      LEFT JOIN information_schema.key_column_usage k USING (table_schema, table_name, column_name)
      LEFT JOIN information_schema.referential_constraints r USING (constraint_name)
      WHERE c.table_schema = 'public' AND c.column_name = 'user_id'
        AND (r.constraint_name IS NOT NULL OR k.constraint_name IS NULL)`);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ rule }) => rule !== 'CASCADE')).toEqual([]);
  });

  it('takes waiting tasks off the queue and has running ones stopped', async () => {
    const { token, id } = await test.newUser();
    const queue = new Queue(test.url, createLog('silent'));
    await queue.start();
    const listener = new Client({ connectionString: test.url });
    const stopped: string[] = [];
    try {
      await listener.connect();
      listener.on('notification', ({ payload }) => stopped.push(payload ?? ''));
      await listener.query(`LISTEN ${CANCEL_CHANNEL}`);
      const job = randomUUID();
      const common = { userId: id, taskType: 't', toolVersion: '1', family: 'bulk', values: {}, inputs: [], points: 0, example: true };
      const [, running] = await test.database
        .insert(analyses)
        .values([
          { ...common, name: 'a', status: 'pending', queueJob: job },
          { ...common, name: 'b', status: 'running' },
        ])
        .returning();
      await test.database.transaction((tx) => queue.add(tx, job, { analysisId: 1 }, { id, type: 'new' }));
      const queued = async () => (await queue.jobs(10)).map((each) => each.id);
      expect(await queued()).toEqual([job]);
      await ask(token);
      await letTimePass(id);
      expect(await sweep([(tx, userId) => abandonAnalyses(queue, tx, userId)])).toBe(1);
      expect(await queued()).toEqual([]);
      await vi.waitFor(() => expect(stopped).toContain(String(running?.id)), 20_000);
    } finally {
      await listener.end();
      await queue.stop();
    }
  });

  it('deletes nothing of an account of which a part cannot be parted with, and goes on with the next', async () => {
    const [held, free] = [await test.newUser(), await test.newUser()];
    for (const { token, id } of [held, free]) {
      await ask(token);
      await letTimePass(id);
    }
    const stuck: Removal = async (_, userId) => {
      if (userId === held.id) throw new Error('stuck');
    };
    expect(await sweep([stuck])).toBe(1);
    expect((await get('/api/user/info', held.token)).status).toBe(200);
    expect((await get('/api/user/info', free.token)).status).toBe(401);
    expect(await sweep()).toBe(1);
  });

  it('by several at once deletes each account once', async () => {
    const made = [await test.newUser(), await test.newUser(), await test.newUser()];
    for (const { token, id } of made) {
      await ask(token);
      await letTimePass(id);
    }
    const counts = await Promise.all(Array.from({ length: 4 }, () => sweep()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  });
});
