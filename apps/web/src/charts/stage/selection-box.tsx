import { MARK, type PlotFrame, type View } from '@oncoloom/figures';

/** The part of a drawn box that the plot shows, in pixels; null where it shows none of it. */
export function shownBox({ x, y, plot }: Pick<PlotFrame, 'x' | 'y' | 'plot'>, box: View) {
  const within = (at: number, from: number, length: number) => Math.min(Math.max(at, from), from + length);
  const [left, right] = box.x.map((at) => within(x(at), plot.x, plot.width)) as [number, number];
  const [bottom, top] = box.y.map((at) => within(y(at), plot.y, plot.height)) as [number, number];
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

export function SelectionBox({ frame, box }: { frame: PlotFrame; box: View }) {
  const shown = shownBox(frame, box);
  if (shown === null) return null;
  return <rect {...shown} className="selection-box" fill={MARK.accent} fillOpacity={0.06} stroke={MARK.accent} strokeDasharray="3 2" />;
}
