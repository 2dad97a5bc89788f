import { type PlotFrame, TITLE_LINE } from '@oncoloom/figures';

/** The whole of a shortened axis title, on hover. Stands above everything that takes the pointer. */
export function TitleHints({ frame }: { frame: PlotFrame }) {
  const { plot, titles, width, height } = frame;
  const bottom = plot.y + plot.height + frame.typeface.size * 2;
  return (
    <>
      {titles.x.whole !== null && (
        <div
          className="axis-title"
          title={titles.x.whole}
          style={{ left: plot.x, top: bottom, width: width - plot.x, height: height - bottom }}
        />
      )}
      {titles.y.whole !== null && (
        <div
          className="axis-title"
          title={titles.y.whole}
          style={{
            left: frame.titleLeft,
            top: plot.y,
            width: frame.typeface.titleSize * TITLE_LINE * titles.y.lines.length,
            height: plot.height,
          }}
        />
      )}
    </>
  );
}
