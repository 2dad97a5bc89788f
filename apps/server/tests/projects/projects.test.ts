import type { Lineage, Project } from '@oncoloom/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyses, type UsedInput } from '../../src/analyses/tables.ts';
import { files, fileVersions } from '../../src/files/tables.ts';
import { type BoardUser, boardUser } from '../figure-boards/board-user.ts';
import { createWholeServer, type WholeServer } from '../support/whole.ts';

let whole: WholeServer;
let owner: BoardUser;
let other: BoardUser;

beforeAll(async () => {
  whole = await createWholeServer();
  [owner, other] = [await boardUser(whole), await boardUser(whole)];
}, 120_000);
afterAll(() => whole.close());

const URL = '/api/projects';
/** A request that needs no file. */
const PLOT = {
  task_type: 'correlation_scatterplot',
  table: {
    columns: ['a', 'b'],
    rows: [
      ['1', '2'],
      ['3', '4'],
      ['5', '7'],
    ],
  },
};
const create = async (user: BoardUser, name = '肺癌'): Promise<Project> => (await user.call('POST', URL, { name })).body;
const board = async (user: BoardUser, body: object = {}) =>
  (await user.call('POST', '/api/figure_boards', { name: '图 1', ...body })).body.id;

async function file({ id: userId }: BoardUser, name = 'counts.tsv', blob = 'a'.repeat(64)): Promise<number> {
  const [row] = await whole.app.database
    .insert(files)
    .values({ userId, name, fileType: 'expression', format: 'text', fileSize: 1, validationStatus: 'valid', blob, parserVersion: '1' })
    .returning({ id: files.id });
  return row?.id ?? 0;
}

/** A completed analysis by today's version of its tool. */
async function analysis(user: BoardUser, name?: string): Promise<number> {
  const id = await user.analysis(name);
  const toolVersion = whole.app.tools.require('limma_differential_analysis').version;
  await whole.app.database.update(analyses).set({ toolVersion }).where(eq(analyses.id, id));
  return id;
}

/** Has an analysis read this file or that analysis. */
async function reads(analysis: number, request: UsedInput['request'], sha256: string): Promise<void> {
  const input = {
    field: 'file_id',
    input: 'x',
    type: 'matrix',
    name: 'x',
    sha256,
    blob: sha256,
    format: 'bin',
    rows: 1,
    columns: 1,
    request,
  };
  await whole.app.database
    .update(analyses)
    .set({ inputs: sql`inputs || ${JSON.stringify([input])}::jsonb` })
    .where(eq(analyses.id, analysis));
}

const lineageOf = async (user: BoardUser, id: number): Promise<Lineage> => (await user.call('GET', `${URL}/${id}/lineage`)).body;

describe('a project', () => {
  it('is made, changed, archived and deleted; what was in it stays', async () => {
    const made = await create(owner);
    expect(made).toMatchObject({ name: '肺癌', notes: '', archived: false, counts: { analyses: 0, files: 0, boards: 0 } });
    const things = { analysis_ids: [await owner.analysis()], file_ids: [await file(owner)], board_ids: [await board(owner)] };
    expect(await owner.call('POST', `${URL}/${made.id}/add`, things)).toMatchObject({
      status: 200,
      body: { counts: { analyses: 1, files: 1, boards: 1 } },
    });
    const changed = await owner.call('PUT', `${URL}/${made.id}`, { name: '肺腺癌', notes: '第一稿' });
    expect(changed.body).toMatchObject({ name: '肺腺癌', notes: '第一稿', archived: false });
    expect((await owner.call('PUT', `${URL}/${made.id}`, { archived: true })).body).toMatchObject({ name: '肺腺癌', archived: true });
    expect(await owner.call('DELETE', `${URL}/${made.id}`)).toMatchObject({ status: 200, body: { success: true } });
    expect((await owner.call('GET', `${URL}/${made.id}`)).status).toBe(404);
    const row = await owner.call('POST', '/api/get_analysis', { analysis_id: things.analysis_ids[0] });
    expect(row).toMatchObject({ status: 200, body: { project_id: null } });
    expect((await owner.call('GET', `/api/file/${things.file_ids[0]}/info`)).body.file.project_id).toBeNull();
    expect((await owner.call('GET', `/api/figure_boards/${things.board_ids[0]}`)).body.project_id).toBeNull();
  });

  it('has a thing that another had, and gives it back; lists show what is in it', async () => {
    const [first, second] = [await create(owner, '甲'), await create(owner, '乙')];
    const things = { analysis_ids: [await owner.analysis()], file_ids: [await file(owner)], board_ids: [await board(owner)] };
    await owner.call('POST', `${URL}/${first.id}/add`, things);
    await owner.call('POST', `${URL}/${second.id}/add`, things);
    expect((await owner.call('GET', `${URL}/${first.id}`)).body.counts).toEqual({ analyses: 0, files: 0, boards: 0 });
    const lists = async (id: number) => {
      const answers = [
        await owner.call('POST', '/api/get_analysis_list', { project_id: id }),
        await owner.call('GET', `/api/files?project_id=${id}`),
        await owner.call('GET', `/api/figure_boards?project_id=${id}`),
      ];
      return answers.map(({ body }) => body.results.map((row: { id: number }) => row.id));
    };
    expect(await lists(first.id)).toEqual([[], [], []]);
    expect(await lists(second.id)).toEqual([things.analysis_ids, things.file_ids, things.board_ids]);
    // Taken from one that it is not in it stays where it is.
    await owner.call('POST', `${URL}/${first.id}/remove`, things);
    expect((await owner.call('GET', `${URL}/${second.id}`)).body.counts).toEqual({ analyses: 1, files: 1, boards: 1 });
    await owner.call('POST', `${URL}/${second.id}/remove`, things);
    expect(await lists(second.id)).toEqual([[], [], []]);
  });

  it('is listed with its counts, by its name and by whether it is archived', async () => {
    const user = await boardUser(whole);
    const [old, open] = [await create(user, '旧的 100%'), await create(user, '新的')];
    await user.call('PUT', `${URL}/${old.id}`, { archived: true });
    const names = async (query: string) => (await user.call('GET', `${URL}${query}`)).body.results.map((row: Project) => row.name);
    expect(await names('')).toEqual(['旧的 100%', '新的']);
    expect(await names('?archived=0')).toEqual(['新的']);
    expect(await names('?archived=1')).toEqual(['旧的 100%']);
    expect(await names('?search=%25')).toEqual(['旧的 100%']);
    await user.call('POST', `${URL}/${open.id}/add`, { analysis_ids: [await user.analysis()] });
    expect(await names('')).toEqual(['新的', '旧的 100%']);
  });

  it('takes nothing new once it is archived, and says so', async () => {
    const { id } = await create(owner);
    await owner.call('PUT', `${URL}/${id}`, { archived: true });
    const refused = { status: 422, body: { detail: expect.stringContaining('归档') } };
    expect(await owner.call('POST', `${URL}/${id}/add`, { analysis_ids: [await owner.analysis()] })).toMatchObject(refused);
    expect(await owner.call('POST', '/api/figure_boards', { name: '图', project_id: id })).toMatchObject(refused);
    expect(await owner.call('POST', '/api/create_analysis', { ...PLOT, project_id: id })).toMatchObject(refused);
    await owner.call('PUT', `${URL}/${id}`, { archived: false });
    const run = await owner.call('POST', '/api/create_analysis', { ...PLOT, project_id: id });
    expect((await owner.call('POST', '/api/get_analysis', { analysis_id: run.body.id })).body.project_id).toBe(id);
    const again = await owner.call('POST', '/api/rerun_analysis', { analysis_id: run.body.id });
    expect((await owner.call('POST', '/api/get_analysis', { analysis_id: again.body.id })).body.project_id).toBe(id);
  });

  it('refuses names and notes that cannot be kept', async () => {
    for (const body of [{ name: '' }, { name: '字'.repeat(81) }, { name: 'a\u0001b' }, { name: 'a', notes: '字'.repeat(20_001) }])
      expect((await owner.call('POST', URL, body)).status, JSON.stringify(body)).toBe(422);
  });
});

describe('projects of others', () => {
  it('are as absent ones, whatever is asked', async () => {
    const { id } = await create(other, '别人的');
    const calls = [
      ['GET', '', undefined],
      ['PUT', '', { name: '改名' }],
      ['DELETE', '', undefined],
      ['POST', '/add', { analysis_ids: [await owner.analysis()] }],
      ['POST', '/remove', {}],
      ['GET', '/lineage', undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      const foreign = await owner.call(method, `${URL}/${id}${path}`, body);
      expect(foreign, `${method} ${path}`).toEqual(await owner.call(method, `${URL}/999999999${path}`, body));
      expect(foreign.status).toBe(404);
    }
    expect((await owner.call('GET', URL)).body.results.map((row: Project) => row.id)).not.toContain(id);
    for (const [url, body] of [
      ['/api/figure_boards', { name: '图', project_id: id }],
      ['/api/create_analysis', { ...PLOT, project_id: id }],
    ] as const)
      expect([404, 422], url).toContain((await owner.call('POST', url, body)).status);
    for (const list of [`/api/figure_boards?project_id=${id}`, `/api/files?project_id=${id}`])
      expect((await owner.call('GET', list)).status).toBe(404);
  });

  it('are not reached by one’s own project: nothing of another’s is put into it or shown', async () => {
    const { id } = await create(owner);
    const [analysis, theirs, onBoard] = [await other.analysis('别人的秘密'), await file(other, '秘密.tsv'), await board(other)];
    for (const things of [{ analysis_ids: [analysis] }, { file_ids: [theirs] }, { board_ids: [onBoard] }])
      expect((await owner.call('POST', `${URL}/${id}/add`, things)).status).toBe(404);
    const mine = await owner.analysis();
    await owner.call('POST', `${URL}/${id}/add`, { analysis_ids: [mine] });
    await reads(mine, { from: 'analysis', id: analysis }, 'x');
    await reads(mine, { from: 'file', id: theirs }, 'x');
    const lineage = await lineageOf(owner, id);
    expect(lineage).toMatchObject({ steps: [{ id: mine }], files: [], edges: [] });
    expect(JSON.stringify(lineage)).not.toContain('秘密');
  });
});

describe('the lineage of a project', () => {
  it('marks exactly what depends on a file that has another content now', async () => {
    const { id } = await create(owner);
    const counts = await file(owner, 'counts.tsv', 'b'.repeat(64));
    const [first, second, apart, outside] = [
      await analysis(owner, '差异'),
      await analysis(owner, '富集'),
      await analysis(owner, '别的'),
      await analysis(owner, '外面'),
    ];
    await owner.call('POST', `${URL}/${id}/add`, { analysis_ids: [first, second, apart] });
    await reads(first, { from: 'file', id: counts }, 'b'.repeat(64));
    await reads(second, { from: 'analysis', id: first, direction: 'all' }, 'genes');
    await reads(apart, { from: 'analysis', id: outside }, 'genes');
    const before = await lineageOf(owner, id);
    expect(before.steps.map((step) => [step.id, step.outside, step.stale.length])).toEqual([
      [first, false, 0],
      [second, false, 0],
      [outside, true, 0],
      [apart, false, 0],
    ]);
    expect(before.files).toEqual([{ id: counts, name: 'counts.tsv', version: 1, outside: true }]);
    expect(before.edges.map(({ from, to }) => [from.kind, from.id, to])).toEqual(
      expect.arrayContaining([
        ['file', counts, first],
        ['analysis', first, second],
        ['analysis', outside, apart],
      ]),
    );
    await whole.app.database.insert(fileVersions).values({
      ...{ fileId: counts, version: 1, name: 'counts.tsv', fileType: 'expression', format: 'text', fileSize: 1 },
      ...{ validationStatus: 'valid', blob: 'b'.repeat(64), parserVersion: '1' },
    });
    await whole.app.database
      .update(files)
      .set({ blob: 'c'.repeat(64), version: 2 })
      .where(eq(files.id, counts));
    const after = await lineageOf(owner, id);
    expect(after.steps.filter(({ stale }) => stale.length > 0).map(({ id: step, stale }) => [step, stale])).toEqual([
      [first, [{ kind: 'file', file_id: counts, name: 'counts.tsv' }]],
      [second, [{ kind: 'parent_stale', analysis_id: first, name: '差异' }]],
    ]);
  });

  it('is the order of a project’s analyses for those who write about them', async () => {
    const { id } = await create(owner);
    const [late, early] = [await analysis(owner, '后'), await analysis(owner, '先')];
    await reads(late, { from: 'analysis', id: early }, 'x');
    await owner.call('POST', `${URL}/${id}/add`, { analysis_ids: [late, early] });
    const { project, analyses: ordered } = await whole.app.projects.project(owner.id, id);
    expect(project.id).toBe(id);
    expect(ordered.map(({ name }) => name)).toEqual(['先', '后']);
    await expect(whole.app.projects.project(other.id, id)).rejects.toMatchObject({ status: 404 });
  });
});
