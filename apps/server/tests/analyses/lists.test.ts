import type { Analysis, AnalysisCounts, AnalysisList } from '@oncoloom/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { countsOf } from '../../src/analyses/lists/counts.ts';
import { dataSetOf } from '../../src/analyses/lists/data-set.ts';
import type { Alike } from '../../src/analyses/lists/listing.ts';
import type { UsedInput } from '../../src/analyses/tables.ts';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';

/** What the list of all analyses can be ordered and narrowed by. */

const LIMMA = 'limma_differential_analysis';
let user: Client;
let limma: Analysis;
let logged: Analysis;
let again: Analysis;

const list = async (body: object = {}) => (await user.post<AnalysisList>('/api/get_analysis_list', body)).body;
const counts = async (body: object = {}) => (await user.post<AnalysisCounts>('/api/count_analyses', body)).body;

beforeAll(async () => {
  user = await Client.register(await sharedServer());
  const matrix = await user.file('肝癌队列.tsv', 'gene\tS1\tS2\tS3\nTP53\t1\t2\t3\nMYC\t4\t5\t6\nEGFR\t7\t8\t9\n');
  const log = { task_type: 'log_transform', file_id: matrix.id, transform_method: 'log2_x_plus_1' };
  logged = await user.ended((await user.create(log)).body.id);
  limma = await user.example(LIMMA);
  // The logged matrix, not the file, is what this one reads.
  again = await user.ended(
    (await user.create({ task_type: 'batch_sd_calculation', source_analysis_id: logged.id, file_id: null })).body.id,
  );
});

describe('a row', () => {
  it('names what it is about, through earlier results too, and leaves out of its short name what the tool says', () => {
    expect(logged).toMatchObject({ status: 'completed', data_set: '肝癌队列', short_name: '肝癌队列', task_name: '肝癌队列 · 取对数' });
    expect(again).toMatchObject({ status: 'completed', data_set: '肝癌队列' });
    expect(limma.data_set).not.toBeNull();
    expect(limma.short_name).toBe(limma.task_name.replace(/ · limma$/, ''));
  });

  it('keeps a star of its user until it is taken away, and stays unchanged otherwise', async () => {
    const set = (starred: boolean) => user.post<Analysis>('/api/star_analysis', { analysis_id: limma.id, starred });
    expect((await set(true)).body).toMatchObject({ id: limma.id, starred: true, updated_at: limma.updated_at });
    expect((await list({ starred: true })).results.map(({ id }) => id)).toEqual([limma.id]);
    expect((await counts()).starred).toBe(1);
    expect((await set(false)).body.starred).toBe(false);
    expect((await list({ starred: true })).count).toBe(0);
  });
});

describe('the list', () => {
  it('is narrowed to a data set', async () => {
    expect((await list({ data_set: '肝癌队列' })).results.map(({ id }) => id)).toEqual([again.id, logged.id]);
    expect((await list({ data_set: '没有这个' })).count).toBe(0);
    expect((await list({ data_set: '' })).count).toBe(0);
  });

  it('puts together what is about one data set, the one with the newest run first, over pages', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list({ order: 'data_set', page, page_size: 1 })));
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual([again.id, logged.id, limma.id]);
    expect((await list({ order: 'tool' })).results.map(({ id }) => id)).toEqual([again.id, limma.id, logged.id]);
    expect((await user.post('/api/get_analysis_list', { order: 'colour' })).status).toBe(422);
  });

  it('tells how many each choice leads to', async () => {
    const all = await counts();
    expect(all.statuses).toEqual({ 'in-progress': 0, done: 3, failed: 0 });
    expect(all.data_sets).toEqual([
      { data_set: '肝癌队列', count: 2 },
      { data_set: limma.data_set, count: 1 },
    ]);
    expect(all.tools.map(({ task_type, count }) => [task_type, count])).toEqual([
      ['batch_sd_calculation', 1],
      [LIMMA, 1],
      ['log_transform', 1],
    ]);
    // A choice does not empty its own kind.
    const narrowed = await counts({ data_set: '肝癌队列' });
    expect(narrowed.data_sets).toEqual(all.data_sets);
    expect(narrowed.tools.map(({ task_type }) => task_type)).toEqual(['batch_sd_calculation', 'log_transform']);
    expect((await counts({ search_name: 'LIMMA' })).statuses.done).toBe(1);
  });
});

describe('the small figure of a result', () => {
  it('is the first figure, drawn once; a result without figures has none', async () => {
    const ask = (id: number, headers = {}) => user.fetch(`/api/analysis/${id}/thumbnail`, { headers });
    const first = await ask(limma.id);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const picture = Buffer.from(await first.arrayBuffer());
    const { width, height } = await sharp(picture).metadata();
    expect([width === 360 || height === 240, width <= 360, height <= 240]).toEqual([true, true, true]);
    const { channels } = await sharp(picture).greyscale().stats();
    expect(channels[0]?.stdev).toBeGreaterThan(5);
    expect((await ask(limma.id, { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304);
    expect(Buffer.from(await (await ask(limma.id)).arrayBuffer())).toEqual(picture);
    expect([(await ask(logged.id)).status, logged.result?.files.some(({ kind }) => kind === 'figure')]).toEqual([204, false]);
    expect((await (await Client.register(user.url)).fetch(`/api/analysis/${limma.id}/thumbnail`)).status).toBe(404);
  });
});

describe('what a run is about', () => {
  const input = (type: UsedInput['type'], name: string, request: UsedInput['request'] = { from: 'file', id: 1 }): UsedInput => ({
    field: 'x',
    input: 'x',
    type,
    name,
    sha256: '',
    blob: '',
    format: 'bin',
    rows: null,
    columns: null,
    request,
  });

  it('is the cohort before a list of genes, the matrix before its groups, and nothing where all was typed', () => {
    const cohort = input('cohort', 'TCGA-LAML', { from: 'cohort', codes: ['laml'] });
    const genes = input('genes', '名单', { from: 'analysis', id: 5, direction: 'all' });
    const sources = new Map([[5, 'GSE1']]);
    expect(dataSetOf([genes, cohort], sources)).toBe('TCGA-LAML');
    expect(dataSetOf([genes], sources)).toBe('GSE1');
    expect(dataSetOf([input('table', 'groups.csv'), input('matrix', 'GSE2_series_matrix.txt.gz')], sources)).toBe('GSE2');
    expect(
      dataSetOf(
        [1, 2, 3].map((i) => input('matrix', `${i}.tsv`)),
        sources,
      ),
    ).toBe('1、2 等 3 个');
    expect(dataSetOf([input('table', '分组', { from: 'rows', columns: [], rows: [] })], sources)).toBeNull();
  });
});

it('counts by the other choices alone', () => {
  const alike = (change: Partial<Alike>): Alike => ({
    taskType: 'a',
    family: 'bulk',
    dataSet: null,
    status: 'completed',
    starred: false,
    newest: 1,
    count: 1,
    ...change,
  });
  const kinds = [
    alike({ count: 4 }),
    alike({ status: 'failed', starred: true, newest: 9 }),
    alike({ taskType: 'b', dataSet: 'X', newest: 3, count: 2 }),
  ];
  expect(countsOf(kinds, { status: 'done', taskTypes: ['a'] })).toEqual({
    statuses: { 'in-progress': 0, done: 4, failed: 1 },
    starred: 0,
    tools: [
      { task_type: 'b', family: 'bulk', count: 2 },
      { task_type: 'a', family: 'bulk', count: 4 },
    ],
    data_sets: [{ data_set: null, count: 4 }],
  });
});
