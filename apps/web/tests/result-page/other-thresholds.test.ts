import { completeStyle, type ToldFigure, type ToldTool, tellTool } from '@oncoloom/tool-kit';
import { expect, test } from 'vitest';
import limmaDeclared from '../../../../tools/differential/limma-differential/tool.ts';
import volcanoDeclared from '../../../../tools/plotting/volcano-plot/tool.ts';
import { otherThresholds } from '../../src/result-page/figures/other-thresholds.ts';

const limma = tellTool(limmaDeclared, 'zh', 'gene');
const volcano = tellTool(volcanoDeclared, 'zh', 'gene');

const figureOf = ({ figures }: ToldTool, id: string) => figures[id] as ToldFigure;

const run = { log2fc: 1, padj: 0.05 };
const drawn = (edits: Record<string, number | string>) =>
  otherThresholds(limma, figureOf(limma, 'volcano'), completeStyle(limma, 'volcano', run, edits), run);

test('a figure drawn with the thresholds of the run says nothing', () => expect(drawn({})).toEqual([]));

test('a changed threshold is told, with both values', () => {
  expect(drawn({ log2fc: 2 })).toEqual([{ name: 'log2fc', label: '|log2FC| 阈值', run: 1, figure: 2 }]);
  expect(drawn({ log2fc: 2, padj: 0.01 }).map(({ name }) => name)).toEqual(['log2fc', 'padj']);
});

test('what is a look alone is not: sizes, colours, labels, and figures without thresholds', () => {
  expect(drawn({ label_top: 30, point_size: 5, up_color: '#000000' })).toEqual([]);
  expect(otherThresholds(limma, figureOf(limma, 'pca'), completeStyle(limma, 'pca', run), run)).toEqual([]);
  // There the number of labels is a parameter, and decides no sentence.
  const values = { ...run, label_top: 10 };
  const style = { ...completeStyle(volcano, 'volcano', values), label_top: 30 };
  expect(otherThresholds(volcano, figureOf(volcano, 'volcano'), style, values)).toEqual([]);
});
