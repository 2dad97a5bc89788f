import type { Analysis, UserFile } from '@oncoloom/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { ServerProcess } from '../support/process.ts';

let server: ServerProcess;
let user: Client;
let other: Client;
let logged: Analysis;

beforeAll(async () => {
  server = await ServerProcess.start();
  [user, other] = await Promise.all([Client.register(server.url), Client.register(server.url)]);
  logged = await user.example('log_transform');
}, 120_000);
afterAll(() => server?.stop());

const SAVE = '/api/save_analysis_file_to_space';
const request = ({ id, result }: Analysis, key: string) => {
  const file = result?.files.find(({ file_key }) => file_key === key);
  return { analysis_id: id, file_key: key, filename: file?.filename };
};
const save = (body: object, by = user) => by.post<{ file: UserFile; detail: string }>(SAVE, body);

it('saves a matrix of a result with its kind, ready at once, and the next tool takes it', async () => {
  const { status, body } = await save({ ...request(logged, 'expression_tsv'), name: '取过对数' });
  expect(status).toBe(200);
  expect(body.file).toMatchObject({ name: '取过对数.tsv', file_type: 'expression', validation_status: 'valid' });
  expect(body.file.facts?.matrix).toEqual(logged.result?.tables.find(({ id }) => id === 'expression')?.matrix);
  expect(body.file.facts?.matrix?.kind).toBe('log');
  const next = await user.create({ task_type: 'batch_sd_calculation', file_id: body.file.id });
  expect((await user.ended(next.body.id)).status).toBe('completed');
  // A second one of the name gets a number.
  const again = await save({ ...request(logged, 'expression_tsv'), name: '取过对数' });
  expect(again.body.file.name).not.toBe('取过对数.tsv');
}, 60_000);

it('keeps what no reading could tell: that batches were removed', async () => {
  const corrected = await user.example('multi_dataset_batch_removal');
  const { body } = await save(request(corrected, 'expression_tsv'));
  expect(body.file.facts?.matrix?.kind).toBe('batch-corrected');
  const before = await save(request(corrected, 'merged_tsv'));
  expect(before.body.file.facts?.matrix?.kind).toBe('log');
}, 60_000);

it('outlives its analysis', async () => {
  const { body } = await save({ ...request(logged, 'expression_tsv'), name: '留下的' });
  await user.post('/api/delete_analysis', { analysis_id: logged.id });
  const next = await user.create({ task_type: 'batch_sd_calculation', file_id: body.file.id });
  expect((await user.ended(next.body.id)).status).toBe('completed');
  logged = await user.example('log_transform');
}, 60_000);

it('leaves an analysis its result, its inputs and its bundle when the file is deleted; running again says what is gone', async () => {
  const { body } = await save({ ...request(logged, 'expression_tsv'), name: '要删的' });
  const made = await user.ended((await user.create({ task_type: 'batch_sd_calculation', file_id: body.file.id })).body.id);
  const deleted = await user.fetch(`/api/bulk/files/${body.file.id}/delete`, { method: 'DELETE' });
  expect(deleted.status).toBe(200);
  const after = await user.analysis(made.id);
  expect(after.result?.tables).toEqual(made.result?.tables);
  for (const key of ['variability_tsv', 'bundle']) {
    const file = after.result?.files.find(({ file_key }) => file_key === key);
    const response = await user.fetch(`/api/analysis/${made.id}/files/${key}/${encodeURIComponent(file?.filename ?? '')}`);
    expect([key, response.status]).toEqual([key, 200]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
  const again = await user.create({ task_type: 'batch_sd_calculation', file_id: body.file.id });
  expect(again.status).toBe(404);
  expect(again.body).toMatchObject({ detail: expect.stringMatching(/文件不存在，请重新选择/) });
}, 60_000);

it('saves nothing of another’s, nothing that is no table, and nowhere else', async () => {
  expect((await save(request(logged, 'expression_tsv'), other)).status).toBe(404);
  expect((await save({ ...request(logged, 'expression_tsv'), filename: 'x.tsv' })).status).toBe(404);
  expect((await save(request(logged, 'bundle'))).status).toBe(415);
  expect((await save({ ...request(logged, 'expression_tsv'), directory_id: 999_999 })).status).toBe(404);
  expect((await other.get<{ count: number }>('/api/files')).body.count).toBe(0);
});
