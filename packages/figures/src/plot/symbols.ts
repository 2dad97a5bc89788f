/** Shapes of points, in the order in which groups take them; the engine's POINT_SHAPES holds the same. */
export const SYMBOLS = ['circle', 'triangle', 'square', 'diamond', 'plus', 'cross'] as const;
export type SymbolName = (typeof SYMBOLS)[number];

function polygon(corners: readonly (readonly [number, number])[]): string {
  return `M${corners.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join('L')}Z`;
}

/** A plus of four arms with a third of its reach as width. */
function plus(reach: number): (readonly [number, number])[] {
  const arm = reach / 3;
  return [
    [-arm, -reach],
    [arm, -reach],
    [arm, -arm],
    [reach, -arm],
    [reach, arm],
    [arm, arm],
    [arm, reach],
    [-arm, reach],
    [-arm, arm],
    [-reach, arm],
    [-reach, -arm],
    [-arm, -arm],
  ];
}

/** The SVG path of a symbol around 0, of about the area of a disc of this radius. */
export function symbolPath(name: SymbolName, radius: number): string {
  switch (name) {
    case 'circle':
      return `M${radius},0A${radius},${radius} 0 1 1 ${-radius},0A${radius},${radius} 0 1 1 ${radius},0Z`;
    case 'triangle': {
      const side = radius * 1.35;
      return polygon([
        [0, -side],
        [side * 0.87, side * 0.5],
        [-side * 0.87, side * 0.5],
      ]);
    }
    case 'square': {
      const half = radius * 0.88;
      return polygon([
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
      ]);
    }
    case 'diamond': {
      const reach = radius * 1.28;
      return polygon([
        [0, -reach],
        [reach, 0],
        [0, reach],
        [-reach, 0],
      ]);
    }
    case 'plus':
      return polygon(plus(radius * 1.2));
    case 'cross':
      return polygon(plus(radius * 1.2).map(([x, y]) => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2]));
  }
}
