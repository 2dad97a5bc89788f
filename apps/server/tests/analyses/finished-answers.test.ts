import { randomUUID } from 'node:crypto';
import type { Analysis } from '@oncoloom/contract';
import { catalogue } from '@oncoloom/tools';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { writeThemes } from '../../src/analyses/figures/figure-themes.ts';
import { addRendering } from '../../src/analyses/repository.ts';
import { renderingKey } from '../../src/analyses/results/result-files.ts';
import { analyses, analysisRecord, renderings, type StoredResult } from '../../src/analyses/tables.ts';
import { DEVICE, PASSWORD } from '../support/server.ts';
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

let whole: WholeServer;
let userId: number;
let id: number;

async function newUser(email: string): Promise<number> {
  const { accounts } = whole.app;
  return (await accounts.authenticate(await accounts.register({ email, password: PASSWORD }, DEVICE))).id;
}
const answer = async (user = userId): Promise<Analysis> => JSON.parse((await whole.app.analyses.answer(user, id)).bytes.toString());

beforeAll(async () => {
  whole = await createWholeServer();
  userId = await newUser('owner@example.com');
});
afterAll(() => whole?.close());
beforeEach(async () => {
  const finished = { status: 'completed' as const, progress: 1, finishedAt: new Date(), result, headline: '' };
  const about = { userId, taskType: TYPE, toolVersion: tool.version, family: 'bulk', name: '第一次', points: 0, example: false };
  const [row] = await whole.app.database
    .insert(analyses)
    .values({ ...about, ...finished, values: {}, inputs: [] })
    .returning({ id: analyses.id });
  id = row?.id ?? 0;
});

it('is made once while nothing changes, and is what a fresh look shows', async () => {
  const { bytes } = await whole.app.analyses.answer(userId, id);
  expect((await whole.app.analyses.answer(userId, id)).bytes).toBe(bytes);
  expect(await answer()).toEqual(JSON.parse(JSON.stringify(await whole.app.analyses.get(userId, id))));
});

it('leaves the data of the inputs out where they are not asked for, and keeps both answers apart', async () => {
  const request = { from: 'rows' as const, columns: ['sample', 'group'], rows: [['S1', 'A']] };
  const kept = { sha256: 'd'.repeat(64), blob: 'd'.repeat(64), format: 'json' as const, rows: 1, columns: 2 };
  const input = { field: 'sample_groups', input: 'groups', type: 'table' as const, name: '粘贴的分组', ...kept, request };
  await whole.app.database
    .update(analyses)
    .set({ values: { padj: 0.01 }, inputs: [input] })
    .where(eq(analyses.id, id));
  const { bytes } = await whole.app.analyses.answer(userId, id, true);
  const brief: Analysis = JSON.parse(bytes.toString());
  expect(brief.parameters).toEqual({ padj: 0.01 });
  const { parameters, ...others } = await answer();
  expect(parameters.sample_groups).toEqual([{ sample: 'S1', group: 'A' }]);
  expect({ ...brief, parameters: null }).toEqual({ ...others, parameters: null });
  expect((await whole.app.analyses.answer(userId, id, true)).bytes).toBe(bytes);
});

it('tells a new name, a new look and a newly drawn file at once', async () => {
  const before = await answer();
  await whole.app.analyses.rename(userId, id, '第二次');
  const renamed = await answer();
  expect([before.name, renamed.name]).toEqual(['第一次', '第二次']);
  expect(renamed.result?.files[0]?.filename).not.toBe(before.result?.files[0]?.filename);

  await whole.app.analyses.replot(userId, id, 'volcano', { up_color: '#123456' }, true);
  expect((await answer()).result?.styles.volcano?.up_color).toBe('#123456');

  await writeThemes(whole.app.database, userId, { themes: [], look: { font_family: 'Times New Roman', up_color: '#654321' } });
  const { looks, styles } = (await answer()).result ?? {};
  expect(looks).toEqual({ own: {}, user: { font_family: 'Times New Roman', up_color: '#654321' } });
  // What was set for the figure itself is stronger.
  expect(styles?.volcano).toMatchObject({ font_family: 'Times New Roman', up_color: '#123456' });
  await writeThemes(whole.app.database, userId, { themes: [], look: {} });
  expect((await answer()).result?.styles.volcano?.font_family).toBe('Arial');

  const [row] = await whole.app.database.select(analysisRecord).from(analyses).where(eq(analyses.id, id));
  if (row === undefined) throw new Error('gone');
  const sizeOf = ({ result: shown }: Analysis) => shown?.files.find(({ file_key }) => file_key === 'volcano_pdf')?.size;
  const key = renderingKey(tool, row, result, { kind: 'figure', figure: 'volcano', format: 'pdf', variant: null }, null);
  expect(sizeOf(await answer())).toBeNull();
  const [first, second] = ['b', 'c'].map((digit) => digit.repeat(64)) as [string, string];
  await addRendering(whole.app.database, id, key, { sha256: first, size: 123 });
  expect(sizeOf(await answer())).toBe(123);
  // Of two that were made at once the first one stands; of one whose content is gone the next.
  expect(await addRendering(whole.app.database, id, key, { sha256: second, size: 456 })).toEqual({ sha256: first, size: 123 });
  expect(sizeOf(await answer())).toBe(123);
  expect(await addRendering(whole.app.database, id, key, { sha256: second, size: 456 }, first)).toEqual({ sha256: second, size: 456 });
  expect(sizeOf(await answer())).toBe(456);
  await whole.app.database.delete(renderings).where(eq(renderings.analysisId, id));
  expect(sizeOf(await answer())).toBeNull();
});

it('is nobody else’s, and gone with its analysis', async () => {
  await answer();
  const stranger = await newUser(`stranger${id}@example.com`);
  await expect(answer(stranger)).rejects.toMatchObject({ status: 404 });
  await whole.app.analyses.remove(userId, id);
  await expect(answer()).rejects.toMatchObject({ status: 404 });
});

it('tells of an unfinished one what is now', async () => {
  const { database, queue } = whole.app;
  await database.update(analyses).set({ status: 'pending', result: null, finishedAt: null }).where(eq(analyses.id, id));
  await database.transaction((tx) => queue.add(tx, randomUUID(), { analysisId: id }, { id: userId, type: 'new' }));
  const first = await answer();
  await whole.app.database.insert(analyses).values({
    userId,
    taskType: TYPE,
    toolVersion: tool.version,
    family: 'bulk',
    name: '',
    status: 'pending',
    values: {},
    inputs: [],
    points: 0,
    example: false,
  });
  await whole.app.database.update(analyses).set({ status: 'failed' }).where(eq(analyses.id, id));
  const ended = await answer();
  expect([first.status, first.queue_position, ended.status, ended.queue_position]).toEqual(['pending', 1, 'failed', null]);
});
