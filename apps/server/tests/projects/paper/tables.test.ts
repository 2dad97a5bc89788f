import { describe, expect, it } from 'vitest';
import { mergedAnswer, mergedItems } from '../../../src/projects/paper/checklists.ts';
import { sheetName } from '../../../src/projects/paper/sheets.ts';

describe('the name of a sheet', () => {
  it.each([
    [1, '差异表', 'S1 差异表'],
    [12, '模型（可以在别处验证）：A/B [x]*?', 'S12 模型（可以在别处验证）：A B x'],
    [3, "Genes of patients' groups that are very long", "S3 Genes of patients' groups th"],
    [4, `${'a'.repeat(27)}'b`, `S4 ${'a'.repeat(27)}`],
    [5, `${'a'.repeat(27)}🧬`, `S5 ${'a'.repeat(27)}`],
  ])('%i %s', (number, title, name) => {
    expect(sheetName(number, title)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(31);
  });
});

const row = (item: string, answer: string, filled = true) => ({
  list: 'REMARK',
  item,
  asks: `ask ${item}`,
  answer,
  filled: filled ? 'TRUE' : 'FALSE',
});
const LEFT = '请作者填写';

describe('the reporting lists of several runs', () => {
  const runs = [
    { step: 2, rows: [row('1', LEFT, false), row('2', '肝癌，300 例'), row('10', 'LASSO'), row('12', '同一个')] },
    { step: 5, rows: [row('1', LEFT, false), row('2', '胰腺癌，80 例'), row('10', LEFT, false), row('12', '同一个')] },
  ];
  const answers = mergedItems(runs).map((item) => mergedAnswer(item, true, 'zh'));

  it('have what each run answers, once where all say the same, and leave to the authors what none can tell', () => {
    expect(answers).toEqual([LEFT, '步骤 2：肝癌，300 例；步骤 5：胰腺癌，80 例', '步骤 2：LASSO', '同一个']);
  });

  it('of one run have its answers as they are', () => {
    const [, second] = mergedItems(runs.slice(0, 1));
    expect(second && mergedAnswer(second, false, 'en')).toBe('肝癌，300 例');
  });
});
