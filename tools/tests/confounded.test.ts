import { fillTemplate, type ToolDefinition } from '@oncoloom/tool-kit';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';

const find = (taskType: string): ToolDefinition => {
  const found = catalogue.find(({ tool }) => tool.taskType === taskType);
  if (found === undefined) throw new Error(`no tool ${taskType}`);
  return found.tool;
};

/** Tumours of TCGA against normals of GTEx alone: what people paste and what they print says so. */
describe('where tissue and source cannot be told apart', () => {
  it.each([
    ['gene_differential_expression', ['volcano', 'heatmap', 'pca'], true],
    ['single_gene_differential_expression', ['box'], 'TCGA-ACC'],
  ] as const)('%s says it in its summary, its captions and its files, and nowhere else', (taskType, figures, confounded) => {
    const tool = find(taskType);
    const { summary } = tool.texts;
    for (const [facts, told] of [
      [{ confounded, cohort: 'TCGA-ACC', single: true }, true],
      [{ confounded: '', cohort: 'TCGA-BRCA', single: true }, false],
    ] as const) {
      const texts = [summary.zh, ...figures.flatMap((id) => [tool.figures[id]?.caption?.zh ?? '', tool.figures[id]?.notice?.zh ?? ''])];
      for (const text of texts) expect([text, /都来自 GTEx/.test(fillTemplate(text, facts))]).toEqual([text, told]);
    }
  });
});
