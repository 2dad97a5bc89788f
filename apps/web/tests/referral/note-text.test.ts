import { expect, test } from 'vitest';
import { hashTag, noteText } from '../../src/referral/note-text.ts';

test.each([
  ['生信分析', '#生信分析'],
  ['#生信分析', '#生信分析'],
  ['TCGA 数据', '#TCGA数据'],
])('tag %s is written %s', (tag, text) => {
  expect(hashTag(tag)).toBe(text);
});

test('the whole note is one text', () => {
  expect(noteText({ title: '标题', text: '第一行\n第二行', tags: ['科研', '#生信'] })).toBe('标题\n\n第一行\n第二行\n\n#科研 #生信');
});

test('a note without tags has no empty end', () => {
  expect(noteText({ title: '标题', text: '正文', tags: [] })).toBe('标题\n\n正文');
});
