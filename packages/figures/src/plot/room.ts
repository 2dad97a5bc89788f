import { ChartDataError } from '../data/table.ts';
import type { Rect } from './place-labels.ts';
import type { PlotFrame } from './plot-frame.ts';

/** A panel below this shows nothing. */
const LEAST = 26;

/** Throws `ChartDataError` where legend, titles and names leave no room for the plots. */
export function checkRoom(frame: PlotFrame, plots: readonly Rect[] = [frame.plot]): void {
  const { isCramped } = frame;
  if (isCramped.y || plots.some((one) => one.height < LEAST))
    throw new ChartDataError('图的高度画不下图例、标题和坐标轴。请加大高度、缩小字号，或不显示图例');
  if (isCramped.x || plots.some((one) => one.width < LEAST))
    throw new ChartDataError('图的宽度画不下图例、名称和坐标轴。请加大宽度、缩小字号，或不显示图例');
}
