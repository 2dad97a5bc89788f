import { IN_ENGLISH } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import type { UsedInput } from '../../src/analyses/tables.ts';
import { citationsOf, methodsOf } from '../../src/analyses/texts/methods.ts';

const analysis = { inputs: [], result: null };

describe('what a result says of its method', () => {
  it('cites what the run used, and nothing else', () => {
    const citations = ['Ritchie', '{{#voom}}Law{{/voom}}', '{{^voom}}Smyth{{/voom}}', { of: ['loess', 'lowess'], work: 'Cleveland' }];
    expect(citationsOf({ citations }, { voom: false }, { en: 'A loess fit.' })).toEqual(['Ritchie', 'Smyth', 'Cleveland']);
    expect(citationsOf({ citations }, { voom: true }, { en: 'A straight line.' })).toEqual(['Ritchie', 'Law']);
    const hedges = [{ of: ['t test'], work: 'Hedges' }];
    expect(citationsOf({ citations: hedges }, {}, { en: 'Groups of two were not tested.' })).toEqual([]);
    expect(citationsOf({ citations: hedges }, {}, { en: 'What was not tested by a t test.' })).toEqual(['Hedges']);
  });

  it('says in both languages that rows of one name were merged when the file was read', () => {
    const input = (name: string, merged?: UsedInput['merged']): UsedInput => ({
      field: 'file_id',
      input: 'expression',
      type: 'matrix',
      blob: '0',
      format: 'bin',
      name,
      sha256: '0',
      rows: 2,
      columns: 2,
      request: { from: 'file', id: 1 },
      ...(merged === undefined ? {} : { merged }),
    });
    const merged = { message: '有 1 个基因名重复：TP53。计数已相加，3 行变为 2 行', added: true };
    const { zh, en } = methodsOf({ inputs: [input('a.csv', merged), input('b.csv')], result: null }, { zh: '甲。', en: 'A.' }, {});
    expect(zh).toBe('甲。读入「a.csv」时，有 1 个基因名重复：TP53。计数已相加，3 行变为 2 行。');
    expect(en).toBe('A. Rows of one name in the input were merged: their counts were added.');
    expect(methodsOf({ inputs: [input('b.csv')], result: null }, { zh: '甲。', en: 'A.' }, {}).en).toBe('A.');
  });

  it("lists in English without Chinese marks; the program's words are English, the user's stay", () => {
    const words = { covariates: '年龄、批次', factor: '肿瘤', [`factor${IN_ENGLISH}`]: 'Tumour' };
    const { zh, en } = methodsOf(analysis, { zh: '{{covariates}}；{{factor}}', en: '{{covariates}}; {{factor}}' }, words);
    expect(zh).toBe('年龄、批次；肿瘤');
    expect(en).toBe('年龄, 批次; Tumour');
  });
});
