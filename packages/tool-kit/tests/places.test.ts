import { describe, expect, it } from 'vitest';
import { fillMarked, fillTemplate, hasNumber, markedText, numbersIn, parseMarks, partsOf, placed, placePieces } from '../src/index.ts';

const told = (text: string, places: readonly { name: string | null; start: number; end: number }[]) =>
  places.map(({ name, start, end }) => [name, text.slice(start, end)]);

describe('where values stand in a filled text', () => {
  it('is known of values and of numbers of the template, and the text is the same as without', () => {
    const template = '在{{group}}里，{{n}}个基因的 P < 0.05{{#top}}，最大的是 *{{top}}*（log2FC {{change}}）{{/top}}。';
    const values = { group: 'Tumor', n: '1,204', top: 'HLA-A*02', change: '−1.24' };
    const { text, places } = placed(template, (one) => fillMarked(one, values));
    expect(text).toBe(fillMarked(template, values));
    expect(text).toBe('在 Tumor 里，1,204 个基因的 P < 0.05，最大的是 *HLA-A\\*02*（log2FC −1.24）。');
    expect(told(text, places)).toEqual([
      ['group', 'Tumor'],
      ['n', '1,204'],
      [null, '0.05'],
      ['top', 'HLA-A\\*02'],
      ['change', '−1.24'],
    ]);
  });

  it('leaves no place for a value that there is none of', () => {
    const { text, places } = placed('{{a}}{{b}} 个', (one) => fillTemplate(one, { a: '', b: 3 }));
    expect([text, told(text, places)]).toEqual(['3 个', [['b', '3']]]);
  });

  it('is not told of a text that holds such characters itself', () => {
    const { text, places } = placed('{{a}} 个', (one) => fillTemplate(one, { a: '\ue1003\ue000' }));
    expect([text, places]).toEqual(['\ue1003\ue000 个', []]);
  });

  it('follows the text into its parts and into its marks', () => {
    const whole = placed('**{{n}} 个** · {{m}} 个', (one) => fillTemplate(one, { n: 12, m: 7 }));
    const [first, second] = partsOf(whole, ' · ');
    expect([first, second].map((part) => part && told(part.text, part.places))).toEqual([[['n', '12']], [['m', '7']]]);
    const pieces = parseMarks(markedText(whole)).flatMap(({ text }) => placePieces(text));
    expect(pieces.filter(({ place }) => place !== null)).toEqual([
      { text: '12', place: 0 },
      { text: '7', place: 1 },
    ]);
  });
});

it('counts as numbers what is no part of a word', () => {
  const text = 'log2FC −1.24，CD8 T 细胞 33.2%，1,204 个，P 1.2e−5';
  expect(numbersIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['1.24', '33.2%', '1,204', '1.2e−5']);
  expect([hasNumber('TP53'), hasNumber('第 2 组')]).toEqual([false, true]);
});
