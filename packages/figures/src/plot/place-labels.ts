/** Pixels, y downwards. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Anchor {
  x: number;
  y: number;
  text: string;
  /** Width of the text in pixels. */
  width: number;
  /** Height of its lines, where it has several; and its point's radius, where points differ. */
  height?: number;
  radius?: number;
}

export interface PlacedLabel extends Rect {
  /** Place in the list of anchors. */
  anchor: number;
  /** Hair line from the point to the text, where they are apart. */
  leader: { x1: number; y1: number; x2: number; y2: number } | null;
}

export interface PlaceOptions {
  /** Text must stay inside. */
  bounds: Rect;
  /** Height of a line of text in pixels. */
  lineHeight: number;
  /** Radius of a point in pixels. */
  radius: number;
  /** Where no text may stand, such as the legend. */
  blocked: readonly Rect[];
  /** Middles of texts that somebody put where they are, by place in the list of anchors: they stay, the others keep off them. */
  fixed?: ReadonlyMap<number, { x: number; y: number }>;
  /** Points that text should not cover. */
  points: { xs: ArrayLike<number>; ys: ArrayLike<number> };
}

const GAPS = [6, 11, 17, 26, 38, 52, 70, 92];
const DIRECTIONS = 16;
const LEADER_FROM = 9;
/**
 * What a unit of distance costs, how far a name may stand, and what it may cover, cross or confuse before it is better
 * left out (zooming brings it): first near
 * its point; a name without a place then farther off.
 */
const NEAR = { cost: 0.7, share: 1 / 12, least: 26, dearest: 75 };
const FAR = { cost: 0.35, share: 1 / 4, least: 52, dearest: 90 };
const CELL = 4;
const FORBIDDEN = 1e6;

/** Counts of points per cell as a summed-area table, so that a box is counted in four reads. */
class PointDensity {
  private readonly columns: number;
  private readonly rows: number;
  private readonly sums: Float64Array;

  constructor(
    private readonly bounds: Rect,
    points: PlaceOptions['points'],
  ) {
    this.columns = Math.ceil(bounds.width / CELL) + 1;
    this.rows = Math.ceil(bounds.height / CELL) + 1;
    this.sums = new Float64Array((this.columns + 1) * (this.rows + 1));
    for (let i = 0; i < points.xs.length; i += 1) {
      const column = Math.floor(((points.xs[i] as number) - bounds.x) / CELL);
      const row = Math.floor(((points.ys[i] as number) - bounds.y) / CELL);
      if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) continue;
      const at = (row + 1) * (this.columns + 1) + column + 1;
      this.sums[at] = (this.sums[at] as number) + 1;
    }
    for (let row = 1; row <= this.rows; row += 1) {
      for (let column = 1; column <= this.columns; column += 1) {
        const at = row * (this.columns + 1) + column;
        const above = at - this.columns - 1;
        this.sums[at] =
          (this.sums[at] as number) + (this.sums[at - 1] as number) + (this.sums[above] as number) - (this.sums[above - 1] as number);
      }
    }
  }

  within(box: Rect): number {
    const clampColumn = (v: number) => Math.min(Math.max(v, 0), this.columns);
    const clampRow = (v: number) => Math.min(Math.max(v, 0), this.rows);
    const left = clampColumn(Math.floor((box.x - this.bounds.x) / CELL));
    const right = clampColumn(Math.ceil((box.x + box.width - this.bounds.x) / CELL));
    const top = clampRow(Math.floor((box.y - this.bounds.y) / CELL));
    const bottom = clampRow(Math.ceil((box.y + box.height - this.bounds.y) / CELL));
    const at = (row: number, column: number) => this.sums[row * (this.columns + 1) + column] as number;
    return at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left);
  }
}

/** Shared area of two boxes, in pixels². */
export function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function inside(box: Rect, bounds: Rect): boolean {
  return (
    box.x >= bounds.x && box.y >= bounds.y && box.x + box.width <= bounds.x + bounds.width && box.y + box.height <= bounds.y + bounds.height
  );
}

/** Text right, left, above, below or aslant of its point, nearer ones first. */
function candidates(
  anchor: Anchor,
  lineHeight: number,
  radius: number,
  farthest: number,
  distanceCost: number,
): { box: Rect; cost: number }[] {
  const found: { box: Rect; cost: number }[] = [];
  for (const gap of GAPS) {
    if (gap > farthest) break;
    for (let i = 0; i < DIRECTIONS; i += 1) {
      const angle = (i / DIRECTIONS) * 2 * Math.PI;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const reach = radius + gap;
      const height = anchor.height ?? lineHeight;
      const x = anchor.x + cos * reach - (anchor.width / 2) * (1 - cos);
      const y = anchor.y + sin * reach - (height / 2) * (1 - sin);
      const aslant = i === 0 ? 0 : i === DIRECTIONS / 2 ? 0.5 : 2 + 3 * Math.abs(sin);
      found.push({ box: { x, y, width: anchor.width, height }, cost: gap * distanceCost + aslant });
    }
  }
  return found;
}

function leaderOf(anchor: Anchor, box: Rect, radius: number): PlacedLabel['leader'] {
  const x2 = Math.min(Math.max(anchor.x, box.x), box.x + box.width);
  // The text's own height is less than its line: stop at the letters.
  const y2 = Math.min(Math.max(anchor.y, box.y + 2), box.y + box.height - 2);
  const distance = Math.hypot(x2 - anchor.x, y2 - anchor.y);
  if (distance < radius + LEADER_FROM) return null;
  const share = (radius + 1) / distance;
  return { x1: anchor.x + (x2 - anchor.x) * share, y1: anchor.y + (y2 - anchor.y) * share, x2, y2 };
}

/** Distance from a point to the nearest edge of a box, 0 inside. */
function distanceTo(box: Rect, point: { x: number; y: number }): number {
  const dx = Math.max(box.x - point.x, 0, point.x - box.x - box.width);
  const dy = Math.max(box.y - point.y, 0, point.y - box.y - box.height);
  return Math.hypot(dx, dy);
}

/** Distance from a point to a line; endless where there is none. */
function distanceToLine(line: PlacedLabel['leader'], point: { x: number; y: number }): number {
  if (line === null) return Number.POSITIVE_INFINITY;
  const [dx, dy] = [line.x2 - line.x1, line.y2 - line.y1];
  const share = Math.min(Math.max(((point.x - line.x1) * dx + (point.y - line.y1) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(point.x - line.x1 - share * dx, point.y - line.y1 - share * dy);
}

function segmentsCross(a: NonNullable<PlacedLabel['leader']>, b: NonNullable<PlacedLabel['leader']>): boolean {
  const side = (px: number, py: number, qx: number, qy: number, rx: number, ry: number) =>
    Math.sign((qx - px) * (ry - py) - (qy - py) * (rx - px));
  return (
    side(a.x1, a.y1, a.x2, a.y2, b.x1, b.y1) !== side(a.x1, a.y1, a.x2, a.y2, b.x2, b.y2) &&
    side(b.x1, b.y1, b.x2, b.y2, a.x1, a.y1) !== side(b.x1, b.y1, b.x2, b.y2, a.x2, a.y2)
  );
}

function leaderThrough(leader: PlacedLabel['leader'], box: Rect): boolean {
  if (leader === null) return false;
  for (let i = 1; i < 12; i += 1) {
    const x = leader.x1 + ((leader.x2 - leader.x1) * i) / 12;
    const y = leader.y1 + ((leader.y2 - leader.y1) * i) / 12;
    if (x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height) return true;
  }
  return false;
}

/** A text around a middle, moved into the bounds where it would leave them. */
function placedAt(anchor: Anchor, i: number, middle: { x: number; y: number }, { bounds, lineHeight, radius }: PlaceOptions): PlacedLabel {
  const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));
  const height = anchor.height ?? lineHeight;
  const box = {
    x: within(middle.x - anchor.width / 2, bounds.x, bounds.x + bounds.width - anchor.width),
    y: within(middle.y - height / 2, bounds.y, bounds.y + bounds.height - height),
    width: anchor.width,
    height,
  };
  return { ...box, anchor: i, leader: leaderOf(anchor, box, anchor.radius ?? radius) };
}

/**
 * Finds a place for each text: inside the bounds, over no other text, over as few points as can be. Texts come in order of
 * importance; one that fits nowhere is left out. Two rounds: the second moves texts that later ones made
 * uncomfortable. A third takes those without a place farther off.
 */
export function placeLabels(anchors: readonly Anchor[], options: PlaceOptions): PlacedLabel[] {
  const { bounds, lineHeight, radius, blocked, points } = options;
  const density = new PointDensity(bounds, points);
  const placed = anchors.map((anchor, i): PlacedLabel | null => {
    const middle = options.fixed?.get(i);
    return middle === undefined ? null : placedAt(anchor, i, middle, options);
  });
  const place = (anchor: Anchor, own: number, reach: typeof NEAR): PlacedLabel | null => {
    const farthest = Math.max(reach.least, bounds.width * reach.share);
    let best: PlacedLabel | null = null;
    let bestCost = reach.dearest;
    for (const { box, cost } of candidates(anchor, lineHeight, anchor.radius ?? radius, farthest, reach.cost)) {
      if (cost >= bestCost || !inside(box, bounds) || blocked.some((other) => overlap(box, other) > 0)) continue;
      let total = cost + 5 * density.within({ x: box.x, y: box.y + 2, width: box.width, height: box.height - 4 });
      if (total >= bestCost) continue;
      const leader = leaderOf(anchor, box, anchor.radius ?? radius);
      const ownDistance = distanceTo(box, anchor);
      for (const [i, other] of anchors.entries()) {
        if (i === own) continue;
        const distance = distanceTo(box, other);
        const reached = other.radius ?? radius;
        if (distance < reached + 1) total += 30;
        // A line over another named point would be read as that one's.
        else if (distanceToLine(leader, other) < reached + 2) total += 60;
        // Nearer to another named point than to its own: it would be read as that one's name.
        else if (leader === null && distance < ownDistance + 2) total += 14;
      }
      for (let i = 0; i < placed.length && total < bestCost; i += 1) {
        const other = placed[i];
        if (i === own || other === null || other === undefined) continue;
        if (overlap(box, other) > 0) total = FORBIDDEN;
        else if (leaderThrough(leader, other) || leaderThrough(other.leader, box)) total += 60;
        else if (leader !== null && other.leader !== null && segmentsCross(leader, other.leader)) total += 40;
      }
      if (total < bestCost) {
        bestCost = total;
        best = { ...box, anchor: own, leader };
      }
    }
    return best;
  };
  for (let round = 0; round < 2; round += 1)
    anchors.forEach((anchor, i) => {
      if (options.fixed?.has(i) !== true) placed[i] = place(anchor, i, NEAR);
    });
  anchors.forEach((anchor, i) => {
    placed[i] ??= place(anchor, i, FAR);
  });
  // Lines from far off may cross a name that has another place.
  anchors.forEach((anchor, i) => {
    if (placed[i] !== null && options.fixed?.has(i) !== true) placed[i] = place(anchor, i, NEAR) ?? place(anchor, i, FAR);
  });
  return placed.filter((label) => label !== null);
}
