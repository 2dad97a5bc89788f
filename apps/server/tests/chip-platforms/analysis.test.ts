import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Analysis, CreatedAnalysis, Estimate, PlatformList } from '@oncoloom/contract';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCards } from '../../src/billing/cards.ts';
import { PASSWORD } from '../support/server.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';

/** Probes become genes through the whole server: the installed table reaches R as a file would. */

let whole: WholeServer;
let token: string;
let userId: number;
let matrix: number;
let annotation: number;

const ANNOTATION = 'Probe Set ID\tGene Symbol\n1636_g_at\tABL1\n39730_at\tABL1\n1635_at\tABL1\n1000_at\tMAPK3\n';

async function call<T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<{ status: number; body: T }> {
  const options: InjectOptions = {
    method,
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  };
  const answer = await whole.server.inject(options);
  return { status: answer.statusCode, body: answer.json<T>() };
}

async function upload(name: string, text: string, fileType: 'expression' | 'annotation'): Promise<number> {
  async function* bytes() {
    yield Buffer.from(text);
  }
  const taken = await whole.app.files.take(userId, { source: bytes(), name, fileType });
  const { id } = await whole.app.files.keep(userId, taken, { fileType, description: '', directoryId: null });
  for (;;) {
    const file = await whole.app.files.get(userId, id);
    if (file?.validationStatus === 'valid') return id;
    if (file?.validationStatus !== 'pending') throw new Error(`${name} was not read`);
    await wait(100);
  }
}

const request = (fields: Record<string, unknown>) => ({ task_type: 'microarray_normalization', file_id: matrix, annotate: 1, ...fields });

async function run(fields: Record<string, unknown>): Promise<Analysis> {
  const created = await call<CreatedAnalysis>('POST', '/api/create_analysis', request(fields));
  expect(created.status).toBe(200);
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(100)) {
    const { body } = await call<Analysis>('POST', '/api/get_analysis', { analysis_id: created.body.id });
    if (body.status !== 'completed' && body.status !== 'failed') continue;
    expect(body.error_msg).toBeNull();
    return body;
  }
  throw new Error('the analysis did not end');
}

async function tableOf(analysis: Analysis, id: string): Promise<string> {
  const stored = await whole.app.analyses.completed(userId, analysis.id);
  return readFile(await whole.app.storage.path(stored.result?.tables.find((table) => table.id === id)?.sha256 ?? ''), 'utf8');
}

beforeAll(async () => {
  whole = await createWorkingServer();
  await whole.work();
  const { accounts, database } = whole.app;
  token = await accounts.register({ email: 'array@example.com', password: PASSWORD }, { agent: 'test', address: '127.0.0.1' });
  userId = (await accounts.authenticate(token)).id;
  const [card] = await makeCards(database, { plan: 'month', count: 1, batch: 'arrays' });
  expect((await call('POST', '/api/user/redeem_card', { card_code: card?.code })).status).toBe(200);
  const probes = ['1636_g_at', '39730_at', '1635_at', '1000_at', '38498_at', 'AFFX-none_at'];
  const rows = probes.map((probe, i) => [probe, 5 + i, 6.5 + i, 4.25 + 2 * i].join('\t'));
  matrix = await upload('arrays.tsv', ['probe\tA\tB\tC', ...rows].join('\n'), 'expression');
  annotation = await upload('own.tsv', ANNOTATION, 'annotation');
}, 120_000);
afterAll(() => whole?.close());

describe('GET /api/platform_annotations', () => {
  it('answers with platform, name, probes and installed', async () => {
    const { status, body } = await call<PlatformList>('GET', '/api/platform_annotations');
    expect(status).toBe(200);
    expect(body.results.find(({ platform }) => platform === 'GPL8300')).toMatchObject({ probes: 12_625, installed: true });
    expect(body.results.find(({ platform }) => platform === 'GPL570')).toMatchObject({ installed: false });
  });

  it('asks who is there, and what is meant', async () => {
    expect((await whole.server.inject({ url: '/api/platform_annotations' })).statusCode).toBe(401);
    expect((await call('GET', '/api/platform_annotations?refresh=maybe')).status).toBe(422);
    expect((await call('GET', '/api/platform_annotations?refresh=true&platform=..%2Fx')).status).toBe(422);
  });
});

describe('an analysis with a platform', () => {
  it('gives genes by the installed table, and says which one it was', async () => {
    const analysis = await run({ platform: 'gpl8300', normalization_method: 'none', duplicate_method: 'max_mean' });
    const lines = (await tableOf(analysis, 'expression')).trim().split('\n');
    expect(lines).toEqual(['gene\tA\tB\tC', 'ABL1\t7\t8.5\t8.25', 'MAPK3\t8\t9.5\t10.25']);
    expect(analysis.result?.facts).toMatchObject({
      annotation: expect.stringMatching(/^GPL8300 \(Bioconductor .*org\.Hs\.eg\.db.*\)$/),
      merged_genes: 1,
      merged_probes: 3,
      absent: 1,
      geneless: 1,
      ambiguous: 0,
    });
    expect(analysis.parameters).toMatchObject({ platform: 'GPL8300', probe_column: 'probe', symbol_column: 'symbol' });
    expect(analysis.inputs.find(({ field }) => field === 'platform')?.name).toContain('GPL8300');
    expect(analysis.result?.tables.find(({ id }) => id === 'expression')?.matrix).toMatchObject({
      kind: 'log',
      identifiers: 'symbol',
      platform: null,
    });
    // The same once more: as it is answered it can be sent.
    const again = await call<Estimate>('POST', '/api/estimate_analysis', { task_type: 'microarray_normalization', ...analysis.parameters });
    expect(again.body).toMatchObject({ points: 0 });
  });

  it('gives genes by the user’s own table, whose columns it finds', async () => {
    const analysis = await run({ annotation_file_id: annotation, normalization_method: 'none' });
    expect(analysis.parameters).toMatchObject({ probe_column: 'Probe Set ID', symbol_column: 'Gene Symbol' });
    expect((await tableOf(analysis, 'expression')).split('\n')[1]).toBe('ABL1\t6\t7.5\t6.25');
    expect(analysis.result?.facts).toMatchObject({ annotation: 'own.tsv' });
  });

  it('is refused at the form where the table is not installed, naming the field', async () => {
    const answer = await call<{ detail: string; errors: { field: string }[] }>(
      'POST',
      '/api/create_analysis',
      request({ platform: 'GPL570' }),
    );
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('GPL570 的注释表还没有装'), errors: [{ field: 'platform' }] });
  });

  it('warns where the file is of another platform', async () => {
    const { body } = await call<Estimate>('POST', '/api/estimate_analysis', request({ platform: 'GPL74' }));
    expect(body.findings).toContainEqual(
      expect.objectContaining({ code: 'platform_differs', fix: { label: '改用 GPL8300', parameters: { platform: 'GPL8300' } } }),
    );
  });
});
