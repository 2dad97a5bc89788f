import { BandTexts } from '../../plot/axes/band-names.tsx';
import { PanelAxes } from '../../plot/axes/panel-axes.tsx';
import { CutAt } from '../../plot/clip.tsx';
import { MARK } from '../../plot/marks.ts';
import type { PictureProps } from '../kind.ts';
import type { BoxLayout, PlacedBoxes } from './layout.ts';

export function Picture({ layout, id, active }: PictureProps<BoxLayout>) {
  const { panels, parts, italic, dot } = layout;
  return (
    <>
      {active !== null &&
        layout.grounds(active).map((ground) => <rect key={`${ground.x} ${ground.y}`} {...ground} fill={MARK.accent} fillOpacity={0.16} />)}
      {parts.map(({ panel, boxes, dots, names, keys }, facet) => (
        <g key={`${panel.plot.x} ${panel.plot.y}`}>
          <path
            d={dots}
            stroke={MARK.axis}
            strokeOpacity={dot.opacity}
            strokeWidth={dot.radius * 2}
            strokeLinecap="round"
            fill="none"
            data-part="points"
          />
          <CutAt plot={panel.plot} id={`${id}-plot-${facet}`} cut={layout.cut}>
            {boxes.map((group) => (
              <GroupOfBoxes key={group.colour + group.whiskers} group={group} />
            ))}
          </CutAt>
          <BandTexts panel={panel} names={names} keys={keys} typeface={panels.frame.typeface} italic={italic} />
        </g>
      ))}
      <PanelAxes panels={panels} />
    </>
  );
}

function GroupOfBoxes({ group: { colour, outlined, strokeWidth, medianWidth, whiskers, boxes, medians } }: { group: PlacedBoxes }) {
  return (
    <g fill="none" stroke={colour} strokeWidth={strokeWidth} data-part="boxes">
      <path d={whiskers} />
      <path d={boxes} fill={colour} fillOpacity={outlined ? 0.25 : 0.55} stroke={outlined ? colour : 'none'} strokeLinejoin="round" />
      <path d={medians} stroke={MARK.ink} strokeWidth={medianWidth} />
    </g>
  );
}
