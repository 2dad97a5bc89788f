import type { Finding } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import { toldOf, warningsOf } from '../../src/analyses/warnings.ts';

const should: Finding = {
  code: 'log_twice',
  level: 'should',
  field: 'log2_transform',
  message: '再取一次会把差异压小',
  fix: { label: '不取' },
};
const note: Finding = { code: 'zero_rows', level: 'note', message: '有 3 行都是 0' };
const ran: Finding = { code: 'p_flat', level: 'note', message: 'P 值大致平坦' };

describe('what the form warned of', () => {
  it('stands with the result, without the remedies of the form', () => {
    const warned = warningsOf([should, note]);
    expect(warned).toEqual([{ code: 'log_twice', level: 'should', field: 'log2_transform', message: '再取一次会把差异压小' }]);
    expect(toldOf({ warned }, { findings: [ran] }).map(({ code }) => code)).toEqual(['log_twice', 'p_flat']);
  });

  it('is said once where the run says it itself', () => {
    const own: Finding = { ...should, message: '数值取过两次对数' };
    expect(toldOf({ warned: warningsOf([should]) }, { findings: [own] })).toEqual([own]);
  });
});
