import { CATEGORY_COLOURS, COLOURS } from '@oncoloom/contract';
import { Frame, GREY, PICTURE_WIDTH } from './figure-pictures.tsx';

const [BLUE, ORANGE, GREEN, PINK] = CATEGORY_COLOURS;
const TEXT = '#8795a1';

/** A curve with its interval, drawn by hand as those below. */
export function CurvePicture() {
  return (
    <Frame>
      <path d="M12 116C24 52 50 26 92 14S140 8 160 6V22C126 24 104 32 80 46S40 76 12 116Z" fill={BLUE} fillOpacity={0.15} />
      <path d="M12 116C28 62 54 38 88 26S136 16 160 14" fill="none" stroke={BLUE} strokeWidth={2} />
      <path d="M12 116L156 8" fill="none" stroke={GREY} strokeDasharray="4 4" />
    </Frame>
  );
}

/** Ratios with their intervals: middle, half the interval. */
const RATIOS = [
  { middle: 116, half: 24 },
  { middle: 102, half: 16 },
  { middle: 88, half: 20 },
  { middle: 62, half: 18 },
  { middle: 50, half: 14 },
];

export function ForestPicture() {
  return (
    <svg className="outcome-picture" viewBox={`0 0 ${PICTURE_WIDTH} 124`} aria-hidden="true">
      <path d="M80 4V116M12 116H156" fill="none" stroke={GREY} />
      {RATIOS.map(({ middle, half }, i) => {
        const [y, colour] = [18 + i * 20, middle > 80 ? COLOURS.up : COLOURS.down];
        return (
          <g key={middle} fill={colour} stroke={colour} strokeWidth={1.5}>
            <path d={`M${middle - half} ${y}h${2 * half}`} />
            <rect x={middle - 4} y={y - 4} width={8} height={8} stroke="none" />
          </g>
        );
      })}
    </svg>
  );
}

export function PathsPicture() {
  const paths = ['M14 60C50 60 70 20 156 12', 'M14 60C70 60 90 40 156 34', 'M14 60C80 62 100 70 156 78', 'M14 60C50 60 80 92 156 106'];
  return (
    <Frame>
      <g fill="none" strokeWidth={1.8}>
        {paths.map((path, i) => (
          <path key={path} d={path} stroke={CATEGORY_COLOURS[i]} />
        ))}
      </g>
    </Frame>
  );
}

const IMPORTANCES = [134, 112, 96, 70, 52, 34];

export function ImportancePicture() {
  return (
    <Frame>
      {IMPORTANCES.map((reach, i) => (
        <g key={reach} stroke={BLUE} strokeWidth={1.5} fill={BLUE}>
          <path d={`M12 ${14 + i * 18}H${reach}`} />
          <circle cx={reach} cy={14 + i * 18} r={4} stroke="none" />
        </g>
      ))}
    </Frame>
  );
}

/** A scale from one place to another with its marks. */
const SCALES = [
  { from: 12, to: 156, colour: TEXT },
  { from: 12, to: 112, colour: BLUE },
  { from: 12, to: 84, colour: ORANGE },
  { from: 12, to: 56, colour: GREEN },
  { from: 34, to: 148, colour: PINK },
];

export function NomogramPicture() {
  return (
    <svg className="outcome-picture" viewBox={`0 0 ${PICTURE_WIDTH} 124`} aria-hidden="true" fill="none" strokeWidth={1.5}>
      {SCALES.map(({ from, to, colour }, i) => {
        const y = 16 + i * 23;
        const marks = Array.from({ length: 5 }, (_, mark) => `M${from + ((to - from) * mark) / 4} ${y}v6`);
        return <path key={colour} d={`M${from} ${y}H${to}${marks.join('')}`} stroke={colour} />;
      })}
    </svg>
  );
}
