import { drawFigure } from '@oncoloom/figures/file';
import { completeStyle, tellTool } from '@oncoloom/tool-kit';
import { expect, it } from 'vitest';
import tool from '../expression/microarray-quality-assessment/tool.ts';

it('names each of 57 arrays beside its criteria', async () => {
  const arrays = Array.from({ length: 57 }, (_, i) => `GSM71${String(i + 19).padStart(3, '0')}.CEL`);
  const criteria = ['距离之和', 'KS 距离', 'Hoeffding D'];
  const columns = {
    sample: criteria.flatMap(() => arrays),
    criterion: criteria.flatMap((name) => arrays.map(() => name)),
    verdict: criteria.flatMap(() => arrays.map((_, i) => (i === 5 ? '超过阈值' : '未超过'))),
    ratio: Float64Array.from({ length: 171 }, (_, i) => (i % 57 === 5 ? 1.1 : 0.5)),
    limit: new Float64Array(171).fill(1),
  };
  const { ratios: figure } = tellTool(tool, 'zh', 'gene').figures;
  if (figure === undefined) throw new Error('no figure');
  const tables = { bars: { rowCount: 171, columns, order: Object.keys(columns) } };
  const { svg } = await drawFigure('bars', { figure, tables, style: completeStyle(tool, 'ratios', {}), words: {} }, []);
  for (const name of arrays) expect(svg).toContain(`>${name}</text>`);
  for (const name of criteria) expect(svg).toContain(`>${name}</text>`);
});
