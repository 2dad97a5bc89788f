import { ChartDataError } from '../data/table.ts';
import type { Rect } from './place-labels.ts';
import type { PlotFrame } from './plot-frame.ts';

/** Below this a plot shows nothing. */
const LEAST = 16;

/** Throws `ChartDataError` where legend, titles and names leave no room for the plots. */
export function checkRoom(frame: PlotFrame, plots: readonly Rect[] = [frame.plot]): void {
  const { plot, width, height, tickDepth, legend } = frame;
  const below = legend.position === 'bottom' ? legend.box.height : 0;
  const low = plot.y + plot.height + tickDepth + below > height + 1 || plots.some((one) => one.height < LEAST);
  if (low) throw new ChartDataError('图的高度画不下图例、标题和坐标轴。请加大高度、缩小字号，或不显示图例');
  const narrow = plot.x + plot.width > width + 1 || plots.some((one) => one.width < LEAST);
  if (narrow) throw new ChartDataError('图的宽度画不下图例、名称和坐标轴。请加大宽度、缩小字号，或不显示图例');
}
