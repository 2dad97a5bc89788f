import type { Analysis, NewShare, Robustness, SharedAnalysis, UserFile } from '@oncoloom/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, Client, looks } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';

/** Checks of whether a result stands, made by real R on a tool's example. */

interface Checks {
  robustness: Robustness[];
  detail?: string;
}

let user: Client;
let limma: Analysis;
const path = (id: number) => `/api/analysis/${id}/robustness`;
const start = (by: Client, id: number, check: string): Promise<Answer<Checks>> => by.post(path(id), { check });

const CHECKS = ['labels', 'samples', 'copies', 'sexes', 'pairs', 'composition', 'fingerprint', 'effect'];

/** Those of the tool; how often the data were run is told beside them, to their user alone. */
const ofTool = ({ robustness }: Checks) => robustness.filter(({ check }) => check !== 'runs');

async function ended(id: number): Promise<Robustness[]> {
  for await (const _ of looks()) {
    const { body } = await user.get<Checks>(path(id));
    if (body.robustness.every(({ progress }) => progress === null)) return ofTool(body);
  }
  throw new Error('the checks did not end');
}

beforeAll(async () => {
  user = await Client.register(await sharedServer());
  limma = await user.example('limma_differential_analysis');
}, 180_000);

describe('checks of whether a result stands', () => {
  it('are there with the result, not made until they are asked for', async () => {
    expect(limma.result?.robustness.map(({ check, finding }) => [check, finding])).toEqual(CHECKS.map((check) => [check, null]));
    expect(ofTool((await user.get<Checks>(path(limma.id))).body)).toEqual(limma.result?.robustness);
  });

  it('are each made once, free of points, and stay with the result', { timeout: 180_000 }, async () => {
    const points = async () => (await user.get<{ points: number }>('/api/user')).body.points;
    const before = await points();
    for (const check of CHECKS) expect((await start(user, limma.id, check)).status).toBe(200);
    const made = await ended(limma.id);
    // The signature comes from CRAN after the first start: a fresh machine may be without it.
    const signature = made[5]?.problem?.startsWith('这台服务器还没有安装「ESTIMATE 签名」') !== true;
    expect(made.filter((_, i) => signature || i !== 5).map(({ finding, problem }) => [finding?.level, problem])).toEqual([
      ['passed', null],
      ['passed', null],
      ['passed', null],
      ['should', null],
      ['note', null],
      ...(signature ? [['passed', null]] : []),
      ['passed', null],
      ['note', null],
    ]);
    expect(made[3]?.finding?.message).toMatch(/^有 \d 个样本的表达与「sex」列对不上（/);
    if (signature)
      expect(made[5]?.finding?.message).toMatch(/^把基质、免疫评分放进模型，\d+ 个差异基因里有 \d+ 个（\d+%）方向不变、仍显著；/);
    expect(made[0]?.finding?.message).toMatch(/^找到 [\d,]+ 个；分组的标签打乱 50 次，找到的个数中位数 \d+，最多 \d+$/);
    expect(await points()).toBe(before);
    const again = await start(user, limma.id, 'labels');
    expect(ofTool(again.body)).toEqual(made);
    const { body } = await user.post<Analysis>('/api/get_analysis', { analysis_id: limma.id });
    // Why one could not be made now is not kept with the result.
    expect(body.result?.robustness).toEqual(made.map((check) => ({ ...check, problem: null })));
  });

  it('show the groups of a cut-off beside the number itself, where there is one', { timeout: 180_000 }, async () => {
    const made = async (taskType: string) => {
      const { id, result } = await user.example(taskType);
      expect(result?.robustness.map(({ check }) => check)).toEqual(['cutoff']);
      await start(user, id, 'cutoff');
      return (await ended(id))[0];
    };
    expect((await made('kaplan_meier'))?.finding).toMatchObject({ level: 'note', code: 'cutoff_unused' });
    const gene = await made('survival_analysis');
    expect([gene?.problem, gene?.finding?.code]).toEqual([null, expect.stringMatching(/^cutoff_/)]);
    expect(gene?.finding?.message).toMatch(/Log-rank P .*每高 1 个标准差 HR .*非线性 P .*高组平均比低组/);
  });

  it('are made of several groups and of courses', { timeout: 180_000 }, async () => {
    const made = async (taskType: string, checks: readonly string[]) => {
      const { id, result } = await user.example(taskType);
      expect(result?.robustness.map(({ check }) => check)).toEqual(checks);
      // Those that fit again and again are tested in R.
      for (const check of ['copies', 'sexes']) expect((await start(user, id, check)).status).toBe(200);
      return (await ended(id)).filter(({ finding, problem }) => finding !== null || problem !== null);
    };
    for (const [taskType, checks] of [
      ['multi_group_differential', ['labels', 'samples', 'copies', 'sexes', 'pairs', 'composition', 'fingerprint', 'effect']],
      ['time_course_differential', ['labels', 'samples', 'copies', 'sexes', 'composition', 'fingerprint']],
    ] as const) {
      const [copies, sexes] = await made(taskType, checks);
      expect([copies?.finding?.code, sexes?.finding?.code]).toEqual([expect.stringMatching(/^copies_/), expect.stringMatching(/^sex_/)]);
    }
  });

  it('can be read by a link, in English too', async () => {
    const { body } = await user.post<NewShare>('/api/share_analysis', { analysis_id: limma.id });
    const token = new URL(body.link, 'http://site').pathname.split('/').at(-1);
    const { analysis } = (await user.get<SharedAnalysis>(`/api/share/${token}?lang=en`)).body;
    const told = JSON.stringify(analysis.result?.robustness);
    expect(told).toMatch(/called; with labels shuffled 50 times/);
    expect(told).not.toMatch(/\p{Script=Han}/u);
  });

  it('are the own user’s alone, and only those that the tool has', async () => {
    const other = await Client.register(user.url);
    expect((await start(other, limma.id, 'copies')).status).toBe(404);
    expect((await other.get(path(limma.id))).status).toBe(404);
    expect((await other.post(`${path(limma.id)}/stop`, { check: 'copies' })).status).toBe(404);
    const volcano = await user.example('volcano_plot_analysis');
    const refused = await start(user, volcano.id, 'labels');
    expect([refused.status, refused.body.detail]).toEqual([422, '「火山图」的结果没有这一项检查']);
    expect((await start(user, limma.id, 'no-such')).status).toBe(422);
  });

  it('stop when they are told to', { timeout: 180_000 }, async () => {
    const deseq2 = await user.example('bulk_deseq2_diff');
    await start(user, deseq2.id, 'labels');
    await start(user, deseq2.id, 'samples');
    for (const check of ['samples', 'labels']) await user.post(`${path(deseq2.id)}/stop`, { check });
    expect((await ended(deseq2.id)).map(({ finding, problem }) => [finding, problem])).toEqual(Array(CHECKS.length).fill([null, null]));
    await start(user, deseq2.id, 'copies');
    expect((await ended(deseq2.id))[2]?.finding?.code).toBe('copies_none');
  });

  it('tell the sexes of probes by the installed annotation of their platform', { timeout: 120_000 }, async () => {
    const samples = Array.from({ length: 8 }, (_, i) => `S${i}`);
    const row = (name: string, of: (i: number) => number) => `${name}\t${samples.map((_, i) => of(i)).join('\t')}`;
    const others = Array.from({ length: 40 }, (_, gene) => row(`${1000 + gene}_at`, (i) => ((gene * 7 + i * 13) % 11) / 3 + 5));
    // Of U95 version 2: XIST, RPS4Y1.
    const sexes = [row('38446_at', (i) => (i % 2 === 0 ? 9 : 3)), row('41214_at', (i) => (i % 2 === 0 ? 3.5 : 10))];
    const { id } = await user.file('probes.tsv', [`id\t${samples.join('\t')}`, ...others, ...sexes, ''].join('\n'), 'expression');
    const { body } = await user.create({
      task_type: 'limma_differential_analysis',
      file_id: id,
      sample_groups: samples.map((sample, i) => ({ sample, group: i < 4 ? 'a' : 'b' })),
      case_group: 'a',
      control_group: 'b',
    });
    const analysis = await user.ended(body.id, 120_000);
    await start(user, analysis.id, 'sexes');
    const found = (await ended(analysis.id)).find(({ check }) => check === 'sexes')?.finding;
    expect([found?.level, found?.message]).toEqual(['passed', expect.stringContaining('看出女性 4 个、男性 4 个')]);
  });

  it('know the numbers of a batch-corrected result that was downloaded, rounded and uploaded again', { timeout: 240_000 }, async () => {
    const corrected = await user.example('multi_dataset_batch_removal');
    const key = corrected.result?.files.find(({ file_key }) => file_key === 'expression_tsv');
    const saved = await user.post<{ file: UserFile }>('/api/save_analysis_file_to_space', {
      analysis_id: corrected.id,
      file_key: 'expression_tsv',
      filename: key?.filename,
    });
    const text = await (await user.fetch(`/api/file/${saved.body.file.id}/download`)).text();
    const again = await user.file('again.tsv', text.replace(/(\.\d\d\d)\d+/g, '$1'), 'expression');
    expect(again.facts?.matrix?.kind).toBe('log');
    const samples = text.slice(0, text.indexOf('\n')).split('\t').slice(1);
    const { body } = await user.create({
      task_type: 'limma_differential_analysis',
      file_id: again.id,
      sample_groups: samples.map((sample, i) => ({ sample, group: i % 2 === 0 ? 'a' : 'b' })),
      case_group: 'a',
      control_group: 'b',
    });
    const analysis = await user.ended(body.id, 120_000);
    await start(user, analysis.id, 'fingerprint');
    const found = (await ended(analysis.id)).find(({ check }) => check === 'fingerprint')?.finding;
    expect([found?.level, found?.message]).toEqual(['should', expect.stringContaining(`数值与「${corrected.name}」去过批次的矩阵相同`)]);
  });

  it('say how often the same data were run, and with how many sets of parameters', { timeout: 180_000 }, async () => {
    const matrix = `gene\t${Array.from({ length: 8 }, (_, i) => `S${i}`).join('\t')}\n${Array.from(
      { length: 40 },
      (_, gene) => `G${gene}\t${Array.from({ length: 8 }, (_, i) => ((gene * 7 + i * 13) % 11) / 3 + 5).join('\t')}`,
    ).join('\n')}\n`;
    const { id } = await user.file('runs.tsv', matrix, 'expression');
    const groups = Array.from({ length: 8 }, (_, i) => ({ sample: `S${i}`, group: i < 4 ? 'a' : 'b' }));
    const run = async (padj: number) => {
      const request = {
        task_type: 'limma_differential_analysis',
        file_id: id,
        sample_groups: groups,
        case_group: 'a',
        control_group: 'b',
        padj,
      };
      const created = await user.create(request);
      return user.ended(created.body.id, 120_000);
    };
    const told = async (of: Analysis) =>
      (await user.get<Checks>(path(of.id))).body.robustness.find(({ check }) => check === 'runs')?.finding;
    const first = await run(0.05);
    expect(await told(first)).toMatchObject({ level: 'passed', message: '同样的数据用这个工具只算过这一组参数' });
    await run(0.05);
    const [second, third] = [await run(0.1), await run(0.2)];
    expect(await told(second)).toMatchObject({ level: 'should' });
    expect((await told(third))?.message).toMatch(/^同样的数据，这是 4 次运行中的第 4 次，共试过 3 组参数。/);
    const { body } = await user.get<Checks>(path(third.id));
    expect(body.robustness.at(-1)?.methods).toEqual({
      zh: '同样的数据用 3 组参数共分析了 4 次，这里报告的是第 4 次。',
      en: 'The same data were analysed 4 times with 3 sets of parameters; run 4 of them is reported here.',
    });
  });
});
