import type { PlotFrame } from '@oncoloom/figures';

/** The whole of each shortened title, on hover. Stands above everything that takes the pointer. */
export function TitleHints({ frame }: { frame: PlotFrame }) {
  return frame.hints.map(({ text, at: { x, y, width, height } }) => (
    <div key={`${x} ${y}`} className="axis-title" title={text} style={{ left: x, top: y, width, height }} />
  ));
}
