import { expect, it } from 'vitest';
import { fillMarked, fillTemplate } from '../src/index.ts';

it('fills values as they are and leaves sections out for nothing', () => {
  expect(fillTemplate('{{gene}} <{{n}}>{{#dropped}}去掉{{dropped}}{{/dropped}}', { gene: 'A&B', n: 0, dropped: 0 })).toBe('A&B <0>');
});

it('keeps the marks of a text apart from the characters of its values', () => {
  expect(fillMarked('*{{gene}}* 在 [up:{{n}} 个] **{{group}}**', { gene: 'HLA-A*02', n: 2, group: '[a\\b]' })).toBe(
    '*HLA-A\\*02* 在 [up:2 个] **\\[a\\\\b\\]**',
  );
});

it('puts a space between Chinese and Latin, whoever wrote them', () => {
  expect(fillTemplate('与{{control}}相比，{{n}} 个', { control: 'Liver Non-Tumor Tissue', n: 3 })).toBe(
    '与 Liver Non-Tumor Tissue 相比，3 个',
  );
  expect(fillTemplate('{{a}}和{{b}}', { a: '肿瘤', b: '癌旁' })).toBe('肿瘤和癌旁');
});
