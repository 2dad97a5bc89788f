import { setTimeout as wait } from 'node:timers/promises';
import type { Analysis, CreatedAnalysis, Estimate } from '@oncoloom/contract';
import { SIMULATED, SIMULATED_NOTE } from '@oncoloom/tool-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepReleases } from '../../src/releases/sweep.ts';
import { PASSWORD } from '../support/server.ts';
import { unzip } from '../support/unzip.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';
import { installTiny } from './small-cohort.ts';

/** Analyses on public cohorts through the whole server: from the request to what is downloaded. */

let whole: WholeServer;
let token: string;

async function call<T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<{ status: number; body: T; raw: Buffer }> {
  const answer = await whole.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json<T>() : (undefined as T), raw: answer.rawPayload };
}

const request = (fields: Record<string, unknown> = {}) => ({
  task_type: 'survival_analysis',
  dataset: 'TINY',
  target_gene: 'UP',
  ...fields,
});
const create = (fields: Record<string, unknown> = {}) =>
  call<CreatedAnalysis & { errors?: { field: string; detail: string }[] }>('POST', '/api/create_analysis', request(fields));

async function ended(id: number): Promise<Analysis> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(100)) {
    const { body } = await call<Analysis>('POST', '/api/get_analysis', { analysis_id: id });
    if (body.status === 'completed' || body.status === 'failed') return body;
  }
  throw new Error('the analysis did not end');
}

async function file(analysis: Analysis, key: string): Promise<Buffer> {
  const item = analysis.result?.files.find(({ file_key }) => file_key === key);
  const { status, raw } = await call('GET', `/api/analysis/${analysis.id}/files/${key}/${encodeURIComponent(item?.filename ?? '')}`);
  expect([key, status]).toEqual([key, 200]);
  return raw;
}

/** Those that another has replaced are gone. */
const removeOld = () => whole.app.releases.removeSuperseded('cohort', () => false);

/** Made for the release that was there first, and taken up when it is gone. */
let orphan: number;
/** Made for the second one. */
let first: CreatedAnalysis;

beforeAll(async () => {
  whole = await createWorkingServer(['gene_differential_expression', 'log_rank_survival', 'plot_km_survival_curve', 'survival_analysis']);
  const { accounts, cohorts } = whole.app;
  token = await accounts.register({ email: 'cohorts@example.com', password: PASSWORD }, { agent: 'test', address: '127.0.0.1' });
  await installTiny(cohorts);
  orphan = (await create()).body.id;
  await installTiny(cohorts);
  await sweepReleases(whole.app);
  // What somebody waits for is kept.
  expect(await cohorts.release('tiny', '2026-01')).toBeDefined();
  first = (await create()).body;
  await removeOld();
  await whole.work();
}, 120_000);
afterAll(() => whole.close());

describe('an analysis on a cohort', () => {
  it('names the release that it was made with, and has its tables', async () => {
    const analysis = await ended(first.id);
    expect(analysis.error_msg).toBeNull();
    const installed = await whole.app.cohorts.describe('tiny');
    expect(analysis.inputs).toEqual([{ field: 'dataset', name: 'TINY', sha256: installed?.checksum, rows: 3, columns: 28 }]);
    expect(analysis.parameters).toMatchObject({ dataset: 'tiny', target_gene: 'UP', cutoff_method: 'median' });
    const flow = (await file(analysis, 'flow_tsv')).toString().trim().split('\n').slice(2);
    expect(flow).toEqual(['队列中的患者\t24', '排除：没有总生存（OS）的状态\t1', '排除：没有总生存（OS）的时间\t1', '纳入分析的患者\t22']);
  });

  it('says everywhere that a simulated cohort is simulated', async () => {
    const analysis = await ended(first.id);
    const { result } = analysis;
    expect(result?.headline).toMatch(/^模拟数据 · /);
    for (const text of [result?.summary, result?.methods.zh, ...Object.values(result?.captions ?? {})])
      expect(text).toMatch(SIMULATED_NOTE);
    expect(result?.methods.en).toMatch(/^Simulated demonstration data/);
    const table = await file(analysis, 'tests_tsv');
    expect(table.toString().split('\n')[0]).toBe(`# ${SIMULATED_NOTE}`);
    expect(table.length).toBe(result?.files.find(({ file_key }) => file_key === 'tests_tsv')?.size);
    const workbook = unzip(await file(analysis, 'tests_xlsx'));
    expect(workbook.get('xl/workbook.xml')?.toString()).toContain('说明');
    expect((await file(analysis, 'km_svg')).toString()).toContain('模拟演示数据');
  });

  it('packs the genes that it has read, and not the whole cohort', async () => {
    const analysis = await ended(first.id);
    const bundle = unzip(await file(analysis, 'bundle'));
    expect(bundle.get('inputs/dataset/tiny/expression.genes.tsv')?.toString()).toBe('symbol\tid\nUP\tENSG00000000000.1\n');
    expect(bundle.get('inputs/dataset/tiny/expression.f32')?.length).toBe(28 * 4);
    expect(bundle.get('inputs/dataset/tiny/counts.i32')?.length).toBe(0);
    expect(bundle.get('README.md')?.toString()).toContain(SIMULATED_NOTE);
    const methods = bundle.get('methods.md')?.toString();
    for (const text of Object.values(analysis.result?.methods ?? {})) expect(methods).toContain(text);
  });

  it('is free a second time on the same release, and not on another', async () => {
    await ended(first.id);
    expect(first.points_consumed).toBe(3);
    expect((await create({ dataset: 'tiny', high_color: '#000000' })).body.points_consumed).toBe(0);
    await installTiny(whole.app.cohorts, { release: '2026-07' });
    expect((await create()).body.points_consumed).toBe(3);
  });

  it('fails with the reason, and gives the points back, when its release is gone', async () => {
    expect(await ended(orphan)).toMatchObject({
      status: 'failed',
      error_msg: expect.stringMatching(/TINY 的 2026-01 版已不在这台服务器上/),
    });
    expect((await call<{ results: { kind: string; task: { id: number } }[] }>('GET', '/api/user/points')).body.results).toContainEqual(
      expect.objectContaining({ kind: 'refund', task: expect.objectContaining({ id: orphan }) }),
    );
  });
});

describe('a request', () => {
  it('for a gene that the cohort has not measured is refused before anything is charged', async () => {
    const points = async () => (await call<{ points: number }>('GET', '/api/user/info')).body.points;
    const before = await points();
    const estimate = await call<Estimate>('POST', '/api/estimate_analysis', request({ target_gene: 'MKI67' }));
    expect(estimate.body.findings).toContainEqual(
      expect.objectContaining({ code: 'gene_absent', level: 'must', field: 'target_gene', message: expect.stringContaining('MKI67') }),
    );
    const refused = await create({ target_gene: 'MKI67' });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'target_gene' }] } });
    expect(await points()).toBe(before);
  });

  it('that names no cohort gets the first that serves, and its plan says which', async () => {
    const { body } = await call<Estimate>('POST', '/api/estimate_analysis', { task_type: 'survival_analysis', target_gene: 'DOWN' });
    expect(body.plan).toMatch(/^用 TINY（小队列）22 例患者（11 例死亡）/);
    expect(body.findings.map(({ code }) => code)).toEqual(['few_genes', 'simulated']);
  });

  it.each([
    ['without events', { task_type: 'pfs_analysis' }, 422, /没有发生一例事件/],
    ['that is not installed', { dataset: 'TCGA-BRCA' }, 422, /还没有装到这台服务器上/],
    ['that nobody has', { dataset: 'NOWHERE' }, 422, /没有「NOWHERE」这个队列/],
  ])('is refused before it is charged for a cohort %s', async (_, fields, status, detail) => {
    const answer = await create(fields);
    expect(answer.status).toBe(status);
    expect(answer.body.errors).toEqual([{ field: 'dataset', detail: expect.stringMatching(detail) }]);
  });
});

describe('tumours against normals', () => {
  const compare = (fields: Record<string, unknown> = {}) =>
    call<CreatedAnalysis & { errors?: { field: string; detail: string }[] }>('POST', '/api/create_analysis', {
      task_type: 'gene_differential_expression',
      dataset: 'TINY',
      with_gtex: 0,
      method: 'wilcoxon',
      ...fields,
    });

  it('gives its genes, and their workbook, to their owner alone', async () => {
    const { id } = await ended((await compare()).body.id);
    const list = async (fields: Record<string, unknown>) =>
      (
        await call<{ genes: { gene: string; logFC: number; padj: number }[]; count: number }>('POST', '/api/get_diff_gene_list', {
          analysis_id: id,
          ...fields,
        })
      ).body;
    // The normals stand behind the tumours, so UP is higher in them.
    expect(await list({ direction: 'down' })).toMatchObject({ count: 1, genes: [{ gene: 'UP', logFC: -7 }] });
    expect(await list({ direction: 'up' })).toMatchObject({ count: 1, genes: [{ gene: 'DOWN', logFC: 7 }] });
    const first = await list({ limit: 1 });
    expect([first.count, first.genes.length]).toEqual([2, 1]);
    expect(first.genes[0]?.padj).toBeLessThan(0.05);
    const { status, raw } = await call('GET', `/api/analysis/${id}/export_diff_genes`);
    const sheets = unzip(raw).get('xl/workbook.xml')?.toString();
    expect([status, sheets?.includes('差异基因'), sheets?.includes('说明')]).toEqual([200, true, true]);

    const owner = token;
    token = await whole.app.accounts.register({ email: 'other@example.com', password: PASSWORD }, { agent: 'test', address: '127.0.0.1' });
    const foreign = [
      (await call('POST', '/api/get_diff_gene_list', { analysis_id: id })).status,
      (await call('GET', `/api/analysis/${id}/export_diff_genes`)).status,
    ];
    token = owner;
    expect(foreign).toEqual([404, 404]);
  });

  it.each([
    [{ method: 'voom', with_gtex: 1 }, 'method', /GTEx 的样本没有原始计数/],
    [{ dataset: 'TCGA-ACC' }, 'dataset', /还没有装到这台服务器上/],
  ])('are refused before they are charged: %j', async (fields, field, detail) => {
    const { status, body } = await compare(fields);
    expect([status, body.errors]).toEqual([422, [{ field, detail: expect.stringMatching(detail) }]]);
  });
});

describe('curves of a screen', () => {
  const draw = (fields: Record<string, unknown>) =>
    call<CreatedAnalysis & { errors?: { field: string; detail: string }[] }>('POST', '/api/create_analysis', {
      task_type: 'plot_km_survival_curve',
      ...fields,
    });

  it('go on from its cohort, with a figure for each gene, as long as its release is there', async () => {
    const screen = await ended((await create({ task_type: 'log_rank_survival', target_gene: undefined })).body.id);
    expect(screen.error_msg).toBeNull();
    const curves = await ended((await draw({ source_analysis_id: screen.id, target_genes: ['DOWN', 'UP'] })).body.id);
    expect(curves.error_msg).toBeNull();
    expect(curves.parameters).toMatchObject({ source_analysis_id: screen.id, target_genes: ['DOWN', 'UP'] });
    const figures = curves.result?.files.filter(({ kind, media_type }) => kind === 'figure' && media_type === 'application/pdf');
    expect(figures?.map(({ file_key, title }) => [file_key, title])).toEqual([
      ['km_1_pdf', 'DOWN 的生存曲线'],
      ['km_2_pdf', 'UP 的生存曲线'],
    ]);
    const bundle = unzip(await file(curves, 'bundle'));
    expect(bundle.get('inputs/dataset/tiny/expression.genes.tsv')?.toString().split('\n')).toHaveLength(4);
    expect([...bundle.keys()].filter((path) => path.startsWith('figures/'))).toEqual(
      ['km_1', 'km_2'].flatMap((figure) => ['json', 'pdf', 'svg'].map((ending) => `figures/${figure}.${ending}`)),
    );
    const { style, ...drawnFrom } = JSON.parse(bundle.get('figures/km_2.json')?.toString() ?? '{}');
    expect(style).toEqual(curves.result?.styles.km_2);
    expect(drawnFrom).toMatchObject({ chart: 'km', notices: [SIMULATED], caption: expect.stringContaining(SIMULATED_NOTE) });
    for (const path of Object.values<string>(drawnFrom.tables)) expect([...bundle.keys()]).toContain(path);
    expect(curves.result?.headline).toMatch(/^模拟数据 · /);

    const other = await draw({ source_analysis_id: first.id });
    expect([other.status, other.body.errors?.[0]?.field]).toEqual([422, 'source_analysis_id']);
    await installTiny(whole.app.cohorts, { release: '2026-10' });
    await removeOld();
    const late = await draw({ source_analysis_id: screen.id });
    expect([late.status, late.body.errors?.[0]?.detail]).toEqual([422, expect.stringMatching(/TINY 2026-07 版已不在这台服务器上/)]);
  });
});
