import { describe, expect, test } from 'vitest';
import { guessColumns, parseGroups, parseTable, splitCells, toGroupsTable } from '../../src/tool-page/data/paste.ts';

describe('pasted cells', () => {
  test('tabs out of Excel, with a quoted cell of two lines and a quote in it', () => {
    expect(splitCells('a\tb\r\n"x\ny ""z"""\t2\r\n')).toEqual([
      ['a', 'b'],
      ['x\ny "z"', '2'],
    ]);
  });
  test('commas and semicolons', () => {
    expect(splitCells('a,b\n"1,5",2')).toEqual([
      ['a', 'b'],
      ['1,5', '2'],
    ]);
    expect(splitCells('a;b\n1;2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });
  test('blank lines and a byte order mark do not count; an empty paste is empty', () => {
    expect(splitCells('\uFEFFa\tb\n\n1\t2\n\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(splitCells('  \n')).toEqual([]);
  });
  test('column names are present and different; short rows are filled', () => {
    expect(parseTable('gene\t\tgene\nTP53\t1')).toEqual({ columns: ['gene', '列 2', 'gene (2)'], rows: [['TP53', '1', '']] });
    expect(parseTable('gene\tlogFC')).toBeUndefined();
  });
});

describe('pasted groups', () => {
  const samples = ['S1', 'S2', 'S3', 'S4'];
  test('finds the sample column by the samples it names, wherever it stands', () => {
    const pasted = parseGroups('年龄\t组别\t编号\n50\t肿瘤\tS1\n51\t肿瘤\tS2\n60\t癌旁\tS3\n61\t癌旁\tS4', samples);
    expect(pasted).toMatchObject({ sample: '编号', group: '组别' });
    expect(pasted && toGroupsTable(pasted)).toEqual({
      columns: ['sample', 'group', '年龄'],
      rows: [
        ['S1', '肿瘤', '50'],
        ['S2', '肿瘤', '51'],
        ['S3', '癌旁', '60'],
        ['S4', '癌旁', '61'],
      ],
    });
  });
  test('a first line that names a sample is no head', () => {
    const pasted = parseGroups('S1,T\nS2,T\nS3,N\nS4,N', samples);
    expect(pasted && toGroupsTable(pasted).rows).toHaveLength(4);
  });
  test('names written in another way leave the choice to the heads', () => {
    const pasted = parseGroups('sample\tgroup\ns-1\tT\ns-2\tN', samples);
    expect(pasted).toMatchObject({ sample: 'sample', group: 'group' });
  });
  test('a column that is called group but is not chosen gives way', () => {
    const pasted = parseGroups('group\tid\tstage\nx\tS1\tI\ny\tS2\tI\nz\tS3\tII\nw\tS4\tII', samples);
    expect(pasted).toBeDefined();
    if (pasted) expect(toGroupsTable({ ...pasted, group: 'stage' }).columns).toEqual(['sample', 'group']);
  });
  test('rows without sample or group are left out; one column is not a table of groups', () => {
    const pasted = parseGroups('sample\tgroup\nS1\tT\nS2\t\n\tN', samples);
    expect(pasted && toGroupsTable(pasted).rows).toEqual([['S1', 'T']]);
    expect(parseGroups('S1\nS2', samples)).toBeUndefined();
  });
});

test('columns of a groups file under other names: samples by the matrix, groups by what divides them', () => {
  const table = {
    columns: ['age', 'patient', 'stage'],
    rows: ['A1', 'A2', 'B1', 'B2'].map((name, i) => [String(40 + i), name, i < 2 ? 'II' : 'III']),
  };
  const guess = guessColumns(table, ['A1', 'A2', 'B1', 'B2']);
  expect(guess).toMatchObject({ sample: 'patient', group: 'stage' });
  expect(toGroupsTable(guess)).toMatchObject({ columns: ['sample', 'group', 'age'] });
});
