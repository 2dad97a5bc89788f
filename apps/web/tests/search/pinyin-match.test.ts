import { expect, test } from 'vitest';
import { matchPinyin } from '../../src/search/pinyin-match.ts';

const READINGS = {
  差: 'cha',
  异: 'yi',
  分: 'fen',
  析: 'xi',
  生: 'sheng',
  存: 'cun',
  重: 'chong zhong',
  复: 'fu',
  热: 're',
  图: 'tu',
  绿: 'lv',
};
/** The part of a text that is found. */
const found = (text: string, typed: string) => {
  const span = matchPinyin(text, typed, READINGS);
  return span && text.slice(span.start, span.end);
};

test.each([
  ['差异分析', 'chayi', '差异'],
  ['差异分析', 'cy', '差异'],
  ['差异分析', 'cyfx', '差异分析'],
  ['差异分析', 'chayifenxi', '差异分析'],
  ['差异分析', 'chay', '差异'],
  ['差异分析', 'cyi', '差异'],
  ['差异分析', 'fenx', '分析'],
  ['生存分析', 'shcun', '生存'],
  ['生存分析', 'sc', '生存'],
  ['生存分析', 'she', '生'],
  // Both readings of a character.
  ['重复', 'zhongfu', '重复'],
  ['重复', 'chf', '重复'],
  // A first letter that could also begin a longer syllable.
  ['热图', 'retu', '热图'],
  ['绿', 'lv', '绿'],
  // Latin letters and signs among the characters.
  ['limma 差异分析', 'limmacy', 'limma 差异'],
  ['差异（分析）', 'cyfx', '差异（分析'],
])('in 「%s」 「%s」 finds 「%s」', (text, typed, part) => expect(found(text, typed)).toBe(part));

test.each([
  ['差异分析', 'hayi'],
  ['差异分析', 'yc'],
  ['差异分析', 'chayix'],
  ['差异分析', 'c'],
  ['差异分析', '差异'],
  ['差异分析', 'cx'],
  ['', 'cy'],
])('in 「%s」 「%s」 finds nothing', (text, typed) => expect(found(text, typed)).toBeUndefined());
