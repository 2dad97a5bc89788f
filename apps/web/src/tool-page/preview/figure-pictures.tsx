import { CATEGORY_COLOURS, COLOURS } from '@oncoloom/contract';
import type { ReactNode } from 'react';

/** In the unit of its height, 124. */
export const PICTURE_WIDTH = 168;
/** Of axes and what stays behind the data. */
export const GREY = '#b9c4cc';
const AXES = `M12 4V116H${PICTURE_WIDTH - 12}`;
const [BLUE, ORANGE] = [CATEGORY_COLOURS[0], CATEGORY_COLOURS[1]];

/** A picture with axes on its left and below. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <svg className="outcome-picture" viewBox={`0 0 ${PICTURE_WIDTH} 124`} aria-hidden="true">
      {children}
      <path d={AXES} fill="none" stroke={GREY} />
    </svg>
  );
}

/** Boxes of two groups, twice: middle, half height and whiskers, drawn by hand. */
const BOXES = [
  { x: 34, middle: 46, half: 14, reach: 34, colour: COLOURS.tumor },
  { x: 62, middle: 74, half: 12, reach: 28, colour: COLOURS.normal },
  { x: 104, middle: 86, half: 9, reach: 22, colour: COLOURS.tumor },
  { x: 132, middle: 56, half: 13, reach: 30, colour: COLOURS.normal },
];

export function BoxPicture() {
  return (
    <Frame>
      {BOXES.map(({ x, middle, half, reach, colour }) => (
        <g key={x} stroke={colour} strokeWidth={1.5}>
          <path d={`M${x} ${middle - reach}V${middle + reach}M${x - 4} ${middle - reach}h8M${x - 4} ${middle + reach}h8`} />
          <rect x={x - 9} y={middle - half} width={18} height={2 * half} fill="#fff" />
          <rect x={x - 9} y={middle - half} width={18} height={2 * half} fill={colour} fillOpacity={0.2} />
          <path d={`M${x - 9} ${middle + 2}h18`} strokeWidth={2} />
        </g>
      ))}
    </Frame>
  );
}

/** Numbers from −1 to 1 that look like chance and are the same every time. */
const scattered = (i: number): number => Math.sin(i * 12.9898) * Math.cos(i * 4.1414);

interface Cloud {
  x: number;
  y: number;
  colour: string;
}

/** Points around a middle; `slope` leans them. */
function Points({ clouds, count, spread, slope = 0 }: { clouds: readonly Cloud[]; count: number; spread: number; slope?: number }) {
  return clouds.flatMap(({ x, y, colour }) =>
    Array.from({ length: count }, (_, i) => {
      const [across, up] = [scattered(i + x) * spread * 1.3, scattered(i * 2 + 7 + y) * spread * (slope === 0 ? 1 : 0.4)];
      const [cx, cy] = [x + across, y + up - slope * across];
      return <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r={1.8} fill={colour} fillOpacity={0.75} />;
    }),
  );
}

export function CloudsPicture() {
  const clouds = [
    { x: 54, y: 44, colour: COLOURS.tumor },
    { x: 112, y: 76, colour: COLOURS.normal },
  ];
  return (
    <Frame>
      <Points clouds={clouds} count={26} spread={30} />
    </Frame>
  );
}

export function ScatterPicture() {
  return (
    <Frame>
      <Points clouds={[{ x: 84, y: 60, colour: BLUE }]} count={60} spread={46} slope={0.6} />
    </Frame>
  );
}

export function DensityPicture() {
  return (
    <Frame>
      <g fill="none" strokeWidth={2}>
        <path d="M14 114C44 112 46 24 70 24S98 100 156 114" stroke={BLUE} />
        <path d="M14 114C60 112 62 36 88 36S116 96 156 114" stroke={ORANGE} />
      </g>
    </Frame>
  );
}

/** Heights of bars, of a distribution. */
const HEIGHTS = [8, 20, 44, 78, 98, 86, 58, 34, 18, 10, 5];

export function HistogramPicture() {
  return (
    <Frame>
      {HEIGHTS.map((height, i) => (
        <rect key={height} x={18 + i * 12} y={116 - height} width={11} height={height} fill={BLUE} fillOpacity={0.7} />
      ))}
    </Frame>
  );
}
