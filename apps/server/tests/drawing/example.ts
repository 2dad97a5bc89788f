import type { FigureData } from '@oncoloom/figures';
import { drawFigure } from '@oncoloom/figures/file';
import { both, completeStyle, type Told, type ToldFigure, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';

export const NOTICE = '模拟数据，不是病人的数据';
export const CAPTION = '各点是一个基因 <P < 0.05> & "其他"。';

export const tool = catalogue.find(({ tool: { taskType } }) => taskType === 'limma_differential_analysis')?.tool as ToolDefinition;
export const told = tellTool(tool, 'zh', 'gene');
export const volcano = told.figures.volcano as ToldFigure;

/** A table of differential expression in which the first genes are clearly up. */
export function differential(genes: readonly string[]): FigureData['tables'][string] {
  const cells = (value: (i: number) => number) => Float64Array.from(genes, (_, i) => value(i));
  return {
    rowCount: genes.length,
    order: ['gene', 'logFC', 'P.Value', 'adj.P.Val'],
    columns: {
      gene: genes,
      logFC: cells((i) => 4 - (8 * i) / genes.length),
      'P.Value': cells((i) => 10 ** -(12 - (11 * i) / genes.length)),
      'adj.P.Val': cells((i) => 10 ** -(10 - (9 * i) / genes.length)),
    },
  };
}

/** A volcano of 85 × 70 mm. */
export function drawVolcano(
  genes: readonly string[],
  style: Record<string, string | number | string[]> = {},
  notices: readonly Told[] = [both(NOTICE)],
) {
  const edits = { plot_pdf_width: 85 / 25.4, plot_pdf_height: 70 / 25.4, label_top: 5, ...style };
  const data: FigureData = {
    figure: volcano,
    tables: { points: differential(genes) },
    style: completeStyle(tool, 'volcano', {}, edits),
    words: { alternative: '火山图：上调 2 个', caption: CAPTION },
  };
  return drawFigure('volcano', data, notices);
}
