import type { LogLine } from '@oncoloom/contract';
import { tellTool } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { expect, test } from 'vitest';
import { runLog } from '../../src/analyses/run/run-log.ts';
import type { AnalysisRecord, UsedInput } from '../../src/analyses/tables.ts';
import { finishedAnalysis } from '../support/finished-analysis.ts';

const limma = catalogue.find(({ tool }) => tool.taskType === 'limma_differential_analysis')?.tool;
if (limma === undefined) throw new Error('limma is not installed');
const [counted = ''] = Object.entries(limma.facts).flatMap(([name, { format }]) => (format === 'count' ? [name] : []));
const at = (seconds: number) => new Date(Date.UTC(2026, 4, 1, 8, 0, seconds));
const said = (seconds: number, level: LogLine['level'], text: string): LogLine => ({ time: at(seconds).toISOString(), level, text });

const input = {
  ...{ field: 'file_id', input: 'input', type: 'matrix', name: '矩阵.csv', blob: 'b', format: 'bin', rows: 12_000, columns: 6 },
  ...{ sha256: `abcdef012345${'0'.repeat(52)}`, request: { from: 'file', id: 1 } },
  merged: { message: '3 个重名的基因各取均值最高的一行', added: false },
} as const satisfies UsedInput;
const finished: AnalysisRecord = {
  ...finishedAnalysis(limma, {
    facts: { ...Object.fromEntries(Object.keys(limma.facts).map((name) => [name, null])), [counted]: 11_900 },
    findings: [{ code: 'dropped', level: 'note', message: '去掉了 100 个不变的基因' }],
    tables: [{ id: 'limma', sha256: 'c', bytes: 1, rows: 11_900, columns: ['gene', 'logFC'] }],
    ...{ seed: 1, versions: { R: '4.3.1', limma: '3.58.1' }, seconds: { read: 0.12, analyse: 2.5, write: 0.3 } },
  }),
  ...{ createdAt: at(0), startedAt: at(1), finishedAt: at(9), attempts: 1, inputs: [input] },
  warned: [{ code: 'paired', level: 'should', message: '看起来是配对的' }],
  steps: [
    { name: '核对数据', at: at(2).toISOString() },
    { name: '拟合模型', at: at(3).toISOString() },
  ],
};
const texts = (lines: readonly LogLine[]) => lines.map(({ level, text }) => `${level}: ${text}`);

test('a log tells what was asked, read, done, told and written, in the order of time', () => {
  const warning = 'Partial NA coefficients for 2 probe(s) in a/b/c: /srv/engine/jobs/17/inputs/input.bin';
  const lines = runLog(limma, finished, [said(3.5, 'warning', warning), said(4, 'warning', 'again'), said(4.1, 'warning', 'again')]);
  expect(lines.map(({ time }) => time)).toEqual([...lines.map(({ time }) => time)].sort());
  expect(texts(lines)).toEqual([
    `info: 提交「${limma.title}」，工具版本 ${finished.toolVersion}，用示例数据`,
    'info: 开始运行',
    'info: 输入「表达矩阵」：矩阵.csv，12,000 行 × 6 列，SHA-256 abcdef012345…。3 个重名的基因各取均值最高的一行',
    'info: 步骤：核对数据，用了 1.00 秒',
    'info: 步骤：拟合模型，用了 6.00 秒',
    'warning: Partial NA coefficients for 2 probe(s) in a/b/c: input.bin',
    'warning: again（连续 2 次）',
    'warning: 看起来是配对的',
    'info: 去掉了 100 个不变的基因',
    `info: 得到：${tellTool(limma, 'zh', 'gene').facts[counted]?.label} 11,900`,
    `info: 写出「${limma.tables.limma?.title.zh}」：11,900 行 × 2 列`,
    'info: R 和软件包：R 4.3.1、limma 3.58.1',
    'info: 读入 0.12 秒，计算 2.50 秒，写出 0.30 秒',
    'info: 完成，共 8.00 秒',
  ]);
});

test('a log of a failed run ends with the cause and its field', () => {
  const failed = { ...finished, status: 'failed' as const, result: null, attempts: 2, errorCode: 'input', errorField: 'sample_groups' };
  const lines = texts(runLog(limma, { ...failed, errorMessage: '只有一组' }, [said(5, 'error', 'lmFit: singular')]));
  expect(lines).toContain('info: 开始运行，第 2 次：前一次的进程意外退出');
  expect(lines).toContain('warning: 看起来是配对的');
  expect(lines.slice(-2)).toEqual([
    'error: lmFit: singular',
    `error: 失败，共 8.00 秒。原因：只有一组（与「${limma.parameters.sample_groups?.label}」有关）`,
  ]);
  const cancelled = runLog(limma, { ...failed, errorCode: 'cancelled', startedAt: null, inputs: [], steps: [] }, []);
  expect(texts(cancelled).at(-1)).toBe('warning: 已取消');
});
