import { describe, expect, it } from 'vitest';
import { leadOf } from '../../src/result-page/about/lead.ts';

const LONG =
  '换一种分折，选中的基因从 3 到 21 个不等，其中 4 个在 50 次里至少八成选中。训练集内的 C 指数偏乐观，不能当作表现，也不能写进摘要。';

describe('a long summary', () => {
  it('has its first two sentences before the others', () => {
    const first = 'TCGA-ACC 的 79 例患者，选出 **9 个基因**。在没有参与训练的患者里，**C 指数 0.81**（95% CI 0.7–0.9）。';
    expect(leadOf(first + LONG)).toEqual({ lead: first, rest: LONG });
  });

  it('is cut at no stop within brackets or emphasis', () => {
    const first = '上升最多的是 A（也叫 B。C）。**注意。这里**没有差别。';
    expect(leadOf(first + LONG)).toEqual({ lead: first, rest: LONG });
  });

  it('stays whole where little would be left', () => {
    const short = '第一句。第二句。第三句很短。';
    expect(leadOf(short)).toEqual({ lead: short, rest: '' });
  });
});
