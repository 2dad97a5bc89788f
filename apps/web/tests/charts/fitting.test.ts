import { asTitle, fitLines, fitTitle, holdsPoint, legendColumn, legendRows, plainTitle, titleParts } from '@oncoloom/figures';
import { describe, expect, it } from 'vitest';

import { leftOver } from '../../src/result-page/figures/left-over.ts';

/** Every character is 10 pixels wide. */
const measure = (text: string) => text.length * 10;

describe('axis titles', () => {
  it('stay whole where there is room; the marks of a subscript take none', () => {
    expect(fitTitle('log~2~(FC)', 80, measure, 1)).toEqual({ lines: ['log~2~(FC)'], width: 80, whole: null });
    expect(fitTitle('', 80, measure, 1).lines).toEqual([]);
  });
  it('part at their wide space before anything is left out', () => {
    expect(fitTitle('log~2~(FC)　Tumor / Liver', 130, measure, 2)).toEqual({
      lines: ['log~2~(FC)', 'Tumor / Liver'],
      width: 130,
      whole: null,
    });
  });
  it('are shortened where a line is still too long, never inside a subscript', () => {
    expect(fitTitle('log~2~(FC)　Tumor / Liver', 80, measure, 2)).toEqual({
      lines: ['log~2~(FC)', 'Tumor /…'],
      width: 80,
      whole: 'log2(FC)　Tumor / Liver',
    });
    expect(fitTitle('log~2~(FC)', 50, measure, 1).lines).toEqual(['log~2~…']);
    expect(fitTitle('log~2~(FC)', 40, measure, 1).lines).toEqual(['log…']);
    expect(fitTitle('*TP53* 表达量', 40, measure, 1).lines).toEqual(['*TP5*…']);
  });
  it('go on in further lines while there are some, by letter in Chinese and by word in English', () => {
    expect(fitTitle('肿瘤组织的表达量（TPM）', 70, measure, 3).lines).toEqual(['肿瘤组织的表达', '量（TPM）']);
    expect(fitTitle('Expression in tumour tissue', 120, measure, 3).lines).toEqual(['Expression', 'in tumour', 'tissue']);
    expect(fitTitle('−log~10~(P) of *TP53* in tumours', 80, measure, 9).lines).toEqual(['−log~10~', '(P) of', '*TP53* in', 'tumours']);
    expect(fitTitle('x'.repeat(25), 80, measure, 9).lines).toEqual(['x'.repeat(8), 'x'.repeat(8), 'x'.repeat(8), 'x']);
    expect(fitTitle('肿瘤组织的表达量', 30, measure, 2)).toEqual({ lines: ['肿瘤组', '织的…'], width: 30, whole: '肿瘤组织的表达量' });
  });
  it('never begin a line with what closes, nor end one with what opens', () => {
    expect(fitLines('一二三，四五', 30, measure, 9).lines).toEqual(['一二', '三，四', '五']);
    expect(fitLines('一二三（四五）', 40, measure, 9).lines).toEqual(['一二三', '（四五）']);
    expect(fitLines('一二“三四”', 30, measure, 9).lines).toEqual(['一二', '“三', '四”']);
  });
  it('do not part a letter that is written with two codes', () => {
    for (const room of [10, 20, 30, 40, 50]) {
      const { lines } = fitLines('𠮷𠮷𠮷𠮷', room, (text) => [...text].length * 10, 1);
      expect(lines.join('')).not.toMatch(/\p{Surrogate}/u);
    }
  });
  it('take nothing in a name for a mark', () => {
    for (const name of ['a~b~c', 'p*q*r', 'a\\b', '~', 'HLA-A*02']) {
      expect(titleParts(asTitle(name))).toEqual([{ text: name, look: 'plain' }]);
      expect(plainTitle(`log~2~(FC)　${asTitle(name)}`)).toBe(`log2(FC)　${name}`);
      expect(titleParts(`*${asTitle(name)}*`)).toEqual([{ text: name, look: 'italic' }]);
    }
  });
});

describe('legend', () => {
  const entries = ['up', 'down', 'unchanged'].map((label) => ({ name: label, label, colour: '#000000', count: '' }));
  const widthOf = ({ label }: { label: string }) => measure(label);

  it('stands in a column', () => {
    const { width, height, entries: placed } = legendColumn(entries, 20, widthOf);
    expect([width, height]).toEqual([90, 60]);
    expect(placed.map(({ y }) => y)).toEqual([10, 30, 50]);
  });
  it('breaks its rows in a narrow figure', () => {
    expect(legendRows(entries, 20, 400, widthOf)).toMatchObject({ width: 190, height: 20 });
    const { height, entries: placed } = legendRows(entries, 20, 100, widthOf);
    expect(height).toBe(40);
    expect(placed.map(({ x, y }) => [x, y])).toEqual([
      [0, 10],
      [40, 10],
      [0, 30],
    ]);
    expect(legendRows([], 20, 100, widthOf).height).toBe(0);
  });
  it('knows the points under it, missing ones left out', () => {
    const box = { x: 100, y: 0, width: 50, height: 40 };
    expect(holdsPoint(box, [98], [42], 3)).toBe(true);
    expect(holdsPoint(box, [90, Number.NaN], [20, 20], 3)).toBe(false);
  });
});

describe('figures in two columns', () => {
  it('give a row to the one without a neighbour', () => {
    expect([...leftOver([true, true, false, false, false])]).toEqual([4]);
    expect([...leftOver([false, true, false, false])]).toEqual([0]);
    expect([...leftOver([false, false])]).toEqual([]);
  });
});
