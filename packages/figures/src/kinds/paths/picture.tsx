import { Axes, HALF_LINE } from '../../plot/axes/axes.tsx';
import { withinScale } from '../../plot/axes/scale.ts';
import { CutAt } from '../../plot/clip.tsx';
import { LineLabels, ReferenceLines, TopNumbers } from '../../plot/line-marks.tsx';
import { MARK } from '../../plot/marks.ts';
import type { PictureProps } from '../kind.ts';
import type { CoefficientPath, EndLabel, PathsLayout } from './layout.ts';

const joined = ({ line }: CoefficientPath): string => `M${line.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join('L')}`;
/** Between a name and the line that leads to it. */
const GAP = 3;

function Label({ label, layout, told }: { label: EndLabel; layout: PathsLayout; told: boolean }) {
  const { paths, labelsAt, frame } = layout;
  const path = paths[label.path];
  if (path === undefined) return null;
  const from = labelsAt.x + (labelsAt.align === 'end' ? GAP : -GAP);
  const [x, y] = [withinScale(frame.x, path.end[0]), withinScale(frame.y, path.end[1])];
  return (
    <g data-part="group" data-name={path.name}>
      <line x1={from} y1={label.y} x2={x} y2={y} stroke={path.colour} strokeWidth={0.6} />
      <text x={labelsAt.x} y={label.y + frame.typeface.size * HALF_LINE} {...(told && { fill: MARK.accent, fontWeight: 600 })}>
        {label.text}
      </text>
    </g>
  );
}

export function Picture({ layout, id, active, found }: PictureProps<PathsLayout>) {
  const { frame, paths, labels, labelsAt, zero, lines, lineLabels, top, lineWidth, italic } = layout;
  const { plot, typeface } = frame;
  const told = active ?? found ?? null;
  return (
    <>
      {zero !== null && <line x1={plot.x} x2={plot.x + plot.width} y1={zero} y2={zero} stroke={MARK.missing} data-part="guides" />}
      <CutAt plot={plot} id={`${id}-plot`} cut={layout.cut}>
        <ReferenceLines paths={lines} />
        <g fill="none" data-part="curve">
          {paths.map((path, i) => (
            <path
              key={path.name}
              d={joined(path)}
              stroke={path.colour}
              strokeWidth={i === told ? lineWidth * 2 : lineWidth}
              strokeLinejoin="round"
              {...(told !== null && i !== told && { strokeOpacity: 0.35 })}
            />
          ))}
        </g>
      </CutAt>
      <g
        fontFamily={typeface.family}
        fontSize={typeface.size}
        fontStyle={italic ? 'italic' : 'normal'}
        fill={MARK.ink}
        textAnchor={labelsAt.align}
      >
        {labels.map((label) => (
          <Label key={label.path} label={label} layout={layout} told={label.path === told} />
        ))}
      </g>
      <Axes frame={frame} />
      <LineLabels labels={lineLabels} typeface={typeface} />
      <TopNumbers rows={top.rows} namesX={top.namesX} typeface={typeface} />
    </>
  );
}
