import type { Cohort } from '@oncoloom/contract';
import { expect, test } from 'vitest';
import { tablesOf } from '../../src/data-download/cohort-files.ts';

const matrix = { unit: 'log2(TPM+1)', genes: 20_501, samples: 79, tumours: 79, normals: 0, gtex: 0, pairs: 0 };
const cohort: Cohort = {
  ...{ code: 'acc', label: 'TCGA-ACC', name: '肾上腺皮质癌', english: 'Adrenocortical carcinoma', installed: true },
  ...{ only_tcga: 0, tcga_gtex: 1, usable: { tumour_vs_normal: false, with_gtex: false, OS: true, PFI: true } },
  ...{ samples: 79, normals: 0, events: 28, source: 'x', release: '1', simulated: false, notes: [] },
  matrices: { expression: matrix },
  clinical: { age: { known: 79 }, stage: { known: 77 } },
  survival: { OS: { patients: 79, events: 28 } },
};
const told = (changed: Partial<Cohort> = {}) =>
  tablesOf({ ...cohort, ...changed }).map(({ title, text, formats }) => [
    title,
    text,
    formats.map(({ format, size }) => `${format} ${size}`),
  ]);

test('all tables are listed: what they hold and how large they are, or why they are not here', () => {
  expect(told()).toEqual([
    ['表达量', '20,501 个基因 × 79 个样本，log2(TPM+1)', ['tsv.gz 约 4.5 MB', 'xlsx 约 5.4 MB']],
    ['表达量（加 GTEx）', '这台服务器没有装 GTEx 的数据', []],
    ['计数', '这个版本没有原始计数', []],
    ['临床', '79 位患者，2 项，一位患者一行', ['tsv.gz 小于 1 MB', 'xlsx 小于 1 MB']],
    ['生存', '79 位患者，OS 的状态和时间（天）', ['tsv.gz 小于 1 MB', 'xlsx 小于 1 MB']],
  ]);
});

test('a matrix that Excel cannot open comes as text alone', () => {
  const [expression, gtex] = told({ matrices: { expression: { ...matrix, genes: 60_000, samples: 1200 } }, tcga_gtex: 0 });
  expect(expression).toEqual([
    '表达量',
    '60,000 个基因 × 1,200 个样本，log2(TPM+1)；太大，Excel 打不开，只有 tsv.gz',
    [expect.stringMatching(/^tsv.gz 约 /)],
  ]);
  expect(gtex?.[1]).toBe('GTEx 没有对应的正常组织');
});
