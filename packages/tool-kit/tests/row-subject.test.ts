import { expect, test } from 'vitest';
import limma from '../../../tools/differential/limma-differential/tool.ts';
import { inWordsOf } from '../src/row-subject.ts';
import { tellTool } from '../src/tell-tool.ts';

test.each([
  ['{{genes}} 个基因里，校正后 P 最小的是 *{{smallest}}*', '{{genes}} 个探针里，校正后 P 最小的是 *{{smallest}}*'],
  ['基因名', '探针'],
  ['Of {{genes_in}} rows, {{genes}} were tested; genes with P < 0.05', 'Of {{genes_in}} rows, {{genes}} were tested; probes with P < 0.05'],
  // It tells the two apart already.
  ['探针换成基因', '探针换成基因'],
])('「%s」 of probes is 「%s」', (text, told) => {
  expect(inWordsOf(text, 'probe')).toBe(told);
  expect(inWordsOf(text, 'gene')).toBe(text);
});

test('a result with probes speaks of probes in tables, figures and sentences, and its columns keep their names', () => {
  const told = tellTool(limma, 'zh', 'probe');
  const spoken = JSON.stringify([told.tables, told.figures, told.facts, told.texts]);
  expect(JSON.stringify([limma.tables, limma.figures, limma.facts, limma.texts])).toContain('基因');
  expect(spoken).not.toContain('基因');
  expect(told.tables.limma?.columns[0]).toEqual({ name: 'gene', type: 'gene', title: '探针' });
  expect(tellTool(limma, 'en', 'probe').tables.limma?.columns[0]?.title).toBe('Probe');
  expect(told.figures.volcano?.columns).toEqual(limma.figures.volcano.columns);
  expect(told.texts.summary).toContain('校正后 P 最小的是 {{smallest}}（');
  expect(limma.texts.summary).toContain('校正后 P 最小的是 *{{smallest}}*（');
  expect(told.parameters).toBe(limma.parameters);
  expect(tellTool(limma, 'zh', 'gene').tables.limma?.columns[0]?.title).toBe('基因');
  expect(tellTool(limma, 'zh', 'probe')).toBe(told);
});
