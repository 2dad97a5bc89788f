import type { AnalysisRow } from '@oncoloom/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCards } from '../../src/billing/cards.ts';
import { Client } from '../support/client.ts';
import { childWithJob, isAlive } from '../support/engine-processes.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';

/** Both steps of WGCNA and what follows them, on a whole server. */

const SAMPLES = 40;

/** Genes that follow one of eight patterns over the samples, each with noise of its own; numbers of a fixed sequence. */
function patterns(genes: number): string {
  let state = 7;
  const uniform = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31 - 0.5;
  };
  const drivers = Array.from({ length: 8 }, () => Array.from({ length: SAMPLES }, uniform));
  const lines = [`gene,${Array.from({ length: SAMPLES }, (_, i) => `S${i}`).join(',')}`];
  for (let gene = 0; gene < genes; gene += 1) {
    const driver = drivers[gene % 8] as number[];
    lines.push(`G${gene},${driver.map((value) => (8 + 4 * value + 1.5 * uniform()).toFixed(4)).join(',')}`);
  }
  return lines.join('\n');
}

let whole: WholeServer;
let user: Client;

beforeAll(async () => {
  whole = await createWorkingServer(['bulk_wgcna_stage1', 'bulk_wgcna_stage2', 'wgcna_module_preservation']);
  await whole.work();
  user = await Client.register(await whole.server.listen({ port: 0, host: '127.0.0.1' }));
  const [card] = await makeCards(whole.app.database, { plan: 'month', count: 1, batch: 'modules' });
  await user.post('/api/user/redeem_card', { card_code: card?.code });
}, 180_000);
afterAll(() => whole?.close());

async function completed(request: Record<string, unknown>): Promise<number> {
  const { status, body } = await user.create(request);
  expect([status, body.detail]).toEqual([200, undefined]);
  const ended = await user.ended(body.id, 150_000);
  expect([ended.status, ended.error_msg]).toEqual(['completed', null]);
  return body.id;
}

async function firstStep(genes: number): Promise<number> {
  const file = await user.file(`patterns-${genes}.csv`, patterns(genes), 'expression');
  return completed({ task_type: 'bulk_wgcna_stage1', file_id: file.id, top_genes: genes, powers: ['6', '12'] });
}

async function text(id: number, key: string, filename: string): Promise<string> {
  const link = await user.post<{ download_url: string }>('/api/create_download_token', { analysis_id: id, file_key: key, filename });
  const answer = await new Client(user.url).fetch(link.body.download_url);
  expect(answer.status).toBe(200);
  return answer.text();
}

it('goes from a matrix over power and modules to another data set, and gives edges and nodes as csv', async () => {
  const source = await firstStep(400);
  const phenotypes = Array.from({ length: SAMPLES }, (_, i) => ({ sample: `S${i}`, stage: ['I', 'II', 'III'][i % 3] }));
  const modules = await completed({ task_type: 'bulk_wgcna_stage2', source_analysis_id: source, phenotype_data: phenotypes });
  const { result } = await user.analysis(modules);
  const csv = result?.files.filter(({ media_type }) => media_type.startsWith('text/csv')) ?? [];
  expect(csv.map(({ file_key, kind }) => [file_key, kind])).toEqual([
    ['edges_csv', 'table'],
    ['nodes_csv', 'table'],
  ]);
  const [edges, nodes] = await Promise.all(
    csv.map(async ({ file_key, filename }) => {
      expect(filename).toMatch(/\.csv$/);
      const [header = '', ...lines] = (await text(modules, file_key, filename)).trimEnd().split('\n');
      return lines.map((line) => Object.fromEntries(header.split(',').map((name, i) => [name, line.split(',')[i] ?? ''])));
    }),
  );
  expect(Object.keys(edges?.[0] ?? {})).toEqual(['source', 'target', 'interaction', 'weight', 'module']);
  expect(edges?.length).toBe(result?.tables.find(({ id }) => id === 'edges')?.rows);
  expect(edges?.every(({ weight }) => Number(weight) > 0 && Number(weight) <= 1)).toBe(true);
  const ends = new Set(edges?.flatMap((edge) => [edge.source, edge.target]));
  expect(new Set(nodes?.map(({ gene }) => gene))).toEqual(ends);
  const second = await user.file('second.csv', patterns(400), 'expression');
  const preserved = await completed({
    task_type: 'wgcna_module_preservation',
    module_analysis_id: modules,
    file_id: second.id,
    permutations: 20,
  });
  // The same data again: every module is there.
  expect((await user.analysis(preserved)).result?.headline).toMatch(/^(\d+) 个模块：\1 个保守/);
}, 300_000);

it('ends within two seconds when it is cancelled in the middle of the matrices', async () => {
  const source = await firstStep(3000);
  const { body } = await user.create({ task_type: 'bulk_wgcna_stage2', source_analysis_id: source, stability: true });
  const step = async () => (await user.analysis(body.id)).steps.at(-1)?.name;
  await expect.poll(step, { interval: 5, timeout: 60_000 }).toBe('计算拓扑重叠（TOM）');
  const child = childWithJob(process.pid);
  const cancelled = await user.post<AnalysisRow>('/api/cancel_analysis', { analysis_id: body.id });
  expect(cancelled.body).toMatchObject({ status: 'failed', error_code: 'cancelled' });
  await expect.poll(() => isAlive(child), { interval: 20, timeout: 2000 }).toBe(false);
  expect((await user.analysis(body.id)).status).toBe('failed');
}, 300_000);
