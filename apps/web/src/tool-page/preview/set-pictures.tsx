import { CATEGORY_COLOURS, COLOURS } from '@oncoloom/contract';
import { Frame, GREY, PICTURE_WIDTH } from './figure-pictures.tsx';

const [BLUE, ORANGE, GREEN] = CATEGORY_COLOURS;

/** Terms: where the point lies, its radius and how deep its colour is; drawn by hand as all below. */
const TERMS = [
  { x: 136, r: 9, depth: 1 },
  { x: 112, r: 7, depth: 0.9 },
  { x: 92, r: 8, depth: 0.7 },
  { x: 70, r: 5, depth: 0.5 },
  { x: 44, r: 4, depth: 0.3 },
];

export function DotsPicture() {
  return (
    <Frame>
      {TERMS.map(({ x, r, depth }, i) => (
        <circle key={x} cx={x} cy={16 + i * 21} r={r} fill={COLOURS.up} fillOpacity={depth} />
      ))}
    </Frame>
  );
}

const CHANGES = [58, 44, 30, -22, -38, -52];

/** Bars to both sides of a middle. */
export function TermBarsPicture() {
  return (
    <svg className="outcome-picture" viewBox={`0 0 ${PICTURE_WIDTH} 124`} aria-hidden="true">
      {CHANGES.map((reach, i) => (
        <rect
          key={reach}
          x={84 + Math.min(reach, 0)}
          y={8 + i * 18}
          width={Math.abs(reach)}
          height={13}
          fill={reach > 0 ? COLOURS.up : COLOURS.down}
          fillOpacity={0.75}
        />
      ))}
      <path d="M84 2V116M12 116H156" fill="none" stroke={GREY} />
    </svg>
  );
}

const COUNTS = [96, 74, 60, 42, 30, 18];

export function BarsPicture() {
  return (
    <Frame>
      {COUNTS.map((height, i) => (
        <rect key={height} x={20 + i * 23} y={116 - height} width={16} height={height} fill={BLUE} fillOpacity={0.75} />
      ))}
    </Frame>
  );
}

/** Where genes of a set stand in a ranking. */
const HITS = [16, 19, 23, 25, 30, 34, 37, 45, 52, 58, 71, 84, 103, 120, 139];

export function RunningScorePicture() {
  return (
    <Frame>
      <path d="M12 80L20 62L28 40L36 22L46 14L60 18L84 34L110 52L134 66L156 80" fill="none" stroke={GREEN} strokeWidth={2} />
      <path d="M12 80H156" fill="none" stroke={GREY} strokeDasharray="4 4" />
      <path d={HITS.map((x) => `M${x} 94v16`).join('')} fill="none" stroke="#56646f" />
    </Frame>
  );
}

const CIRCLES = [
  { cx: 62, cy: 48, colour: BLUE },
  { cx: 106, cy: 48, colour: ORANGE },
  { cx: 84, cy: 80, colour: GREEN },
];

export function VennPicture() {
  return (
    <svg className="outcome-picture" viewBox={`0 0 ${PICTURE_WIDTH} 124`} aria-hidden="true">
      {CIRCLES.map(({ cx, cy, colour }) => (
        <circle key={colour} cx={cx} cy={cy} r={38} fill={colour} fillOpacity={0.25} stroke={colour} strokeWidth={1.5} />
      ))}
    </svg>
  );
}

/** Sizes of intersections, and which of three sets each is of. */
const INTERSECTIONS = [
  { height: 64, sets: [0] },
  { height: 50, sets: [1] },
  { height: 40, sets: [0, 1] },
  { height: 26, sets: [2] },
  { height: 18, sets: [0, 1, 2] },
];

export function UpsetPicture() {
  const rowOf = (set: number) => 86 + set * 14;
  return (
    <svg className="outcome-picture" viewBox={`0 0 ${PICTURE_WIDTH} 124`} aria-hidden="true">
      {INTERSECTIONS.map(({ height, sets }, i) => {
        const x = 30 + i * 28;
        return (
          <g key={height} fill="#56646f">
            <rect x={x - 8} y={72 - height} width={16} height={height} fill={BLUE} fillOpacity={0.75} />
            {[0, 1, 2].map((set) => (
              <circle key={set} cx={x} cy={rowOf(set)} r={4} fill={sets.includes(set) ? undefined : '#dfe5e9'} />
            ))}
            <path d={`M${x} ${rowOf(sets[0] ?? 0)}V${rowOf(sets.at(-1) ?? 0)}`} stroke="#56646f" strokeWidth={2} />
          </g>
        );
      })}
      <path d="M12 72H156" fill="none" stroke={GREY} />
    </svg>
  );
}
