import { catalogue } from '@oncoloom/tools';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../../src/accounts/tables.ts';
import { writeThemes } from '../../src/analyses/figures/figure-themes.ts';
import { addRendering } from '../../src/analyses/repository.ts';
import { renderingKey } from '../../src/analyses/results/result-files.ts';
import { type AnalysisRecord, analyses, analysisRecord, renderings, type StoredResult } from '../../src/analyses/tables.ts';
import type { App } from '../../src/app.ts';
import { assemble } from '../../src/assemble.ts';
import { subscriptions } from '../../src/billing/tables.ts';
import { files } from '../../src/files/tables.ts';
import { buildServer } from '../../src/http.ts';
import { KEPT_MS, KeptAnswers, type MadeAnswer } from '../../src/platform/kept-answers.ts';
import { type Database, openDatabase } from '../../src/platform/postgres/database.ts';
import { NO_LIMITS } from '../support/no-limits.ts';
import { PASSWORD } from '../support/server.ts';
import { createWholeServer, type WholeServer } from '../support/whole.ts';

const TYPE = 'limma_differential_analysis';
const tool = catalogue.find(({ tool: { taskType } }) => taskType === TYPE)?.tool;
if (tool === undefined) throw new Error('no limma');
const result: StoredResult = {
  facts: {},
  tables: Object.keys(tool.tables).map((id) => ({ id, sha256: 'a'.repeat(64), bytes: 10, rows: 2, columns: ['gene'] })),
  findings: [],
  seed: 1,
  versions: {},
  seconds: { read: 0, analyse: 0, write: 0 },
};

/** Two API processes on one database, each with a live channel of its own. */
let whole: WholeServer;
let other: App;
let otherServer: FastifyInstance;
let otherDatabase: Database;
let token: string;
let userId: number;
let row: AnalysisRecord;

interface Call {
  method: 'GET' | 'POST';
  url: string;
  payload?: object;
}

async function ask(server: FastifyInstance, call: Call): Promise<{ status: number; body: string }> {
  const { statusCode, body } = await server.inject({ ...call, headers: { authorization: `Bearer ${token}` } });
  return { status: statusCode, body };
}
const ofTask = (): Call => ({ method: 'POST', url: '/api/get_analysis', payload: { analysis_id: row.id } });
const list: Call = { method: 'POST', url: '/api/get_analysis_list', payload: { task_type: TYPE } };
const account: Call = { method: 'GET', url: '/api/user/info' };
const fileList: Call = { method: 'GET', url: '/api/files' };

/** Resolves when the second process has heard of a change that is told after this call. */
const heard = (): Promise<void> =>
  new Promise((resolve) => {
    other.live.watchChanges({ changed: () => resolve(), noticesArrive: () => undefined });
  });

/** Without a word to anybody: what a process goes on to answer is what it keeps. */
async function renameInSilence(name: string): Promise<void> {
  await whole.app.database.transaction(async (tx) => {
    await tx.execute(sql`ALTER TABLE analyses DISABLE TRIGGER analyses_told`);
    await tx.update(analyses).set({ name }).where(eq(analyses.id, row.id));
    await tx.execute(sql`ALTER TABLE analyses ENABLE TRIGGER analyses_told`);
  });
}

beforeAll(async () => {
  whole = await createWholeServer();
  const { config } = whole.app;
  otherDatabase = openDatabase(config.databaseUrl ?? '', whole.app.log, 5);
  other = assemble({ ...whole.app, databaseUrl: config.databaseUrl ?? '', database: otherDatabase });
  await other.live.start();
  otherServer = await buildServer(other, { callLimits: NO_LIMITS });
  const registered = await ask(whole.server, {
    method: 'POST',
    url: '/api/register',
    payload: { email: 'owner@example.com', password: PASSWORD },
  });
  token = JSON.parse(registered.body).access_token;
  userId = (await whole.app.accounts.authenticate(token)).id;
});
afterAll(async () => {
  await other?.live.stop();
  await otherServer?.close();
  await otherDatabase?.$client.end();
  await whole?.close();
});
beforeEach(async () => {
  const finished = { status: 'completed' as const, progress: 1, finishedAt: new Date(), result, headline: '' };
  const about = { userId, taskType: TYPE, toolVersion: tool.version, family: 'bulk', name: '第一次', points: 0, example: false };
  const told = heard();
  const [made] = await whole.app.database
    .insert(analyses)
    .values({ ...about, ...finished, values: {}, inputs: [] })
    .returning(analysisRecord);
  if (made === undefined) throw new Error('no row');
  row = made;
  await told;
});

describe('an answer that is kept', () => {
  it('is given again without asking the database, and the same as a fresh one', async () => {
    const first = [await ask(otherServer, ofTask()), await ask(otherServer, list)];
    await renameInSilence('没有人说');
    expect([await ask(otherServer, ofTask()), await ask(otherServer, list)]).toEqual(first);
    other.kept.forget(userId);
    const fresh = [await ask(otherServer, ofTask()), await ask(otherServer, list)];
    expect(fresh.map(({ body }) => body.includes('没有人说'))).toEqual([true, true]);
    expect(JSON.parse(fresh[1]?.body ?? '')).toEqual(
      JSON.parse(JSON.stringify(await other.analyses.list(userId, { taskTypes: [TYPE], page: 1, pageSize: 10 }))),
    );
  });

  const database = () => whole.app.database;
  it.each<[string, () => Promise<unknown>, (task: string, tasks: string) => void]>([
    [
      'renamed by a call to another process',
      () => ask(whole.server, { method: 'POST', url: '/api/rename_analysis', payload: { analysis_id: row.id, task_name: '第二次' } }),
      (task, tasks) => expect([task.includes('第二次'), tasks.includes('第二次')]).toEqual([true, true]),
    ],
    [
      'renamed by hand in the database',
      () => database().update(analyses).set({ name: '手改的' }).where(eq(analyses.id, row.id)),
      (task, tasks) => expect([task.includes('手改的'), tasks.includes('手改的')]).toEqual([true, true]),
    ],
    [
      'deleted',
      () => ask(whole.server, { method: 'POST', url: '/api/delete_analysis', payload: { analysis_id: row.id } }),
      (task, tasks) =>
        expect([JSON.parse(task).detail, tasks.includes(`"id":${row.id},`)]).toEqual([expect.stringContaining('没有这次分析'), false]),
    ],
    [
      'given another look',
      () =>
        ask(whole.server, {
          method: 'POST',
          url: '/api/replot_analysis',
          payload: { analysis_id: row.id, plot: 'volcano', style: { up_color: '#123456' }, save: true },
        }),
      (task) => expect(JSON.parse(task).result.styles.volcano.up_color).toBe('#123456'),
    ],
    [
      'given the look that its user has for all figures',
      () => writeThemes(database(), userId, { themes: [], look: { figure_language: 'en' } }),
      (task) => expect(JSON.parse(task).result.styles.volcano.figure_language).toBe('en'),
    ],
    [
      'given a look for all its figures',
      () => ask(whole.server, { method: 'POST', url: '/api/set_figure_look', payload: { analysis_id: row.id, look: { font_size: 9 } } }),
      (task) => expect(JSON.parse(task).result.styles.volcano.font_size).toBe(9),
    ],
    [
      'drawn as a file',
      async () => {
        const key = renderingKey(tool, row, result, { kind: 'figure', figure: 'volcano', format: 'pdf', variant: null }, null);
        await addRendering(database(), row.id, key, { sha256: 'b'.repeat(64), size: 123_456 });
      },
      (task) => expect(task).toContain('123456'),
    ],
  ])('is made anew by every process once its analysis was %s', async (_, change, look) => {
    await Promise.all([ask(otherServer, ofTask()), ask(otherServer, list)]);
    const told = heard();
    await change();
    await told;
    look((await ask(otherServer, ofTask())).body, (await ask(otherServer, list)).body);
  });

  it('tells no size of a figure’s file that was swept away', async () => {
    const key = renderingKey(tool, row, result, { kind: 'figure', figure: 'volcano', format: 'pdf', variant: null }, null);
    let told = heard();
    await whole.app.database.delete(renderings).where(eq(renderings.analysisId, row.id));
    await addRendering(whole.app.database, row.id, key, { sha256: 'b'.repeat(64), size: 123_456 });
    await told;
    expect((await ask(otherServer, ofTask())).body).toContain('123456');
    told = heard();
    await whole.app.database.delete(renderings).where(eq(renderings.analysisId, row.id));
    await told;
    expect((await ask(otherServer, ofTask())).body).not.toContain('123456');
  });

  it('is made anew of a list of files with a new file, and without one that is gone', async () => {
    const file = { userId, name: '新文件.tsv', fileType: 'expression', format: 'text', fileSize: 1 } as const;
    const empty = await ask(otherServer, fileList);
    let told = heard();
    await whole.app.database.insert(files).values({ ...file, validationStatus: 'valid', blob: 'b'.repeat(64), parserVersion: '1' });
    await told;
    expect((await ask(otherServer, fileList)).body).toContain('新文件.tsv');
    told = heard();
    await whole.app.database.delete(files).where(eq(files.userId, userId));
    await told;
    expect(await ask(otherServer, fileList)).toEqual(empty);
  });

  it('is made anew of an account whose points, plan or name has changed, and is kept until then', async () => {
    const first = await ask(otherServer, account);
    await whole.app.database.transaction(async (tx) => {
      await tx.execute(sql`ALTER TABLE users DISABLE TRIGGER users_told`);
      await tx.update(users).set({ username: '没有人说' }).where(eq(users.id, userId));
      await tx.execute(sql`ALTER TABLE users ENABLE TRIGGER users_told`);
    });
    expect(await ask(otherServer, account)).toEqual(first);
    const points = async () => JSON.parse((await ask(otherServer, account)).body).points;
    const before = await points();
    let told = heard();
    await whole.app.database.update(subscriptions).set({ points: sql`points + 7` }).where(eq(subscriptions.userId, userId));
    await told;
    expect(await points()).toBe(before + 7);
    told = heard();
    await whole.app.database.update(users).set({ username: '新名字' }).where(eq(users.id, userId));
    await told;
    expect((await ask(otherServer, account)).body).toContain('新名字');
  });

  it('is not kept of an account whose plan ends before long', async () => {
    const ends = (ms: number) =>
      whole.app.database
        .update(subscriptions)
        .set({ expiresAt: new Date(Date.now() + ms) })
        .where(eq(subscriptions.userId, userId));
    let told = heard();
    await ends(KEPT_MS / 2);
    await told;
    const { points } = JSON.parse((await ask(otherServer, account)).body);
    await whole.app.database.transaction(async (tx) => {
      await tx.execute(sql`ALTER TABLE subscriptions DISABLE TRIGGER subscriptions_told`);
      await tx.update(subscriptions).set({ points: sql`points + 1` }).where(eq(subscriptions.userId, userId));
      await tx.execute(sql`ALTER TABLE subscriptions ENABLE TRIGGER subscriptions_told`);
    });
    expect(JSON.parse((await ask(otherServer, account)).body).points).toBe(points + 1);
    told = heard();
    await ends(24 * 3600 * 1000);
    await told;
  });

  it('is forgotten by the process that changes something before it answers, whether or not notices come through', async () => {
    await Promise.all([ask(whole.server, ofTask()), ask(whole.server, list)]);
    await whole.app.database.execute(sql`ALTER TABLE analyses DISABLE TRIGGER analyses_told`);
    try {
      await ask(whole.server, { method: 'POST', url: '/api/rename_analysis', payload: { analysis_id: row.id, task_name: '第三次' } });
      const [task, tasks] = [await ask(whole.server, ofTask()), await ask(whole.server, list)];
      expect([task.body.includes('第三次'), tasks.body.includes('第三次')]).toEqual([true, true]);
    } finally {
      await whole.app.database.execute(sql`ALTER TABLE analyses ENABLE TRIGGER analyses_told`);
    }
  });

  it('is nobody else’s', async () => {
    await ask(otherServer, ofTask());
    const mine = token;
    const stranger = {
      method: 'POST',
      url: '/api/register',
      payload: { email: `stranger${row.id}@example.com`, password: PASSWORD },
    } as const;
    token = JSON.parse((await ask(whole.server, stranger)).body).access_token;
    const seen = [await ask(otherServer, ofTask()), await ask(otherServer, list)];
    token = mine;
    expect([seen[0]?.status, JSON.parse(seen[1]?.body ?? '').count]).toEqual([404, 0]);
  });

  it('is not there of a task that waits: others that go on change its place', async () => {
    let told = heard();
    await whole.app.database.update(analyses).set({ status: 'pending', finishedAt: null }).where(eq(analyses.id, row.id));
    await told;
    const waiting = JSON.parse((await ask(otherServer, ofTask())).body);
    expect(waiting.status).toBe('pending');
    await renameInSilence('等着');
    expect([(await ask(otherServer, ofTask())).body.includes('等着'), (await ask(otherServer, list)).body.includes('等着')]).toEqual([
      true,
      true,
    ]);
    told = heard();
    await whole.app.database.update(analyses).set({ status: 'failed' }).where(eq(analyses.id, row.id));
    await told;
  });
});

describe('what is kept', () => {
  const made = (text: string, lasting = true): Promise<MadeAnswer> => Promise.resolve({ bytes: Buffer.from(text), lasting });
  const textOf = async (kept: KeptAnswers, text: string): Promise<string> =>
    (await kept.answer(7, 'analyses', '', () => made(text))).toString();

  it('is nothing that was asked for before a change', async () => {
    const kept = new KeptAnswers();
    kept.noticesArrive(true);
    let give: (answer: MadeAnswer) => void = () => undefined;
    const asking = kept.answer(7, 'analyses', '', () => new Promise<MadeAnswer>((resolve) => (give = resolve)));
    kept.changed(7, ['analyses']);
    give(await made('old'));
    expect((await asking).toString()).toBe('old');
    expect(await textOf(kept, 'new')).toBe('new');
    expect(await textOf(kept, 'newer')).toBe('new');
  });

  it('is nothing while notices do not arrive, and nothing from before they were lost', async () => {
    const kept = new KeptAnswers();
    expect([await textOf(kept, 'a'), await textOf(kept, 'b')]).toEqual(['a', 'b']);
    kept.noticesArrive(true);
    expect([await textOf(kept, 'c'), await textOf(kept, 'd')]).toEqual(['c', 'c']);
    kept.noticesArrive(false);
    kept.noticesArrive(true);
    expect(await textOf(kept, 'e')).toBe('e');
  });

  it('stays when something else changes', async () => {
    const kept = new KeptAnswers();
    kept.noticesArrive(true);
    await textOf(kept, 'a');
    kept.changed(8, ['analyses']);
    kept.changed(7, ['files', 'analysis/1']);
    expect(await textOf(kept, 'b')).toBe('a');
  });
});
