import type { MatrixFacts } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import { expressionFile, fitsMatrix, matrixRefusals, type Parameters, type Requirement } from '../src/index.ts';

const matrix = (facts: Partial<MatrixFacts>): MatrixFacts => ({ rows: 10, negative: 0, kind: 'log', ...facts }) as MatrixFacts;
const parameters = (idle: boolean): Parameters => ({
  file_id: expressionFile,
  method: {
    kind: 'choice',
    label: '方法',
    default: 'log2',
    options: [
      { value: 'log2', label: 'log2' },
      { value: 'none', label: '不转换', ...(idle ? { idle: true } : {}) },
    ],
  },
  share: { kind: 'number', label: '比例', default: 0.5, min: 0, max: 1 },
});
const logged: Requirement = {
  code: 'logged',
  level: 'should',
  field: 'method',
  when: [{ parameter: 'method', is: ['log2'] }],
  facts: [{ input: 'file_id', fact: 'kind', is: { in: ['log'] } }],
  message: '已取过对数',
};
const fits = (requirements: readonly Requirement[], facts: Partial<MatrixFacts>, idle = true) =>
  fitsMatrix(matrixRefusals({ parameters: parameters(idle), requirements }), matrix(facts));

describe('a matrix fits a tool', () => {
  it('where one setting of use has nothing against it', () => {
    expect([fits([logged], { kind: 'linear' }), fits([logged], {}), fits([logged], {}, false)]).toEqual([true, false, true]);
  });

  it('whatever is advised against of its size, or is mended by a change of the file or of a number', () => {
    const always: Requirement = { ...logged, when: [] };
    expect(fits([always], {})).toBe(false);
    expect(fits([{ ...always, facts: [{ input: 'file_id', fact: 'rows', is: { above: 1 } }] }], {})).toBe(true);
    expect(fits([{ ...always, fix: { label: '换', file: 'to_log2' } }], {})).toBe(true);
    expect(fits([{ ...always, values: [{ parameter: 'share', is: { above: 0.9 } }] }], {})).toBe(true);
  });

  it('but not where it is refused, whatever the fact', () => {
    const refused: Requirement = { ...logged, level: 'must', when: [], facts: [{ input: 'file_id', fact: 'negative', is: { above: 0 } }] };
    expect([fits([refused], { negative: 0 }), fits([refused], { negative: 3 })]).toEqual([true, false]);
  });

  it('never under a setting that is refused with any matrix', () => {
    const never: Requirement = { ...logged, level: 'must', when: [{ parameter: 'method', is: ['none'] }], facts: [] };
    expect([fits([logged, never], {}, false), fits([logged, never], { kind: 'linear' }, false)]).toEqual([false, true]);
  });
});

it('a tool without a matrix fits none', () => {
  expect(matrixRefusals({ parameters: {}, requirements: [logged] })).toEqual([]);
});
