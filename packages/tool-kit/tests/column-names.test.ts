import { expect, test } from 'vitest';
import { z } from 'zod';
import { OWN } from '../src/kinds/kind.ts';
import { survivalData } from '../src/kinds/survival-data.ts';
import { type TableParameter, table } from '../src/kinds/table.ts';

const LONG = '接受新辅助化疗'.repeat(12);
const pasted: TableParameter = { kind: 'table', label: '粘贴的表', input: 'x', maxRows: 10, maxColumns: 10 };
const followUp = {
  kind: 'survival-data',
  label: '随访数据',
  input: 'x',
  fileField: 'f',
  unit: 'time_unit',
  coded: 'status_event',
} as const;
const told = (read: object | undefined) => (read instanceof z.ZodError ? read.issues[0]?.message : '');

test('a name that is too long is named, with the limit, and not a shape of the request', () => {
  const answer = told(table.read(pasted, new Map([[OWN, { columns: ['组', LONG], rows: [['a', '1']] }]])));
  expect(answer).toContain('「粘贴的表」的列名「接受新辅助化疗');
  expect(answer).toContain('有 84 个字，最多 80 个');
  expect(told(survivalData.read(followUp, new Map([[OWN, [{ time: 1, status: 1, [LONG]: 2 }]]])))).toContain(
    '「随访数据」的列名「接受新辅助化疗',
  );
});

test('a column without a name is told', () => {
  expect(told(table.read(pasted, new Map([[OWN, { columns: ['组', ' '], rows: [['a', '1']] }]])))).toContain('有一列没有列名');
});
