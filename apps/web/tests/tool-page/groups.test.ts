import type { MatrixFacts } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import {
  assignGroup,
  describeLevels,
  guessComparison,
  looksLikeCase,
  looksLikeControl,
  proposedAnnotation,
  renameGroup,
  rowsFromAnnotation,
  usableAnnotations,
} from '../../src/tool-page/groups.ts';

function matrix(samples: string[], columns: Record<string, string[]>): MatrixFacts {
  return {
    rows: 10,
    columns: samples.length,
    kind: 'log',
    identifiers: 'probe',
    identifierColumn: 'ID_REF',
    platform: null,
    species: null,
    samples,
    minimum: 0,
    maximum: 14,
    missing: 0,
    negative: 0,
    fractional: 1,
    constantRows: 0,
    zeroRows: 0,
    columnSums: [],
    preview: { rows: [], values: [] },
    annotations: { columns: Object.entries(columns).map(([name, values]) => ({ name, values })) },
  };
}

describe('which group is compared with which', () => {
  test.each(['Normal', 'Liver Non-Tumor Tissue', 'adjacent normal', 'healthy donors', 'NEG', 'control', '癌旁', '正常', 'WT', 'untreated'])(
    '%s is what others are compared with',
    (name) => {
      expect(looksLikeControl(name)).toBe(true);
      expect(looksLikeCase(name)).toBe(false);
    },
  );
  test.each(['Liver Tumor Tissue', 'HCC carcinoma', 'treated', '肿瘤', 'case', 'KO'])('%s is compared', (name) => {
    expect(looksLikeCase(name)).toBe(true);
  });
  test('tumour against the largest of the normal groups', () => {
    const levels = [
      { name: 'Liver tissue of six healthy donors', count: 2 },
      { name: 'Liver Non-Tumor Tissue', count: 19 },
      { name: 'Liver Tumor Tissue', count: 22 },
    ];
    expect(guessComparison(levels)).toEqual({ cases: 'Liver Tumor Tissue', controls: 'Liver Non-Tumor Tissue' });
  });
  test('a fusion against NEG, although neither says tumour', () => {
    expect(
      guessComparison([
        { name: 'NEG', count: 42 },
        { name: 'BCR/ABL', count: 37 },
      ]),
    ).toEqual({ cases: 'BCR/ABL', controls: 'NEG' });
  });
  test('names that say nothing: the two largest; one group: nothing', () => {
    const levels = [
      { name: 'a', count: 3 },
      { name: 'b', count: 9 },
      { name: 'c', count: 5 },
    ];
    expect(guessComparison(levels)).toEqual({ cases: 'b', controls: 'c' });
    expect(guessComparison([{ name: 'a', count: 3 }])).toBeUndefined();
  });
});

describe("groups out of the file's own sample information", () => {
  const facts = matrix(['s1', 's2', 's3', 's4', 's5'], {
    Title: ['t1', 't2', 't3', 't4', 't5'],
    Tissue: ['Tumor', 'Tumor', 'Normal', 'Normal', ''],
    Batch: ['1', '1', '2', '2', '2'],
    Species: ['human', 'human', 'human', 'human', 'human'],
  });
  test('offers columns that divide the samples, and proposes the one of tumour and normal', () => {
    expect(usableAnnotations(facts).map(({ name }) => name)).toEqual(['Tissue', 'Batch']);
    expect(proposedAnnotation(facts)?.name).toBe('Tissue');
    expect(proposedAnnotation(matrix(['s1', 's2'], {}))).toBeUndefined();
  });
  test('titles and sources without their numbers are groups, and the even division is proposed', () => {
    const drug = matrix(['a', 'b', 'c', 'd', 'e', 'f'], {
      样本标题: ['Control rep1', 'Control rep2', 'Control rep3', 'Vemurafenib rep1', 'Vemurafenib rep2', 'Vemurafenib rep3'],
      clone: ['normal', 'normal', 'treated', 'treated', 'treated', ''],
    });
    expect(proposedAnnotation(drug)).toEqual({
      name: '样本标题（去掉编号）',
      values: ['Control', 'Control', 'Control', 'Vemurafenib', 'Vemurafenib', 'Vemurafenib'],
    });
    expect(rowsFromAnnotation(drug, '样本标题（去掉编号）')).toEqual({
      columns: ['sample', 'group', 'clone'],
      rows: expect.arrayContaining([
        ['a', 'Control', 'normal'],
        ['f', 'Vemurafenib', ''],
      ]),
    });
    const bare = matrix(['a', 'b', 'c', 'd'], { 样本标题: ['GSM1', 'GSM2', 'GSM3', 'GSM4'] });
    expect(usableAnnotations(bare)).toEqual([]);
  });
  test('a plain control comes before what a test found, and groups of an earlier analysis before both', () => {
    const tested = {
      HPV: ['positive', 'positive', 'negative', 'negative', 'negative'],
      tissue: ['tumor', 'tumor', 'tumor', 'normal', 'normal'],
    };
    const samples = ['a', 'b', 'c', 'd', 'e'];
    expect(proposedAnnotation(matrix(samples, tested))?.name).toBe('tissue');
    expect(proposedAnnotation(matrix(samples, { ...tested, group: ['x', 'x', 'y', 'y', ''] }))?.name).toBe('group');
  });
  test('samples without a value are left out; columns that may serve as covariates come along', () => {
    expect(rowsFromAnnotation(facts, 'Tissue')).toEqual({
      columns: ['sample', 'group', 'Batch'],
      rows: [
        ['s1', 'Tumor', '1'],
        ['s2', 'Tumor', '1'],
        ['s3', 'Normal', '2'],
        ['s4', 'Normal', '2'],
      ],
    });
  });
});

describe('groups by hand', () => {
  test('assigns, moves and takes out samples', () => {
    const first = assignGroup(new Map(), ['a', 'b'], '肿瘤');
    const second = assignGroup(first, ['b'], '癌旁');
    expect([...second]).toEqual([
      ['a', '肿瘤'],
      ['b', '癌旁'],
    ]);
    expect([...assignGroup(second, ['a'], '')]).toEqual([['b', '癌旁']]);
  });
  test('a new name that another group has joins the two', () => {
    const joined = renameGroup(
      new Map([
        ['a', 'x'],
        ['b', 'y'],
      ]),
      'y',
      'x',
    );
    expect([...joined.values()]).toEqual(['x', 'x']);
  });
  test('names the first three groups', () => {
    expect(describeLevels(['a', 'b', 'c', 'd'].map((name, i) => ({ name, count: i + 1 })))).toBe('a 1 · b 2 · c 3 等 4 组');
  });
});
