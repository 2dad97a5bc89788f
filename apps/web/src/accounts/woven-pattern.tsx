import { EXPRESSION } from '../pictures/expression-picture.ts';

const ROWS = EXPRESSION.length;
const COLUMNS = EXPRESSION[0].length;
const LIGHT = [232, 241, 239] as const;
const DARK = [64, 145, 138] as const;

function shade(level: number): string {
  const mixed = LIGHT.map((light, i) => Math.round(light + ((DARK[i] ?? light) - light) * (level / 9)));
  return `rgb(${mixed.join(' ')})`;
}

/** Warp where row and column are of the same parity, weft elsewhere; the threads of one level are one path. */
function threads(level: number, warp: boolean): string {
  const half = warp ? { x: 0.31, y: 0.54 } : { x: 0.66, y: 0.38 };
  let path = '';
  EXPRESSION.forEach((digits, row) => {
    for (let column = 0; column < digits.length; column += 1) {
      if (Number(digits[column]) !== level || ((row + column) % 2 === 0) !== warp) continue;
      const width = 2 * half.x;
      path += `M${(column + 0.5 - half.x).toFixed(2)} ${(row + 0.5 - half.y).toFixed(2)}h${width}v${2 * half.y}h${-width}z`;
    }
  });
  return path;
}

const LEVELS = [...Array(10).keys()];

/** Expression woven: each crossing is one gene in one sample. */
export function WovenPattern() {
  return (
    <svg className="weave" viewBox={`0 0 ${COLUMNS} ${ROWS}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {[false, true].map((warp) => (
        <g key={String(warp)} stroke="#fff" strokeWidth="0.06">
          {LEVELS.map((level) => (
            <path key={level} d={threads(level, warp)} fill={shade(warp ? level : level * 0.4)} />
          ))}
        </g>
      ))}
    </svg>
  );
}
