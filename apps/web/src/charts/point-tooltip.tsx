/** What is told of one point. */
interface PointText {
  name: string;
  /** Gene symbols are italic, sample names are not. */
  italic: boolean;
  tag: string;
  rows: readonly (readonly [label: string, value: string])[];
}

const WIDTH = 198;
const HEIGHT = 104;

/** The floating card beside a point; stays within the chart. */
export function PointTooltip({ text, x, y, width }: { text: PointText; x: number; y: number; width: number }) {
  const left = x + 16 + WIDTH > width ? Math.max(x - 16 - WIDTH, 0) : x + 16;
  const top = y - 14 - HEIGHT < 0 ? y + 14 : y - 14 - HEIGHT;
  return (
    <div className="chart-tooltip" style={{ left, top, width: WIDTH }} aria-hidden>
      <PointLines text={text} />
    </div>
  );
}

/** The same below the plot, where a floating card would cover half of it. */
export function PointStrip({ text }: { text: PointText }) {
  return (
    <div className="chart-strip" aria-hidden>
      <PointLines text={text} />
    </div>
  );
}

function PointLines({ text }: { text: PointText }) {
  return (
    <>
      <div className="chart-tooltip-head">
        <strong className={text.italic ? 'gene' : undefined}>{text.name}</strong>
        <span>{text.tag}</span>
      </div>
      <dl>
        {text.rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** One sentence for a screen reader. */
export function spokenPoint(text: PointText): string {
  return [text.name, text.tag, ...text.rows.map(([label, value]) => `${label} ${value}`)].filter((part) => part !== '').join('，');
}
