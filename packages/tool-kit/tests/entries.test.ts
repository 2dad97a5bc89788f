import { expect, it } from 'vitest';
import { entries } from '../src/kinds/entries.ts';

const parameter = { kind: 'entries', label: '条目', of: 'source', table: 'enriched', column: 'ID', title: 'Description', max: 3 } as const;
const read = (raw: unknown) => entries.read(parameter).safeParse(raw);

it('keeps names whole, each once, whether they come as a list or as lines', () => {
  expect(read(['GO:0006695', ' GO:0006695 ', 'cell cycle, mitotic']).data).toEqual(['GO:0006695', 'cell cycle, mitotic']);
  expect(read('cell cycle\r\nDNA repair；G2M checkpoint').data).toEqual(['cell cycle', 'DNA repair', 'G2M checkpoint']);
});

it('refuses more names than a figure can show, names without letters and what is no list', () => {
  expect(read(['a', 'b', 'c', 'd']).error?.issues[0]?.message).toContain('最多 3 个');
  expect(read(['a', ' ']).success).toBe(false);
  expect(read(['a'.repeat(301)]).success).toBe(false);
  expect(read({ a: 1 }).success).toBe(false);
});
