import { CATEGORY_COLOURS, COLOURS } from '@oncoloom/contract';
import { EXPRESSION, FIRST_GROUP } from '../../pictures/expression-picture.ts';
import { GREY } from './figure-pictures.tsx';
import { VOLCANO } from './volcano-picture.ts';

const LOW = [63, 89, 216] as const;
const HIGH = [242, 56, 74] as const;
const WHITE = 255;

/** Ten steps from low over white to high, the heatmap's colours. */
function heat(step: number): string {
  const z = (step - 4.5) / 4.5;
  const end = z < 0 ? LOW : HIGH;
  return `rgb(${end.map((channel) => Math.round(WHITE + (channel - WHITE) * Math.abs(z) * 0.8)).join(' ')})`;
}

/** Every other gene of the expression picture: 25 genes × 41 samples with the two groups above. */
export function HeatmapPicture() {
  const rows = EXPRESSION.filter((_, i) => i % 2 === 0);
  const samples = EXPRESSION[0].length;
  return (
    <svg
      className="outcome-picture"
      viewBox={`0 -2.4 ${samples} ${rows.length + 2.4}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <rect x={0} y={-2.4} width={FIRST_GROUP} height={1.4} fill={COLOURS.tumor} />
      <rect x={FIRST_GROUP} y={-2.4} width={samples - FIRST_GROUP} height={1.4} fill={COLOURS.normal} />
      {[...Array(10).keys()].map((step) => (
        <path
          key={step}
          fill={heat(step)}
          d={rows.flatMap((row, y) => [...row].flatMap((digit, x) => (Number(digit) === step ? [`M${x} ${y}h1v1h-1z`] : []))).join('')}
        />
      ))}
    </svg>
  );
}

/** log2 fold change beyond which a point of the picture is coloured. */
const FOLD = 0.3;
/** −log10 P from which a point of the picture is coloured. */
const SIGNIFICANT = 3;

/** Genes that fall on one another are one point. */
function volcanoPoints(): { x: number; y: number; colour: string }[] {
  const points = new Map<string, { x: number; y: number; colour: string }>();
  for (let i = 0; i + 1 < VOLCANO.length; i += 2) {
    const x = (VOLCANO[i] ?? 0) / 100;
    const y = (VOLCANO[i + 1] ?? 0) / 10;
    const marked = y >= SIGNIFICANT && Math.abs(x) >= FOLD;
    points.set(`${x} ${y}`, { x, y, colour: marked ? (x > 0 ? COLOURS.up : COLOURS.down) : COLOURS.noChange });
  }
  return [...points.values()];
}

/** A volcano plot of real genes; `width` in the unit of its height, 124. */
export function VolcanoPicture({ width = 264 }: { width?: number }) {
  const middle = width / 2;
  return (
    <svg className="outcome-picture" viewBox={`0 0 ${width} 124`} aria-hidden="true">
      <path d={`M12 4V116H${width - 12}`} fill="none" stroke={GREY} />
      {volcanoPoints().map(({ x, y, colour }) => (
        <circle
          key={`${x} ${y}`}
          cx={middle + x * middle * 0.47}
          cy={114 - Math.min(y, 12) * 8.8}
          r={1.6}
          fill={colour}
          fillOpacity={0.75}
        />
      ))}
    </svg>
  );
}

/** Two survival curves, drawn by hand. */
export function SurvivalPicture() {
  const [high, low] = [CATEGORY_COLOURS[1], CATEGORY_COLOURS[0]];
  return (
    <svg className="outcome-picture" viewBox="0 0 264 124" aria-hidden="true" fill="none">
      <path d="M12 4V116H252" stroke={GREY} />
      <path d="M12 8h24v3h46v7h20v8h42v10h100" stroke={low} strokeWidth={2} />
      <path d="M12 8h8v8h6v12h10v14h12v10h16v10h14v12h22v10h18v8h34v8h60" stroke={high} strokeWidth={2} />
    </svg>
  );
}
