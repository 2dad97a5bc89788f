import { BandTexts } from '../../plot/band-names.tsx';
import { MARK } from '../../plot/marks.ts';
import { PanelAxes } from '../../plot/panel-axes.tsx';
import type { PictureProps } from '../kind.ts';
import type { BoxLayout, PlacedBoxes } from './layout.ts';

const OUTLIER_RADIUS = 1.3;

export function Picture({ layout, active }: PictureProps<BoxLayout>) {
  const { panels, parts, italic } = layout;
  return (
    <>
      {active !== null &&
        layout.grounds(active).map((ground) => <rect key={`${ground.x} ${ground.y}`} {...ground} fill={MARK.accent} fillOpacity={0.16} />)}
      {parts.map(({ panel, boxes, dots, names }) => (
        <g key={`${panel.plot.x} ${panel.plot.y}`}>
          <path
            d={dots}
            stroke={MARK.axis}
            strokeOpacity={0.5}
            strokeWidth={OUTLIER_RADIUS * 2}
            strokeLinecap="round"
            fill="none"
            data-part="points"
          />
          {boxes.map((group) => (
            <GroupOfBoxes key={group.colour + group.whiskers} group={group} />
          ))}
          <BandTexts panel={panel} names={names} typeface={panels.frame.typeface} italic={italic} />
        </g>
      ))}
      <PanelAxes panels={panels} />
    </>
  );
}

function GroupOfBoxes({ group: { colour, outlined, strokeWidth, whiskers, boxes, medians } }: { group: PlacedBoxes }) {
  return (
    <g fill="none" stroke={colour} strokeWidth={strokeWidth} data-part="boxes">
      <path d={whiskers} />
      <path d={boxes} fill={colour} fillOpacity={outlined ? 0.25 : 0.55} stroke={outlined ? colour : 'none'} strokeLinejoin="round" />
      <path d={medians} stroke={MARK.ink} strokeWidth={1.5} />
    </g>
  );
}
