import { BandTexts } from '../../plot/axes/band-names.tsx';
import { PanelAxes } from '../../plot/axes/panel-axes.tsx';
import { CutAt } from '../../plot/clip.tsx';
import { MARK } from '../../plot/marks.ts';
import type { Panel } from '../../plot/panels.ts';
import { dotLayers, dotPath } from '../../points/dots.ts';
import type { Typeface } from '../../text/typeface.ts';
import type { CanvasContext, PictureProps } from '../kind.ts';
import type { PlacedBracket } from './brackets.ts';
import type { ComparisonLayout } from './layout.ts';
import type { PlacedGroup } from './marks.ts';

const PAIR = { stroke: MARK.threshold, opacity: 0.5, width: 1 };
const at = (pixel: number) => Number(pixel.toFixed(2));

export function Picture({ layout, id, active, vector }: PictureProps<ComparisonLayout>) {
  const { panels, marks, brackets, names, levels, italic } = layout;
  const { typeface } = panels.frame;
  const groupOf = (box: number) => {
    const mark = marks[box];
    if (mark === undefined) return null;
    return <Group key={`${mark.x} ${mark.colour} ${mark.top}`} mark={mark} strong={active === box} width={layout.lineWidth} />;
  };
  return (
    <>
      {vector && <VectorPoints layout={layout} />}
      <g data-part="groups">
        {layout.cutMarks === null
          ? marks.map((_, box) => groupOf(box))
          : layout.cutMarks.map((own, facet) => {
              const { plot } = panels.panels[facet] as Panel;
              return (
                <CutAt key={`${plot.x} ${plot.y}`} plot={plot} id={`${id}-plot-${facet}`} cut>
                  {own.map(groupOf)}
                </CutAt>
              );
            })}
      </g>
      <Brackets brackets={brackets} typeface={typeface} />
      {panels.panels.map((panel, facet) => (
        <BandTexts
          key={`${panel.plot.x} ${panel.plot.y}`}
          panel={panel as Panel}
          names={names[facet] ?? { way: 'none', texts: [], depth: 0 }}
          keys={levels[facet] ?? []}
          typeface={typeface}
          italic={italic.names}
        />
      ))}
      <PanelAxes panels={panels} italic={italic.panels} />
    </>
  );
}

/** Points and the lines of pairs as paths, for files. */
function VectorPoints({ layout: { dots, pairLines } }: { layout: ComparisonLayout }) {
  return (
    <g fill="none" data-part="points">
      {pairLines.length > 0 && (
        <path
          d={pairLines.map(([x1, y1, x2, y2]) => `M${at(x1)},${at(y1)}L${at(x2)},${at(y2)}`).join('')}
          stroke={PAIR.stroke}
          strokeOpacity={PAIR.opacity}
          strokeWidth={PAIR.width}
        />
      )}
      {dotLayers(dots).map(({ look, places }) => (
        <path
          key={`${look.colour}${places[0]}`}
          d={dotPath(dots, places)}
          stroke={look.colour}
          strokeOpacity={look.opacity}
          strokeWidth={2 * look.radius}
          strokeLinecap="round"
        />
      ))}
    </g>
  );
}

function Group({ mark, strong, width }: { mark: PlacedGroup; strong: boolean; width: number }) {
  const { shape, colour, whiskers, outline, inner, median } = mark;
  if (median === '') return null;
  return (
    <g fill="none" stroke={colour} strokeWidth={strong ? 2 * width : width} data-part={shape}>
      {outline !== '' && <path d={outline} fill={colour} fillOpacity={strong ? 0.3 : 0.15} strokeLinejoin="round" />}
      {whiskers !== '' && <path d={whiskers} />}
      {inner !== '' && <path d={inner} fill={colour} />}
      <path d={median} stroke={MARK.ink} strokeWidth={1.5 * width} />
    </g>
  );
}

/** What the tests say of pairs, each over a line from one to the other. */
function Brackets({ brackets, typeface }: { brackets: readonly PlacedBracket[]; typeface: Typeface }) {
  return (
    <g fontFamily={typeface.family} fontSize={typeface.size} fill={MARK.ink} textAnchor="middle" data-part="brackets">
      {brackets.map(({ path, text, x, y }) => (
        <g key={path}>
          <path d={path} fill="none" stroke={MARK.axis} strokeWidth={1} />
          <text x={x} y={y}>
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Tens of thousands of points. */
export function paint(context: CanvasContext, { dots, pairLines }: ComparisonLayout): void {
  context.globalAlpha = PAIR.opacity;
  context.lineWidth = PAIR.width;
  context.strokeStyle = PAIR.stroke;
  context.beginPath();
  for (const [x1, y1, x2, y2] of pairLines) {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  }
  context.stroke();
  context.lineCap = 'round';
  const { xs, ys, looks } = dots.points;
  for (const i of dots.order) {
    const look = dots.plot.looks[looks[i] as number];
    if (look === undefined) continue;
    context.globalAlpha = look.opacity;
    context.lineWidth = 2 * look.radius;
    context.strokeStyle = look.colour;
    context.beginPath();
    context.moveTo(xs[i] as number, ys[i] as number);
    // Without any length some canvases draw no dot.
    context.lineTo((xs[i] as number) + 0.01, ys[i] as number);
    context.stroke();
  }
}
