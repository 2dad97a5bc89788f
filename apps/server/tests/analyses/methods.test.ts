import { describe, expect, it } from 'vitest';
import { citationsOf, methodsOf } from '../../src/analyses/methods.ts';

const analysis = { inputs: [], result: null };

describe('what a result says of its method', () => {
  it('cites what the run used, and nothing else', () => {
    const citations = ['Ritchie', '{{#voom}}Law{{/voom}}', '{{^voom}}Smyth{{/voom}}'];
    expect(citationsOf({ citations }, { voom: false })).toEqual(['Ritchie', 'Smyth']);
    expect(citationsOf({ citations }, { voom: true })).toEqual(['Ritchie', 'Law']);
  });

  it("lists in English without Chinese marks; the program's words are English, the user's stay", () => {
    const words = { covariates: '年龄、批次', factor: '肿瘤' };
    const { zh, en } = methodsOf(analysis, { zh: '{{covariates}}；{{factor}}', en: '{{covariates}}; {{factor}}' }, words);
    expect(zh).toBe('年龄、批次；肿瘤');
    expect(en).not.toContain('、');
    expect(en).toMatch(/, .*; Tumou?r$/i);
  });
});
