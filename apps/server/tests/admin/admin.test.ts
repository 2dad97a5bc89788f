import { mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../src/accounts/tables.ts';
import { runAdmin } from '../../src/admin/run.ts';
import { CANCEL_CHANNEL, cancelWord } from '../../src/analyses/run/cancel.ts';
import { submitExamples } from '../../src/analyses/run/submit-examples.ts';
import { analyses } from '../../src/analyses/tables.ts';
import { subscriptions } from '../../src/billing/tables.ts';
import { createLog } from '../../src/platform/log.ts';
import { createMailer } from '../../src/platform/mail.ts';
import { PASSWORD } from '../support/server.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';

let whole: WholeServer;
let env: NodeJS.ProcessEnv;
let folder: string;
let lin: number;
const EMAIL = 'lin@hospital.example';

/** Runs one command as the shell would. */
async function admin(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runAdmin(argv, env, { out: (text) => void out.push(text), err: (text) => void err.push(text) });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

const json = async (...argv: string[]) => JSON.parse((await admin(...argv, '--json')).out);
const register = async (email: string): Promise<number> => {
  const token = await whole.app.accounts.register({ email, password: PASSWORD }, { agent: 'curl/8.0', address: '192.0.2.1' });
  return (await whole.app.accounts.authenticate(token)).id;
};

beforeAll(async () => {
  whole = await createWorkingServer();
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-admin-'));
  const { folders, databaseUrl } = whole.app.config;
  env = { ONCOLOOM_DATA: folders.data, DATABASE_URL: databaseUrl, INIT_CWD: folder, PUBLIC_URL: 'https://lab.example' };
  lin = await register(EMAIL);
  await whole.work();
});
afterAll(async () => {
  await whole?.close();
  await rm(folder, { recursive: true, force: true });
});

it('what the operator does is an event of a log, with who, whose and from where', async () => {
  const { folders } = whole.app.config;
  env = { ...env, SSH_CONNECTION: '203.0.113.8 50000 192.0.2.1 22', SUDO_USER: 'wei' };
  await admin('users', 'show', EMAIL);
  await admin('points', 'grant', EMAIL, '5', '--reason', '补偿');
  await admin('cards', 'revoke', 'AAAA-BBBB-CCCC-DDDD');
  const { SSH_CONNECTION: _, SUDO_USER: __, ...rest } = env;
  env = rest;
  const file = join(folders.data, 'operator.log');
  const text = await readFile(file, 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const by = { event: 'operator', operator: 'wei', address: '203.0.113.8' };
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...by, command: 'users show', user: lin }),
      expect.objectContaining({ ...by, command: 'points grant', user: lin }),
      expect.objectContaining({ ...by, command: 'points grant', arguments: ['5'] }),
      expect.objectContaining({ ...by, command: 'cards revoke', arguments: ['…'] }),
    ]),
  );
  expect(text).not.toMatch(/hospital|AAAA-BBBB/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

describe('help and faults', () => {
  it('are Chinese, with an exit code each', async () => {
    const help = await admin('--help');
    expect([help.code, help.out]).toEqual([0, expect.stringMatching(/用法：[\s\S]*选项：[\s\S]*命令：[\s\S]*退出码/)]);
    expect(help.out).not.toMatch(/Usage|Options|Commands|display help/);
    expect((await admin('cards', 'make', '--help')).out).toMatch(/可选 month、quarter、half-year、year、trial/);
    for (const [argv, sentence] of [
      [['blah'], '没有「blah」这个命令。加 --help 看用法。'],
      [['cards', 'make'], '缺少选项「--plan <套餐>」。加 --help 看用法。'],
      [
        ['cards', 'make', '--plan', 'week', '--count', '1'],
        '「--plan <套餐>」不对，应为 month、quarter、half-year、year、trial。加 --help 看用法。',
      ],
      [['cards', 'make', '--plan', 'month', '--count', '1001'], '「--count <张数>」不对，应为 1 到 1000 的整数。加 --help 看用法。'],
      [['users', 'show'], '缺少参数 <账号>。加 --help 看用法。'],
      [['users', 'list', '--what'], '没有「--what」这个选项。加 --help 看用法。'],
      [['points', 'grant', EMAIL, '1.5', '--reason', 'x'], '「1.5」不对，应为 1 到 100000 的整数。加 --help 看用法。'],
      [['tasks', 'list', '--type', 'nothing'], '没有「nothing」这种任务。'],
    ] as const)
      expect(await admin(...argv)).toEqual({ code: 2, out: '', err: sentence });
    expect((await admin('users')).code).toBe(2);
    expect((await admin('users')).err).toContain('reset-link');
  });

  it('name a folder without data, and make none there', async () => {
    const before = env;
    env = { ONCOLOOM_DATA: join(folder, 'nowhere') };
    const answer = await admin('users', 'list');
    env = before;
    expect([answer.code, answer.err]).toEqual([1, expect.stringContaining('npm start')]);
    await expect(stat(join(folder, 'nowhere', 'postgres'))).rejects.toThrow('ENOENT');
  });
});

it('sweeps the storage: what nobody names and is old goes, what is new stays', async () => {
  const { storage, config } = whole.app;
  const [old, fresh] = [await storage.put(Readable.from(['nobody names this'])), await storage.put(Readable.from(['nor this, yet']))];
  const dayBefore = new Date(Date.now() - 25 * 3600_000);
  await utimes(join(config.folders.storage, 'blobs', old.sha256.slice(0, 2), old.sha256), dayBefore, dayBefore);
  expect((await admin('sweep')).out).toMatch(/^删掉 1 个不再有人用的内容，共 17 B；/);
  expect([await storage.size(old.sha256), await storage.size(fresh.sha256)]).toEqual([undefined, 13]);
  expect(await json('sweep')).toMatchObject({ blobs: 0, bytes: 0 });
});

describe('cards', () => {
  it('are made, listed, written and revoked', async () => {
    const made = await json('cards', 'make', '--plan', 'quarter', '--count', '3', '--batch', '=展会 A');
    expect(made).toHaveLength(3);
    expect(made[0]).toMatchObject({ planId: 'quarter', state: 'unused', batch: '=展会 A' });
    await admin('cards', 'make', '--plan', 'trial', '--count', '2');
    const list = await admin('cards', 'list', '--batch', '=展会 A');
    expect(list.out).toMatch(/卡密 +套餐 +状态/);
    expect(list.out).toMatch(/共 3 条$/);

    const revoked = await admin('cards', 'revoke', made[0].code.toLowerCase());
    expect([revoked.code, revoked.out]).toEqual([0, `${made[0].code} 已作废`]);
    expect(await json('cards', 'list', '--state', 'revoked')).toHaveLength(1);
    expect(await admin('cards', 'revoke', 'AAAA-AAAA-AAAA-AAAA')).toEqual({ code: 1, out: '', err: '没有这张卡密。' });

    expect((await admin('cards', 'list', '--batch', '=展会 A', '--csv', 'cards.csv')).code).toBe(0);
    const csv = await readFile(join(folder, 'cards.csv'), 'utf8');
    expect(csv.split('\r\n')).toHaveLength(5);
    expect(csv).toMatch(/^\ufeff卡密,套餐,状态,批次/);
    // A batch that begins like a formula stays a text.
    expect(csv).toContain(",'=展会 A,");
    expect((await stat(join(folder, 'cards.csv'))).mode & 0o777).toBe(0o600);
    const again = await admin('cards', 'list', '--csv', 'cards.csv');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('没有覆盖')]);
    expect((await admin('cards', 'list', '--csv', '-')).out).toContain(made[1].code);
  });

  it('that were redeemed are not revoked', async () => {
    const [card] = await json('cards', 'make', '--plan', 'month', '--count', '1');
    const token = await whole.app.accounts.login(EMAIL, PASSWORD, { agent: '', address: '192.0.2.1' });
    const redeemed = await whole.server.inject({
      method: 'POST',
      url: '/api/user/redeem_card',
      headers: { authorization: `Bearer ${token}` },
      payload: { card_code: card.code },
    });
    expect(redeemed.statusCode).toBe(200);
    expect(await admin('cards', 'revoke', card.code)).toMatchObject({ code: 1, err: expect.stringContaining(`账号 ${lin} 兑换`) });
  });
});

describe('users', () => {
  it('are found by a part of the address, and shown by number, address or name, without secrets', async () => {
    await whole.app.database.update(users).set({ username: 'Lin Yi' }).where(eq(users.id, lin));
    const [row] = await json('users', 'list', '--search', 'HOSPITAL');
    expect(row).toMatchObject({ id: lin, email: EMAIL, userType: 'pay' });
    expect(await json('users', 'list', '--search', '100%')).toEqual([]);
    for (const who of [String(lin), EMAIL.toUpperCase(), 'lin yi']) {
      const shown = await json('users', 'show', who);
      expect(shown).toMatchObject({ id: lin, subscription: { userType: 'pay', planId: 'month' } });
      expect(shown.sessions.map((session: { device: string }) => session.device).sort()).toEqual(['curl', '未知设备']);
      expect(JSON.stringify(shown)).not.toMatch(/argon2|passwordHash/);
    }
    expect((await admin('users', 'show', EMAIL)).out).toMatch(/套餐 +1 个月\n/);
    expect(await admin('users', 'show', 'nobody')).toEqual({ code: 1, out: '', err: '没有「nobody」这个账号。可以写编号、邮箱或用户名。' });
  });

  it('are verified once, and the inviter rewarded', async () => {
    const guest = await register('guest@example.org');
    await whole.app.database.update(users).set({ invitedBy: lin }).where(eq(users.id, guest));
    const before = await whole.app.billing.balance(lin);
    expect((await admin('users', 'verify', 'guest@example.org')).code).toBe(0);
    expect(await whole.app.billing.balance(lin)).toBe(before + 50);
    expect(await admin('users', 'verify', 'guest@example.org')).toMatchObject({ code: 1, err: 'guest@example.org 已经验证过。' });
  });

  it('get a link that resets the password once', async () => {
    const { code, out, err } = await admin('users', 'reset-link', EMAIL);
    expect([code, err]).toEqual([0, '']);
    const token = /^https:\/\/lab\.example\/reset-password\?token=(\S+)$/.exec(out)?.[1];
    const reset = (password: string) =>
      whole.server.inject({ method: 'POST', url: '/api/user/reset-password', payload: { token, new_password: password } });
    expect((await reset('another-password-1')).statusCode).toBe(200);
    expect((await reset('another-password-2')).statusCode).toBe(422);
  });

  it('are deleted only when it is said twice', async () => {
    const gone = await register('gone@example.org');
    expect(await admin('users', 'delete', 'gone@example.org')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect(await json('users', 'show', 'gone@example.org')).toMatchObject({ id: gone });
    expect((await admin('users', 'delete', 'gone@example.org', '--yes')).code).toBe(0);
    expect((await admin('users', 'show', String(gone))).code).toBe(1);
  });
});

describe('points', () => {
  it('are granted with a reason, a note once', async () => {
    const before = await whole.app.billing.balance(lin);
    expect((await admin('points', 'grant', EMAIL, '30', '--reason', '补偿')).out).toContain(`现有 ${before + 30} 点`);
    expect((await admin('points', 'grant', EMAIL, '50', '--reason', '小红书', '--note')).code).toBe(0);
    expect((await admin('points', 'grant', EMAIL, '50', '--reason', '小红书', '--note')).code).toBe(1);
    const shown = await json('points', 'show', EMAIL);
    expect(shown).toMatchObject({ points: before + 80 });
    expect(shown.ledger.slice(0, 2)).toMatchObject([{ change: 50 }, { change: 30, reason: '补偿' }]);
  });

  it('are checked against the ledger', async () => {
    expect(await admin('points', 'check')).toEqual({ code: 0, out: '全部账号的流水合计与余额相符', err: '' });
    await whole.app.database.update(subscriptions).set({ points: sql`points + 1` }).where(eq(subscriptions.userId, lin));
    const wrong = await admin('points', 'check');
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringMatching(/1 个账号不符$/)]);
    await whole.app.database.update(subscriptions).set({ points: sql`points - 1` }).where(eq(subscriptions.userId, lin));
  });
});

describe('mail', () => {
  it('is listed and shown from the outbox, without asking the database', async () => {
    await createMailer(whole.app.config, createLog('silent')).send({ to: EMAIL, subject: '验证', text: '链接\nhttps://x', html: '' });
    const list = await json('mail', 'list');
    const { id } = list.find((mail: { subject: string }) => mail.subject === '验证');
    const before = env;
    env = { ...env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
    expect((await admin('mail', 'show', id)).out).toMatch(/收件人 +lin@hospital\.example[\s\S]*https:\/\/x$/);
    env = before;
    expect((await admin('mail', 'show', 'zzz')).code).toBe(1);
    expect((await admin('mail', 'test', 'no address')).code).toBe(2);
    expect((await admin('mail', 'test', 'operator@example.org')).out).toContain('mail list');
    expect((await json('mail', 'list')).length).toBe(list.length + 1);
  });
});

describe('queue and tasks', () => {
  const ended = async (id: number): Promise<typeof analyses.$inferSelect> => {
    for (;;) {
      const [row] = await whole.app.database.select().from(analyses).where(eq(analyses.id, id));
      if (row?.status === 'completed' || row?.status === 'failed') return row;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const example = async (): Promise<number> =>
    (await whole.app.analyses.create(lin, { task_type: 'limma_differential_analysis', example: true, task_name: '演示\u001b[31m' })).id;

  it('are counted, listed and shown', async () => {
    const id = await example();
    expect((await ended(id)).status).toBe('completed');
    expect(await json('tasks', 'list', '--user', EMAIL, '--status', 'completed', '--type', 'limma_differential_analysis')).toMatchObject([
      { id },
    ]);
    expect(await json('tasks', 'list', '--status', 'failed')).toEqual([]);
    const shown = await admin('tasks', 'show', String(id));
    expect(shown.out).toMatch(/状态 +完成，100%/);
    expect(shown.out).not.toContain('\u001b');
    expect(await json('tasks', 'show', String(id))).toMatchObject({ id, status: 'completed', log: expect.any(Array) });
    const states = await json('queue');
    expect(states).toEqual(expect.arrayContaining([{ queue: 'analyses', state: 'completed', jobs: expect.any(Number) }]));
    // Nobody writes the mails of this test's accounts.
    const waiting: { queue: string }[] = await json('queue', 'list');
    expect([waiting.length > 0, waiting.filter(({ queue }) => queue !== 'mails')]).toEqual([true, []]);
    expect(await admin('tasks', 'requeue', String(id))).toMatchObject({ code: 1, err: expect.stringContaining('已经完成') });
    expect(await admin('tasks', 'cancel', String(id))).toMatchObject({ code: 1, err: `任务 ${id} 已经完成，没有可以取消的。` });
    expect((await admin('tasks', 'show', '999999')).code).toBe(1);
  });

  it('run again from the start, failed, hanging or forgotten, and cost nothing', async () => {
    const [template] = await whole.app.database.select().from(analyses).limit(1);
    const { id: _, ...row } = template ?? ({} as typeof analyses.$inferSelect);
    const balance = await whole.app.billing.balance(lin);
    const states = [
      { status: 'failed', errorCode: 'memory', errorMessage: '内存不够', attempts: 2 },
      // No worker has it in hand: the one that had it hangs.
      { status: 'running', worker: null, attempts: 1 },
      { status: 'pending', queueJob: null, attempts: 0, updatedAt: new Date() },
    ] as const;
    for (const state of states) {
      const values = { ...row, points: 5, result: null, finishedAt: null, queueJob: null, fingerprint: null, ...state };
      const [made] = await whole.app.database.insert(analyses).values(values).returning();
      const id = made?.id ?? 0;
      const answer = await admin('tasks', 'requeue', String(id));
      expect([state.status, answer.code, answer.err]).toEqual([state.status, 0, '']);
      expect(await ended(id)).toMatchObject({ status: 'completed', errorCode: null, attempts: state.status === 'running' ? 2 : 1 });
    }
    expect(await whole.app.billing.balance(lin)).toBe(balance);
  });

  it('are not stopped in their next attempt by a word that meant the one before', async () => {
    const [template] = await whole.app.database.select().from(analyses).limit(1);
    const { id: _, ...row } = template ?? ({} as typeof analyses.$inferSelect);
    const values = {
      ...row,
      result: null,
      finishedAt: null,
      queueJob: null,
      fingerprint: null,
      status: 'running',
      worker: null,
      attempts: 1,
    } as const;
    const [made] = await whole.app.database.insert(analyses).values(values).returning();
    const id = made?.id ?? 0;
    await admin('tasks', 'requeue', String(id));
    let over = false;
    const end = ended(id).finally(() => {
      over = true;
    });
    while (!over) await whole.app.database.execute(sql`SELECT pg_notify(${CANCEL_CHANNEL}, ${cancelWord(id, 1)})`);
    expect(await end).toMatchObject({ status: 'completed', attempts: 2 });
  });

  it('are cancelled while they wait', async () => {
    const [template] = await whole.app.database.select().from(analyses).limit(1);
    const { id: _, ...row } = template ?? ({} as typeof analyses.$inferSelect);
    const [made] = await whole.app.database
      .insert(analyses)
      .values({ ...row, status: 'pending', finishedAt: null, queueJob: null, result: null, updatedAt: new Date() })
      .returning();
    expect(await admin('tasks', 'cancel', String(made?.id))).toEqual({ code: 0, out: `任务 ${made?.id} 已取消，点数已退回`, err: '' });
    expect(await ended(made?.id ?? 0)).toMatchObject({ status: 'failed', errorCode: 'cancelled' });
  });
});

describe('examples', () => {
  it('are submitted for all tools, and what the last two of a tool tell otherwise is listed', async () => {
    const who = await register('examples@lab.example');
    const [template] = await whole.app.database
      .select()
      .from(analyses)
      .where(eq(analyses.taskType, 'limma_differential_analysis'))
      .limit(1);
    const { id: _, ...row } = template ?? ({} as typeof analyses.$inferSelect);
    const example = {
      ...row,
      userId: who,
      queueJob: null,
      fingerprint: null,
      projectId: null,
      replaces: null,
      rerunId: null,
      reportId: null,
      status: 'completed',
    } as const;
    const facts = (more: object) => ({ ...example, result: row.result && { ...row.result, facts: { ...row.result.facts, ...more } } });
    const single = await whole.app.database
      .insert(analyses)
      .values({ ...example, example: true, published: null })
      .returning();
    expect(await json('examples', 'changes', 'examples@lab.example')).toEqual({ changed: [], same: 0, single: 1 });
    // A run of the user's own data, and a published figure, are no examples of the tool.
    await whole.app.database.insert(analyses).values([
      { ...facts({ up: 1 }), example: false, published: null },
      { ...facts({ up: 2 }), example: true, published: 'figure' },
    ]);
    expect(await json('examples', 'changes', 'examples@lab.example')).toMatchObject({ changed: [], single: 1 });
    const [now] = await whole.app.database
      .insert(analyses)
      .values({ ...facts({ significant: 4_321, up: 4_000 }), example: true, published: null })
      .returning();
    const { changed } = await json('examples', 'changes', 'examples@lab.example');
    expect(changed).toMatchObject([{ taskType: 'limma_differential_analysis', old: single[0]?.id, new: now?.id, tables: [] }]);
    expect(changed[0].sentences.new.join('')).toContain('4,000');
    expect((await admin('examples', 'changes', 'examples@lab.example')).out).toMatch(
      /原来[\s\S]*现在[\s\S]*4,000[\s\S]*1 个工具有变化，0 个完全相同/,
    );
  });

  it('are submitted by the server as far as the account may queue, and none of them twice', async () => {
    const who = await register('queued@lab.example');
    expect(await admin('examples', 'run', 'queued@lab.example')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\d+ 个工具的示例在排队/),
    });
    expect((await json('queue')).find(({ queue }: { queue: string }) => queue === 'examples')).toMatchObject({ state: 'created', jobs: 1 });
    // Three tools stand for all.
    const app = { ...whole.app, tools: { all: whole.app.tools.all.slice(0, 3) } };
    const asked = { userId: who, since: new Date().toISOString() };
    const [template] = await whole.app.database.select().from(analyses).limit(1);
    const { id: _, ...row } = template ?? ({} as typeof analyses.$inferSelect);
    const pending = { ...row, userId: who, status: 'pending', example: false, queueJob: null, result: null, finishedAt: null } as const;
    const waiting = await whole.app.database
      .insert(analyses)
      .values(Array.from({ length: 10 }, () => pending))
      .returning();
    await expect(submitExamples(app, asked)).rejects.toThrow('已有 10 个任务在排队');
    const ids = waiting.map(({ id }) => id);
    await whole.app.database.delete(analyses).where(inArray(analyses.id, ids));
    for (let again = 0; again < 2; again += 1) {
      await submitExamples(app, asked);
      const tasks: { taskType: string }[] = await json('tasks', 'list', '--user', 'queued@lab.example');
      expect(tasks.map(({ taskType }) => taskType).sort()).toEqual(app.tools.all.map(({ taskType }) => taskType).sort());
    }
  });
});
