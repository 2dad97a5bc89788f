import { expect, it } from 'vitest';
import { colours } from '../src/kinds/colours.ts';

const parameter = { kind: 'colours', label: '颜色', max: 2 } as const;
const read = (raw: unknown) => colours.read(parameter).safeParse(raw);

it('takes colours as a list or as one text, in their order', () => {
  expect(read(['#D55E00', '#0072b2']).data).toEqual(['#D55E00', '#0072b2']);
  expect(read('#D55E00，#D55E00').data).toEqual(['#D55E00', '#D55E00']);
  expect(read('').data).toEqual([]);
});

it('refuses names of colours, and more of them than there are things to draw', () => {
  expect(read(['red']).error?.issues[0]?.message).toContain('#rrggbb');
  expect(read(['#000000', '#111111', '#222222']).error?.issues[0]?.message).toContain('最多 2 个');
});
