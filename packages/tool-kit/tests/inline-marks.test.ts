import { expect, it } from 'vitest';
import { parseMarks, plainSentence } from '../src/words/inline-marks.ts';

it('splits a sentence at its marks', () => {
  expect(parseMarks('与癌旁相比 [up:532 个基因上调]、[down:601 个下调]，**没有**别的；最多的是 *CYP1A2*（−6.06）。')).toEqual([
    { kind: 'text', text: '与癌旁相比 ' },
    { kind: 'up', text: '532 个基因上调' },
    { kind: 'text', text: '、' },
    { kind: 'down', text: '601 个下调' },
    { kind: 'text', text: '，' },
    { kind: 'strong', text: '没有' },
    { kind: 'text', text: '别的；最多的是 ' },
    { kind: 'gene', text: 'CYP1A2' },
    { kind: 'text', text: '（−6.06）。' },
  ]);
});

it('shows the characters of marks that belong to a value', () => {
  expect(parseMarks('与 HLA-B\\*07 相比，*HLA-A\\*02* 在 **\\[a\\\\b\\]** 里')).toEqual([
    { kind: 'text', text: '与 HLA-B*07 相比，' },
    { kind: 'gene', text: 'HLA-A*02' },
    { kind: 'text', text: ' 在 ' },
    { kind: 'strong', text: '[a\\b]' },
    { kind: 'text', text: ' 里' },
  ]);
});

it('leaves alone what is not a whole mark', () => {
  for (const text of ['design = ~ a * b * c', '[left:x] 和 [up:没有结束', '3 * 4 = 12', '<b>不是标记</b>', '']) {
    expect(parseMarks(text).map((piece) => piece.kind)).not.toContain('gene');
    expect(
      parseMarks(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  }
});

it('leaves the words alone where nothing can be emphasised', () => {
  expect(plainSentence('**2 张** 里 *TP53* 和 [up:3 个上调]，a * b')).toBe('2 张 里 TP53 和 3 个上调，a * b');
  expect(plainSentence('与 HLA-B\\*07 相比，*HLA-A\\*02* 在 **\\[a\\\\b\\]** 里')).toBe('与 HLA-B*07 相比，HLA-A*02 在 [a\\b] 里');
});
