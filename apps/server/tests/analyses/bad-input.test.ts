import type { AnalysisList, UserInfo } from '@oncoloom/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';

/** Requests that cannot succeed: answered at once with a Chinese sentence, nothing stored, nothing charged. */

let url: string;
let user: Client;
const files: Record<string, number> = {};

const samples = ['T1', 'T2', 'T3', 'N1', 'N2', 'N3'];
const rows = (cell: (gene: number, sample: number) => number | string) =>
  `gene,${samples.join(',')}\n${Array.from({ length: 60 }, (_, gene) => `GENE${gene},${samples.map((_, sample) => cell(gene, sample)).join(',')}`).join('\n')}\n`;
const groups = samples.map((sample) => ({ sample, group: sample.startsWith('T') ? '肿瘤' : '正常' }));

beforeAll(async () => {
  url = await sharedServer();
  user = await Client.register(url);
  const noise = (gene: number, sample: number) => Math.sin(gene * 7.1 + sample * 3.3);
  files.log = (
    await user.file(
      'log.csv',
      rows((gene, sample) => (8 + noise(gene, sample)).toFixed(3)),
      'expression',
    )
  ).id;
  files.negative = (
    await user.file(
      'negative.csv',
      rows((gene, sample) => (noise(gene, sample) * 5).toFixed(3)),
      'expression',
    )
  ).id;
  files.counts = (
    await user.file(
      'counts.csv',
      rows((gene, sample) => Math.round((1 + sample / 5) * (200 + gene * 90 + 150 * noise(gene, sample)))),
      'expression',
    )
  ).id;
});

const request = (change: Record<string, unknown>) => ({
  task_type: 'limma_differential_analysis',
  file_id: files.log,
  sample_groups: groups,
  case_group: '肿瘤',
  control_group: '正常',
  ...change,
});

describe('a request that cannot succeed', () => {
  it.each<[string, () => Record<string, unknown>, string, RegExp]>([
    [
      'one group only',
      () => ({ sample_groups: samples.map((sample) => ({ sample, group: '肿瘤' })) }),
      'sample_groups',
      /只有「肿瘤」一组/,
    ],
    ['a group that is not in the table', () => ({ case_group: '转移' }), 'case_group', /没有「转移」这一组/],
    [
      'samples that are not in the matrix',
      () => ({ sample_groups: [...groups, { sample: 'X9', group: '肿瘤' }] }),
      'sample_groups',
      /1 个样本在矩阵中找不到：X9/,
    ],
    ['two samples only', () => ({ sample_groups: [groups[0], groups[3]] }), 'case_group', /只有 1 个样本/],
    ['negative counts for voom', () => ({ file_id: files.negative, data_type: 'rnaseq' }), 'file_id', /负数/],
    ['log values for voom', () => ({ data_type: 'rnaseq' }), 'file_id', /不是原始计数/],
    ['counts taken for log values', () => ({ file_id: files.counts }), 'data_type', /原始计数/],
    ['log2 of negative values', () => ({ file_id: files.negative, log2_transform: true }), 'log2_transform', /负数/],
    ['an unknown column as covariate', () => ({ covariates: ['age'] }), 'covariates', /没有「age」/],
    [
      'a batch in numbers that may be a quantity',
      () => ({ sample_groups: groups.map((row, i) => ({ ...row, batch: String((i % 3) + 1) })), covariates: ['batch'] }),
      'covariates',
      /「batch」是编号还是数值/,
    ],
    ['a field that does not exist', () => ({ log2_fc: 2 }), 'log2_fc', /没有「log2_fc」/],
    ['an absent file', () => ({ file_id: 999_999 }), 'file_id', /文件不存在/],
  ])('%s', async (_, change, field, sentence) => {
    const points = async () => (await user.get<UserInfo>('/api/user/info')).body.points;
    const before = await points();
    const began = performance.now();
    const { status, body } = await user.create(request(change()));
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(status).toBeGreaterThanOrEqual(404);
    expect(status).toBeLessThan(500);
    const error = body.errors?.find((entry) => entry.field === field);
    expect(`${body.detail} ${error?.detail}`).toMatch(sentence);
    expect(error).toBeDefined();
    expect(await points()).toBe(before);
    expect((await user.post<AnalysisList>('/api/get_analysis_list', {})).body.count).toBe(0);
  });

  it('leaves the server as it was: the right request runs', async () => {
    const { status, body } = await user.create(request({}));
    expect(status).toBe(200);
    expect((await user.ended(body.id)).status).toBe('completed');
  });

  it('tells a fault that only the data show as a failure with its sentence, and gives the points back', async () => {
    const confounded = groups.map((row) => ({ ...row, batch: row.group === '肿瘤' ? 'a' : 'b' }));
    const { body } = await user.create(request({ sample_groups: confounded, covariates: ['batch'] }));
    const ended = await user.ended(body.id);
    expect([ended.status, ended.error_code]).toEqual(['failed', 'input']);
    expect(ended.error_msg).toMatch(/batch/);
    expect((await user.get<UserInfo>('/api/user/info')).body.points).toBe(55);
  });
});
