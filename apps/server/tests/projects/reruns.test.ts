import type { Comparison, Rerun, RerunChanges, RerunPlan } from '@oncoloom/contract';
import { parseMarks } from '@oncoloom/tool-kit';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withSources } from '../../src/analyses/run/with-sources.ts';
import { analyses } from '../../src/analyses/tables.ts';
import { projectReruns } from '../../src/projects/tables.ts';
import { type BoardUser, boardUser } from '../figure-boards/board-user.ts';
import { createWholeServer, type WholeServer } from '../support/whole.ts';

let whole: WholeServer;
let owner: BoardUser;

beforeAll(async () => {
  whole = await createWholeServer();
  owner = await boardUser(whole);
}, 120_000);
afterAll(() => whole.close());

const URL = '/api/projects';
/** A request that needs no file; plots are drawn by every plan. */
const plot = (last: number) => ({
  task_type: 'correlation_scatterplot',
  table: { columns: ['a', 'b'], rows: [...[1, 2, 3].map((i) => [String(i), String(2 * i)]), ['4', String(last)]] },
});

/** Ends an analysis as a worker would, by an earlier version of its tool or by today's. */
async function complete(id: number, toolVersion?: string): Promise<void> {
  const result = { facts: {}, tables: [], findings: [], seed: 1, versions: {}, seconds: { read: 0, analyse: 0, write: 0 } };
  await whole.app.database
    .update(analyses)
    .set({ status: 'completed', result, finishedAt: new Date(), ...(toolVersion && { toolVersion }) })
    .where(eq(analyses.id, id));
}

/** Other facts of a result, as another version of its tool would find. */
async function change(id: number, facts: Record<string, number>): Promise<void> {
  const { result } = (await whole.app.database.select().from(analyses).where(eq(analyses.id, id)))[0] ?? {};
  if (result != null)
    await whole.app.database
      .update(analyses)
      .set({ result: { ...result, facts: { ...result.facts, ...facts } } })
      .where(eq(analyses.id, id));
}

/** What a result says, without marks. */
async function textsOf(id: number): Promise<string> {
  const { result } = (await owner.call('POST', '/api/get_analysis', { analysis_id: id })).body;
  const plain = (text: string) => parseMarks(text).reduce((all, piece) => all + piece.text, '');
  return [result.headline, result.summary, result.detail].map(plain).join('\n');
}

async function outdated(project: number, last: number): Promise<number> {
  const { body } = await owner.call('POST', '/api/create_analysis', { ...plot(last), project_id: project });
  await complete(body.id, '0');
  return body.id;
}

describe('running again what is out of date', () => {
  it('shows the price, submits what waits for nothing, and ends when all has ended', async () => {
    const { id } = (await owner.call('POST', URL, { name: '重新运行' })).body;
    const [first, second] = [await outdated(id, 7), await outdated(id, 9)];
    const plan: RerunPlan = (await owner.call('GET', `${URL}/${id}/rerun_plan`)).body;
    const points = whole.app.tools.require('correlation_scatterplot').points;
    expect(plan.steps.map((step) => [step.analysis_id, step.points, step.problem])).toEqual([
      [first, points, null],
      [second, points, null],
    ]);
    expect(plan.points).toBe(2 * points);
    const started = await owner.call('POST', `${URL}/${id}/rerun`);
    expect(started.status).toBe(200);
    const { steps }: Rerun = started.body;
    expect(steps.map(({ old, status }) => [old, status])).toEqual([
      [first, 'pending'],
      [second, 'pending'],
    ]);
    expect((await owner.call('POST', `${URL}/${id}/rerun`)).status).toBe(409);
    const news = steps.map((step) => step.new ?? 0);
    const rows = await Promise.all(news.map(async (one) => (await owner.call('POST', '/api/get_analysis', { analysis_id: one })).body));
    expect(rows.map((row) => row.project_id)).toEqual([id, id]);
    await complete(news[0] ?? 0);
    // Cancelled: the transaction that ends it has the re-run looked at.
    await owner.call('POST', '/api/cancel_analysis', { analysis_id: news[1] });
    await whole.app.reruns.goOn(started.body.id);
    const { rerun }: { rerun: Rerun } = (await owner.call('GET', `${URL}/${id}/rerun`)).body;
    expect(rerun.steps.map(({ status }) => status)).toEqual(['completed', 'failed']);
    expect(rerun.ended_at).not.toBeNull();
    const { steps: now } = (await owner.call('GET', `${URL}/${id}/lineage`)).body;
    expect(now.map((step: { id: number; replaced: number[]; stale: unknown[] }) => [step.id, step.replaced, step.stale.length])).toEqual([
      [second, [], 1],
      [news[0], [first], 0],
    ]);
  });

  it('finds what was submitted before a process died, instead of submitting it once more', async () => {
    const { id } = (await owner.call('POST', URL, { name: '重来' })).body;
    await outdated(id, 11);
    const started: Rerun = (await owner.call('POST', `${URL}/${id}/rerun`)).body;
    const steps = started.steps.map(({ old }) => ({ old, new: null, problem: null }));
    await whole.app.database.update(projectReruns).set({ steps }).where(eq(projectReruns.id, started.id));
    await whole.app.reruns.goOn(started.id);
    const { rerun }: { rerun: Rerun } = (await owner.call('GET', `${URL}/${id}/rerun`)).body;
    expect(rerun.steps.map((step) => step.new)).toEqual(started.steps.map((step) => step.new));
    expect((await owner.call('GET', `${URL}/${id}`)).body.counts.analyses).toBe(2);
  });

  it('is refused where nothing is out of date, and says why a step cannot be run', async () => {
    const { id } = (await owner.call('POST', URL, { name: '空' })).body;
    expect(await owner.call('POST', `${URL}/${id}/rerun`)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('没有过期') },
    });
    const broken = await owner.analysis('没有矩阵');
    await whole.app.database.update(analyses).set({ toolVersion: '0' }).where(eq(analyses.id, broken));
    await owner.call('POST', `${URL}/${id}/add`, { analysis_ids: [broken] });
    const plan: RerunPlan = (await owner.call('GET', `${URL}/${id}/rerun_plan`)).body;
    expect(plan).toMatchObject({ points: 0, steps: [{ analysis_id: broken, problem: expect.stringContaining('表达矩阵') }] });
    expect((await owner.call('POST', `${URL}/${id}/rerun`)).status).toBe(409);
  });
});

describe('two runs beside each other', () => {
  it('tell which tables are the same and that no gene changed sides', async () => {
    const [old, now] = [await owner.analysis('前'), await owner.analysis('后')];
    const { body }: { body: Comparison } = await owner.call('POST', '/api/compare_analyses', {
      old_analysis_id: old,
      new_analysis_id: now,
    });
    expect(body.tables).toMatchObject([{ id: 'limma', same: true }]);
    expect(body.lists.map(({ came, went }) => [came.count, went.count])).toEqual([[0, 0]]);
    expect(body.sentences).toEqual({ old: [], new: [] });
    expect(body.figures.length).toBeGreaterThan(0);
    expect(body.figures.every(({ same }) => same)).toBe(true);
  });

  it('tell which sentences and figures are not the same', async () => {
    const [old, now] = [await owner.analysis('前'), await owner.analysis('后')];
    await change(old, { significant: 5 });
    await change(now, { significant: 10, up: 7 });
    const { body }: { body: Comparison } = await owner.call('POST', '/api/compare_analyses', {
      old_analysis_id: old,
      new_analysis_id: now,
    });
    const [{ sentences }, before, after] = [body, await textsOf(old), await textsOf(now)];
    expect(sentences.old.length).toBeGreaterThan(0);
    expect(sentences.new.length).toBe(sentences.old.length);
    for (const [told, whose, other] of [
      [sentences.old, before, after],
      [sentences.new, after, before],
    ] as const)
      for (const sentence of told) expect([whose.includes(sentence), other.includes(sentence)]).toEqual([true, false]);
    // Its caption counts the genes.
    expect(body.figures.find(({ id }) => id === 'volcano')?.same).toBe(false);
  });

  it('tell it of every step of a re-run, and nothing of what has no result', async () => {
    const { id } = (await owner.call('POST', URL, { name: '改变' })).body;
    const [old, now, alone] = [await owner.analysis('前'), await owner.analysis('后'), await owner.analysis('无')];
    await change(old, { significant: 5 });
    await change(now, { significant: 10, up: 7 });
    const steps = [
      { old, new: now, problem: null },
      { old: alone, new: null, problem: '没有矩阵' },
    ];
    const ended = { userId: owner.id, projectId: id, steps, endedAt: new Date() };
    const [rerun] = await whole.app.database.insert(projectReruns).values(ended).returning();
    await whole.app.database.update(analyses).set({ rerunId: rerun?.id, replaces: old }).where(eq(analyses.id, now));
    const { steps: changed }: RerunChanges = (await owner.call('GET', `${URL}/${id}/rerun_changes`)).body;
    expect(changed).toMatchObject([{ old, new: now, tables: [], figures: expect.arrayContaining([expect.stringContaining('火山图')]) }]);
    expect(changed[0]?.sentences.new.join('')).toContain('7');
  });
});

describe('earlier results in the place of others', () => {
  it('are named wherever a request names one, and nowhere else', () => {
    const input = (request: object) => ({ request }) as unknown as Parameters<typeof withSources>[0][number];
    const sets = {
      from: 'sets',
      sets: [{ title: 'a', of: { from: 'analysis', id: 3, direction: 'up' } }, { of: { from: 'file', id: 3 } }],
    };
    const given = [input({ from: 'analysis', id: 3 }), input(sets), input({ from: 'file', id: 3 }), input({ from: 'analysis', id: 4 })];
    expect(withSources(given, new Map([[3, 8]])).map(({ request }) => request)).toEqual([
      { from: 'analysis', id: 8 },
      { from: 'sets', sets: [{ title: 'a', of: { from: 'analysis', id: 8, direction: 'up' } }, { of: { from: 'file', id: 3 } }] },
      { from: 'file', id: 3 },
      { from: 'analysis', id: 4 },
    ]);
  });
});
