import { AxisLines, Legend, TitlesOfAxes } from '../../plot/axes/axes.tsx';
import { CutAt } from '../../plot/clip.tsx';
import { MARK } from '../../plot/marks.ts';
import type { PictureProps } from '../kind.ts';
import type { RunningScoreLayout, RunningSet } from './layout.ts';

type Point = readonly [number, number];
const line = (points: readonly Point[]): string =>
  points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)},${y.toFixed(1)}`).join('');

/** The ranks of a set's genes as hair lines: one path, since there may be thousands. */
const hitsPath = ({ hits, band }: RunningSet): string =>
  hits.map(({ x }) => `M${x.toFixed(1)},${band.y}v${band.height.toFixed(1)}`).join('');

/** Down to zero and back along it. */
function areaPath(metric: readonly Point[], zero: number): string {
  const [first, last] = [metric[0], metric.at(-1)];
  if (first === undefined || last === undefined) return '';
  return `${line(metric)}L${last[0].toFixed(1)},${zero.toFixed(1)}L${first[0].toFixed(1)},${zero.toFixed(1)}Z`;
}

export function Picture({ layout, id, active }: PictureProps<RunningScoreLayout>) {
  const { frame, sets, score, ranked, zero, metric, titles, lineWidth, cut } = layout;
  const { typeface } = frame;
  const { plot } = score;
  const faded = (i: number) => (active === null || active === i ? 1 : 0.3);
  return (
    <>
      <CutAt plot={ranked.plot} id={`${id}-ranked`} cut={cut}>
        <path d={areaPath(metric, zero.ranked)} fill={MARK.missing} stroke={MARK.paleOutline} strokeWidth={0.75} data-part="ranks" />
      </CutAt>
      <path d={`M${plot.x},${zero.score}h${plot.width}`} stroke={MARK.threshold} strokeWidth={0.75} />
      {sets.map((set, i) => (
        <g key={set.name} opacity={faded(i)}>
          <path
            d={`M${set.peak.x.toFixed(1)},${zero.score.toFixed(1)}V${set.peak.y.toFixed(1)}`}
            stroke={set.colour}
            strokeDasharray="3 2"
            strokeWidth={0.75}
          />
          <CutAt plot={plot} id={`${id}-score-${i}`} cut={cut}>
            <path d={line(set.points)} fill="none" stroke={set.colour} strokeWidth={lineWidth} strokeLinejoin="round" data-part="lines" />
          </CutAt>
          <path d={hitsPath(set)} stroke={set.colour} strokeWidth={0.6} data-part="hits" />
        </g>
      ))}
      <AxisLines frame={score} typeface={typeface} />
      <AxisLines frame={ranked} typeface={typeface} />
      <g fontFamily={typeface.family} fontSize={typeface.titleSize} fill={MARK.ink} textAnchor="middle">
        {titles.map(({ text, x, y }) => (
          <text key={text} transform={`translate(${x},${y}) rotate(-90)`}>
            {text}
          </text>
        ))}
      </g>
      <TitlesOfAxes frame={frame} />
      <Legend frame={frame} />
    </>
  );
}
