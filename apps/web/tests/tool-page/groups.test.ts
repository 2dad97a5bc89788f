import type { MatrixFacts } from '@oncoloom/contract';
import type { GroupsProposal } from '@oncoloom/tool-kit';
import { describe, expect, test } from 'vitest';
import {
  assignGroup,
  carriedGroups,
  describeLevels,
  guessComparison,
  pairNumbers,
  proposedWords,
  renameGroup,
  rowsFromAnnotation,
  rowsFromProposal,
  usableAnnotations,
} from '../../src/tool-page/data/groups.ts';

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
  test('offers columns that divide the samples; takes those of an earlier analysis alone', () => {
    expect(usableAnnotations(facts).map(({ name }) => name)).toEqual(['Tissue', 'Batch']);
    expect(carriedGroups(facts)).toBeUndefined();
    expect(carriedGroups(matrix(['a', 'b', 'c'], { tissue: ['tumor', 'tumor', 'normal'], group: ['x', 'x', 'y'] }))?.name).toBe('group');
    const bare = matrix(['a', 'b', 'c', 'd'], { 样本标题: ['GSM1', 'GSM2', 'GSM3', 'GSM4'] });
    expect(usableAnnotations(bare)).toEqual([]);
  });
  test('what is proposed becomes a table, with the numbers that pair samples where they are wanted', () => {
    const proposal: GroupsProposal = {
      kind: 'groups',
      column: 'Tissue',
      groups: [
        { name: 'Tumor', count: 2, zh: '肿瘤' },
        { name: 'Normal', count: 2, zh: '正常' },
      ],
      cases: 'Tumor',
      reference: 'Normal',
      bySample: ['Tumor', 'Tumor', 'Normal', 'Normal', ''],
      withLeftOut: ['Tumor', 'Tumor', 'Normal', 'Normal', ''],
      score: 0.9,
      evidence: '',
    };
    expect(proposedWords(proposal)).toBe('Tumor 2 个，Normal 2 个（参照）');
    // A sample that is only proposed to be left out is there until the user leaves it out.
    const doubtful = { ...proposal, withLeftOut: ['Tumor', 'Tumor', 'Normal', 'Normal', 'Normal'] };
    expect(proposedWords(doubtful)).toBe('Tumor 2 个，Normal 3 个（参照）');
    expect(rowsFromProposal(facts, doubtful).rows.map(([sample]) => sample)).toEqual(facts.samples);
    expect(rowsFromProposal(facts, proposal).columns).toEqual(['sample', 'group', 'Batch']);
    const pairs = {
      kind: 'pairs',
      of: 'Tissue',
      column: 'Title',
      pairs: 1,
      bySample: ['7', '', '7', '', ''],
      score: 0.8,
      evidence: '',
    } as const;
    expect([...pairNumbers(facts, pairs).values()].slice(0, 4)).toEqual(['7', 's2', '7', 's4']);
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
