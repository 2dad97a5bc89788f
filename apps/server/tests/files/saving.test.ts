import type { Analysis, UserFile } from '@oncoloom/contract';
import { beforeAll, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';

let url: string;
let user: Client;
let other: Client;
let logged: Analysis;

beforeAll(async () => {
  url = await sharedServer();
  [user, other] = await Promise.all([Client.register(url), Client.register(url)]);
  logged = await user.example('log_transform');
}, 120_000);

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
}, 240_000);

it('keeps what no reading could tell: that batches were removed', async () => {
  const corrected = await user.example('multi_dataset_batch_removal');
  const { body } = await save(request(corrected, 'expression_tsv'));
  expect(body.file.facts?.matrix?.kind).toBe('batch-corrected');
  const before = await save(request(corrected, 'merged_tsv'));
  expect(before.body.file.facts?.matrix?.kind).toBe('log');
}, 240_000);

it('keeps the base of logarithms through saving, another reading and a fix, and the next tool converts it and says so', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, i) => `G${i},${[1, 2, 3, 4, 5, 6].map((j) => ((i * 37 + j * j * 11) % 900) + 1.5).join(',')}`,
  );
  const file = await user.file('intensities.csv', ['gene,a,b,c,d,e,f', ...rows].join('\n'), 'expression');
  const logOf = async (method: string) =>
    user.ended((await user.create({ task_type: 'log_transform', file_id: file.id, transform_method: method })).body.id);
  const [ten, two] = [await logOf('log10_x'), await logOf('log2_x')];
  const saved = (await save(request(ten, 'expression_tsv'))).body.file;
  expect(saved.facts?.matrix).toMatchObject({ kind: 'log', logBase: 10 });
  await user.post(`/api/file/${saved.id}/revalidate`, {});
  const fixed = await user.post<{ file: UserFile }>(`/api/file/${saved.id}/fix`, { fix: 'merge_duplicates' });
  expect(fixed.body.file.facts?.matrix?.logBase).toBe(10);
  const spread = async (source: object) => user.ended((await user.create({ task_type: 'batch_sd_calculation', ...source })).body.id);
  const [converted, plain] = [await spread({ file_id: saved.id }), await spread({ source_analysis_id: two.id })];
  const told = converted.result;
  expect(told?.findings.map(({ code }) => code)).toContain('log10_converted');
  for (const text of [told?.summary, told?.methods.zh]) expect(text).toContain('取的是 log10，已换成 log2（乘以 3.32）再计算');
  expect(told?.methods.en).toContain('Input values on the log10 scale were converted to log2');
  expect(plain.result?.methods.zh).not.toContain('log10');
  const table = async (analysis: Analysis) => {
    const { filename } = analysis.result?.files.find(({ file_key }) => file_key === 'variability_tsv') ?? {};
    const text = await (
      await user.fetch(`/api/analysis/${analysis.id}/files/variability_tsv/${encodeURIComponent(filename ?? '')}`)
    ).text();
    return text.split('\n').map((line) =>
      line
        .split('\t')
        .slice(1, 3)
        .map((cell) => (Number.isNaN(Number(cell)) ? cell : Number(cell).toFixed(9))),
    );
  };
  expect(await table(converted)).toEqual(await table(plain));
}, 240_000);

it('says beside the result, and with the file that is made of it, what the form warned of: a logarithm of logarithms', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `G${i},${[1, 2, 3, 4].map((j) => 4 + ((i * 7 + j * 3) % 90) / 10).join(',')}`);
  const file = await user.file('logs.csv', ['gene,a,b,c,d', ...rows].join('\n'), 'expression');
  const twice = await user.ended((await user.create({ task_type: 'log_transform', file_id: file.id })).body.id);
  const said = twice.result?.findings.find(({ code }) => code === 'logged');
  expect(said).toMatchObject({ level: 'should', message: expect.stringContaining('像是已取过对数') });
  expect(said).not.toHaveProperty('fix');
  const saved = (await save(request(twice, 'expression_tsv'))).body.file;
  expect(saved.facts?.findings).toContainEqual(
    expect.objectContaining({ code: 'logged', message: expect.stringContaining('运行前提醒过') }),
  );
  expect(logged.result?.findings.map(({ code }) => code)).not.toContain('logged');
}, 240_000);

it('outlives its analysis', async () => {
  const { body } = await save({ ...request(logged, 'expression_tsv'), name: '留下的' });
  await user.post('/api/delete_analysis', { analysis_id: logged.id });
  const next = await user.create({ task_type: 'batch_sd_calculation', file_id: body.file.id });
  expect((await user.ended(next.body.id)).status).toBe('completed');
  logged = await user.example('log_transform');
}, 240_000);

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
}, 240_000);

it('keeps a figure as a document: listed, downloaded as it was drawn, and taken by no analysis', async () => {
  const drawn = await user.example('batch_sd_calculation');
  const wanted = request(drawn, drawn.result?.files.find(({ filename }) => filename.endsWith('.png'))?.file_key ?? '');
  const { status, body } = await save({ ...wanted, name: '投稿用' });
  expect(status).toBe(200);
  expect(body.file).toMatchObject({ name: '投稿用.png', file_type: 'document', validation_status: 'valid', facts: null });
  const bytes = await user.fetch(`/api/analysis/${drawn.id}/files/${wanted.file_key}/${encodeURIComponent(wanted.filename ?? '')}`);
  const kept = await user.fetch(`/api/file/${body.file.id}/download`);
  expect(Buffer.from(await kept.arrayBuffer()).equals(Buffer.from(await bytes.arrayBuffer()))).toBe(true);
  const listed = await user.get<{ results: UserFile[] }>('/api/files?file_type=document');
  expect(listed.body.results.map(({ id }) => id)).toEqual([body.file.id]);
  const taken = await user.create({ task_type: 'batch_sd_calculation', file_id: body.file.id });
  expect([taken.status, taken.body]).toMatchObject([422, { detail: expect.stringContaining('是图或文档') }]);
  const preview = await user.get<{ preview: unknown }>(`/api/file/${body.file.id}/preview`);
  expect([preview.status, preview.body.preview]).toEqual([200, null]);
  expect((await user.post(`/api/file/${body.file.id}/revalidate`, {})).status).toBe(409);
  expect((await user.call('PUT', `/api/bulk/files/${body.file.id}/update`, { file_type: 'table' })).status).toBe(409);
}, 240_000);

it('saves nothing of another’s, no bundle, and nowhere else', async () => {
  expect((await save(request(logged, 'expression_tsv'), other)).status).toBe(404);
  expect((await save({ ...request(logged, 'expression_tsv'), filename: 'x.tsv' })).status).toBe(404);
  expect((await save(request(logged, 'bundle'))).status).toBe(415);
  expect((await save({ ...request(logged, 'expression_tsv'), directory_id: 999_999 })).status).toBe(404);
  expect((await other.get<{ count: number }>('/api/files')).body.count).toBe(0);
});
