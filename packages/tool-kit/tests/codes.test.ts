import { describe, expect, it } from 'vitest';
import { codeWord, NAME_LIST } from '../src/index.ts';

const codes = {
  same: { zh: '同名', en: 'same name' },
  bare: { zh: '{how}，没有注释', en: '{how}, not annotated' },
  at: { zh: '{n} 年 AUC', en: '{n}-year AUC' },
  pair: { zh: '{b} 对 {a}', en: '{a} vs {b}' },
  listed: NAME_LIST,
};

describe('the words of a column', () => {
  it.each([
    ['同名', 'same name'],
    ['同名，没有注释', 'same name, not annotated'],
    ['1.5 年 AUC', '1.5-year AUC'],
    ['去 年 AUC', '去 年 AUC'],
    ['高 对 低', '低 vs 高'],
    ['同名、别的、同名', 'same name, 别的, same name'],
    ['same', 'same'],
    ['', ''],
  ])('are told in English, with what stands in their places: %s', (cell, english) => {
    expect(codeWord({ codes }, cell, 'en')).toBe(english);
    expect(codeWord({ codes }, cell, 'zh')).toBe(cell);
  });

  it('are those of its codes where the file keeps these', () => {
    const column = { codes, asCodes: true } as const;
    expect([codeWord(column, 'same', 'zh'), codeWord(column, 'same', 'en'), codeWord(column, 'constructor', 'en')]).toEqual([
      '同名',
      'same name',
      'constructor',
    ]);
  });

  it('are a long list as fast as a short one', () => {
    const names = Array.from({ length: 2_000 }, (_, i) => `R-HSA-${i}`);
    expect(codeWord({ codes: { listed: NAME_LIST } }, names.join('、'), 'en')).toBe(names.join(', '));
  });
});
