import { BOARD_PANELS_MAX, BOARDS_MAX, type FigureBoard, NEW_BOARD } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWholeServer, type WholeServer } from '../support/whole.ts';
import { type BoardUser, boardUser, contentOf, panelsOf } from './board-user.ts';

let whole: WholeServer;
let owner: BoardUser;
let other: BoardUser;

beforeAll(async () => {
  whole = await createWholeServer();
  [owner, other] = [await boardUser(whole), await boardUser(whole)];
}, 120_000);
afterAll(() => whole.close());

const URL = '/api/figure_boards';
const create = async (user: BoardUser, name = '图 1'): Promise<FigureBoard> => (await user.call('POST', URL, { name })).body;

describe('a board', () => {
  it('is empty at first, and has what was saved last', async () => {
    const made = await create(owner);
    expect(made).toMatchObject({ name: '图 1', revision: 1, content: NEW_BOARD, sources: [] });
    const content = contentOf(panelsOf([[await owner.analysis(), 'volcano']]), { grid: 5, captions: { zh: '自己写的', en: null } });
    const saved = await owner.call('PUT', `${URL}/${made.id}`, { revision: 1, name: '图 2', content });
    expect(saved).toMatchObject({ status: 200, body: { name: '图 2', revision: 2, content } });
    expect((await owner.call('GET', `${URL}/${made.id}`)).body).toEqual(saved.body);
    expect(await owner.call('DELETE', `${URL}/${made.id}`)).toMatchObject({ status: 200, body: { success: true } });
    expect((await owner.call('GET', `${URL}/${made.id}`)).status).toBe(404);
  });

  it('tells what its panels show, in both languages', async () => {
    const made = await create(owner);
    const analysis = await owner.analysis('胃癌差异');
    const { body } = await owner.call('POST', `${URL}/${made.id}/panels`, { analysis_id: analysis, figure: 'volcano' });
    expect(body.sources).toMatchObject([{ state: 'ready', task_name: '胃癌差异', title: { zh: '火山图', en: 'Volcano plot' } }]);
    expect(body.content.panels).toMatchObject([{ analysis_id: analysis, figure: 'volcano', title: '火山图' }]);
  });

  it('takes more figures where its page is free, and grows', async () => {
    const made = await create(owner);
    const analysis = await owner.analysis();
    for (const figure of ['volcano', 'ma', 'volcano', 'ma'])
      expect((await owner.call('POST', `${URL}/${made.id}/panels`, { analysis_id: analysis, figure })).status).toBe(200);
    const { content, revision } = (await owner.call('GET', `${URL}/${made.id}`)).body as FigureBoard;
    expect(revision).toBe(5);
    expect(new Set(content.panels.map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
    expect(new Set(content.panels.map(({ key }) => key)).size).toBe(4);
    expect(content.page.height).toBeGreaterThan(NEW_BOARD.page.height);
  });

  it('is not written over by who has not seen the last change', async () => {
    const made = await create(owner);
    const save = (name: string) => owner.call('PUT', `${URL}/${made.id}`, { revision: made.revision, name, content: made.content });
    const answers = await Promise.all([save('甲'), save('乙')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const taken = answers.find(({ status }) => status === 200)?.body.name;
    expect((await owner.call('GET', `${URL}/${made.id}`)).body).toMatchObject({ name: taken, revision: 2 });
  });

  it('says of each panel whose analysis was deleted or lacks the figure, and keeps its frame', async () => {
    const made = await create(owner);
    const [first, second] = [await owner.analysis(), await owner.analysis()];
    const panels = panelsOf([
      [first, 'volcano'],
      [second, 'volcano'],
      [second, 'nothing'],
    ]);
    await owner.call('PUT', `${URL}/${made.id}`, { revision: 1, name: 'a', content: contentOf(panels) });
    await owner.call('POST', '/api/delete_analysis', { analysis_id: first });
    const { body } = await owner.call('GET', `${URL}/${made.id}`);
    expect(body.sources.map(({ state }: { state: string }) => state)).toEqual(['gone', 'ready', 'absent']);
    expect(body.sources[0].title.zh).toBe('火山图');
    expect(body.content.panels).toEqual(panels);
    const file = await owner.call('GET', `${URL}/${made.id}/file/pdf`);
    expect(file).toMatchObject({ status: 422, body: { detail: expect.stringMatching(/^图 A、C 的分析已经删除.*移除/) } });
  });
});

describe('boards of others', () => {
  it('are as absent ones, whatever is asked', async () => {
    const { id, content } = await create(other, '别人的');
    const analysis = await owner.analysis();
    const save = { revision: 1, name: '改名', content };
    const add = { analysis_id: analysis, figure: 'volcano' };
    const calls = [
      ['GET', '', undefined],
      ['PUT', '', save],
      ['DELETE', '', undefined],
      ['POST', '/panels', add],
      ['GET', '/file/pdf', undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      const foreign = await owner.call(method, `${URL}/${id}${path}`, body);
      expect(foreign, `${method} ${path}`).toEqual(await owner.call(method, `${URL}/999999999${path}`, body));
      expect(foreign.status).toBe(404);
    }
    expect((await owner.call('GET', URL)).body.results.map((row: { id: number }) => row.id)).not.toContain(id);
    expect((await other.call('GET', `${URL}/${id}`)).body).toMatchObject({ name: '别人的', revision: 1 });
  });

  it('give nothing of an analysis that is another’s', async () => {
    const foreign = await other.analysis('别人的秘密');
    const { id } = await create(owner);
    expect((await owner.call('POST', `${URL}/${id}/panels`, { analysis_id: foreign, figure: 'volcano' })).status).toBe(404);
    const content = contentOf(
      panelsOf([
        [foreign, 'volcano'],
        [999_999_999, 'volcano'],
      ]),
    );
    const { status, body } = await owner.call('PUT', `${URL}/${id}`, { revision: 1, name: 'a', content });
    expect(status).toBe(200);
    expect(body.sources[0]).toEqual({ ...body.sources[1], key: 'p0' });
    expect(JSON.stringify(body)).not.toContain('秘密');
    expect((await owner.call('GET', `${URL}/${id}/file/svg`)).status).toBe(422);
  });
});

describe('limits', () => {
  it('stand also where many are made at once', async () => {
    const user = await boardUser(whole);
    const answers = await Promise.all(Array.from({ length: BOARDS_MAX + 3 }, (_, i) => user.call('POST', URL, { name: `${i}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(BOARDS_MAX);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toContain(String(BOARDS_MAX));
    const list = (await user.call('GET', `${URL}?page_size=20&page=3`)).body;
    expect(list).toMatchObject({ count: BOARDS_MAX, page: 3, current_page: 3, page_size: 20 });
    expect(list.results).toHaveLength(BOARDS_MAX - 40);
    const [some] = list.results;
    expect((await user.call('GET', `${URL}?search=${some.name}`)).body.results).toContainEqual(some);
    expect((await user.call('GET', `${URL}?search=99`)).body.count).toBe(0);
  });

  it('hold for the figures of one board, however they come', async () => {
    const analysis = await owner.analysis();
    const { id } = await create(owner);
    const panels = Array.from({ length: BOARD_PANELS_MAX + 1 }, (_, i) => ({
      ...{ key: `k${i}`, analysis_id: analysis, figure: 'volcano', title: '' },
      ...{ x: 0, y: 0, width: 20, height: 20 },
    }));
    const save = (some: typeof panels) => owner.call('PUT', `${URL}/${id}`, { revision: 1, name: 'a', content: contentOf(some) });
    expect((await save(panels)).status).toBe(422);
    expect((await save(panels.slice(1))).status).toBe(200);
    const more = await owner.call('POST', `${URL}/${id}/panels`, { analysis_id: analysis, figure: 'volcano' });
    expect(more).toMatchObject({ status: 409, body: { detail: expect.stringContaining(String(BOARD_PANELS_MAX)) } });
  });

  it.each([
    ['a figure over the edge of the page', { panels: [{ ...panelsOf([[1, 'volcano']])[0], x: 100 }] }],
    ['two panels of one name', { panels: [panelsOf([[1, 'volcano']])[0], panelsOf([[1, 'ma']])[0]] }],
    ['a page as large as a wall', { page: { width: 5000, height: 120, margin: 0 } }],
    ['an unknown typeface', { font: { family: 'Comic Sans', size: 7 } }],
    ['a size that is no number', { font: { family: 'Arial', size: '7' } }],
    ['a caption as long as a book', { captions: { zh: '字'.repeat(8001), en: null } }],
    ['a letter of another style', { letters: { ...NEW_BOARD.letters, style: 'i' } }],
  ])('refuse %s', async (_, change) => {
    const { id } = await create(owner);
    const body = { revision: 1, name: 'a', content: { ...NEW_BOARD, ...change } };
    const answer = await owner.call('PUT', `${URL}/${id}`, body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(/[\u4e00-\u9fff]/);
    expect((await owner.call('GET', `${URL}/${id}`)).body.revision).toBe(1);
  });
});
