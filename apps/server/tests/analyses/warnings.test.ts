import type { Finding } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import { toldOf, warningsOf } from '../../src/analyses/forms/warnings.ts';

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
    expect(toldOf({ warned }, { findings: [ran] }, 'zh').map(({ code }) => code)).toEqual(['log_twice', 'p_flat']);
  });

  it('is said once where the run says it itself', () => {
    const own: Finding = { ...should, message: '数值取过两次对数' };
    expect(toldOf({ warned: warningsOf([should]) }, { findings: [own] }, 'zh')).toEqual([own]);
  });

  it('is left out of English, as what a run says in Chinese alone is', () => {
    const told: Finding = {
      ...ran,
      detail: '共 {{row_subject}} 9 个',
      english: { message: 'Flat P values', detail: '9 {{row_subject}}s' },
    };
    const result = { findings: [told, note], rowSubject: 'probe' as const };
    const { code, level } = ran;
    expect(toldOf({ warned: warningsOf([should]) }, result, 'en')).toEqual([{ code, level, message: 'Flat P values', detail: '9 probes' }]);
    expect(toldOf({ warned: [] }, result, 'zh')[0]).toEqual({ ...ran, detail: '共 探针 9 个' });
  });
});
