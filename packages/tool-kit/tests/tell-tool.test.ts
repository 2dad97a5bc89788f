import { expect, test } from 'vitest';
import limma from '../../../tools/differential/limma-differential/tool.ts';
import { tellTool } from '../src/declaration/tell-tool.ts';

test('a result with probes speaks of probes in tables, figures and sentences, and its columns keep their names', () => {
  const told = tellTool(limma, 'zh', 'probe');
  const spoken = JSON.stringify([told.tables, told.figures, told.facts, told.texts]);
  expect(JSON.stringify(tellTool(limma, 'zh', 'gene').texts)).toContain('基因');
  expect(spoken).not.toContain('基因');
  expect(told.tables.limma?.columns[0]).toEqual({ name: 'gene', type: 'gene', title: '探针' });
  expect(tellTool(limma, 'en', 'probe').tables.limma?.columns[0]?.title).toBe('Probe');
  expect(told.figures.volcano?.columns).toEqual(limma.figures.volcano.columns);
  expect(told.texts.summary).toContain('校正后 P 最小的是 {{smallest}}（');
  expect(limma.texts.summary.zh).toContain('校正后 P 最小的是 *{{smallest}}*（');
  expect(told.parameters).toBe(limma.parameters);
  expect(tellTool(limma, 'zh', 'gene').tables.limma?.columns[0]?.title).toBe('基因');
  expect(tellTool(limma, 'zh', 'probe')).toBe(told);
});
