import type { Finding } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import { besideChecks, levelFindings } from '../../src/files/findings.ts';
import { EMPTY_FORM, valuesOutside } from '../../src/tool-page/form/form-state.ts';

const zeros = (message: string): Finding => ({ code: 'zero_rows', level: 'note', field: 'file_id', message });
const header = (field: string): Finding => ({ code: 'short_header', level: 'note', field, message: '表头少一列' });
const labelOf = (field: string) => ({ file_id: '表达矩阵', sample_groups: '分组' })[field];

describe('what files say beside the checks', () => {
  test('is not said twice', () => {
    expect(besideChecks([zeros('有 3 行都是 0')], [zeros('有 3 行都是 0，会先去掉')], labelOf)).toEqual([]);
  });

  test('names the input when two inputs say the same', () => {
    const messages = besideChecks([header('file_id'), header('sample_groups')], [], labelOf).map(({ message }) => message);
    expect(messages).toEqual(['表达矩阵：表头少一列', '分组：表头少一列']);
    expect(besideChecks([header('file_id')], [], labelOf)).toEqual([header('file_id')]);
  });
});

test('a single group has to be mended, two are none of our business', () => {
  expect(levelFindings('sample_groups', [{ name: 'treated' }])).toMatchObject([{ level: 'must', field: 'sample_groups' }]);
  expect(levelFindings('sample_groups', [{ name: 'a' }, { name: 'b' }])).toEqual([]);
  expect(levelFindings('sample_groups', [])).toEqual([]);
});

test('a number outside its range is told without inputs', () => {
  expect(valuesOutside(limma, EMPTY_FORM, { padj: 99 })).toMatchObject([{ field: 'padj' }]);
  expect(valuesOutside(limma, EMPTY_FORM, { padj: 0.05, log2fc: 1 })).toEqual([]);
  expect(valuesOutside(limma, { ...EMPTY_FORM, example: true }, { padj: 99 })).toEqual([]);
});
