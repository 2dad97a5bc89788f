import { BOARD_PANEL_LEAST, type BoardContent, type BoardPanel } from '@oncoloom/contract';
import { type Place, snap, withinPage } from '@oncoloom/figures/board';

/** What a pointer or a key changes of a panel: where it stands, or which of its edges. */
export type Grip = 'move' | 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';

export const GRIPS: readonly Exclude<Grip, 'move'>[] = ['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw'];

type Frame = Pick<BoardContent, 'page' | 'grid'>;

/** A panel after a pointer has gone so many millimetres: its edges lie on the lines of the grid, or at the edge of the page. */
export function moved(place: Place, grip: Grip, by: { x: number; y: number }, { page, grid }: Frame): Place {
  if (grip === 'move')
    return withinPage({ ...place, x: snap(place.x + by.x, grid), y: snap(place.y + by.y, grid) }, page, BOARD_PANEL_LEAST);
  let [left, top, right, bottom] = [place.x, place.y, place.x + place.width, place.y + place.height];
  const least = BOARD_PANEL_LEAST;
  const edge = (value: number, from: number, to: number) => Math.min(Math.max(snap(value, grid), from), to);
  if (grip.includes('w')) left = edge(left + by.x, 0, right - least);
  if (grip.includes('e')) right = edge(right + by.x, left + least, page.width);
  if (grip.includes('n')) top = edge(top + by.y, 0, bottom - least);
  if (grip.includes('s')) bottom = edge(bottom + by.y, top + least, page.height);
  return withinPage({ x: left, y: top, width: right - left, height: bottom - top }, page, least);
}

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The same by a key: arrows move by one line of the grid, with Shift they change the size. Null for any other key. */
export function movedByKey(place: Place, key: string, shift: boolean, frame: Frame): Place | null {
  const step = ARROWS[key];
  if (step === undefined) return null;
  const { grid } = frame;
  return moved(place, shift ? 'se' : 'move', { x: step.x * grid, y: step.y * grid }, frame);
}

/** A panel in the place of the one that had its key. */
export function withPlace(panels: readonly BoardPanel[], key: string, { x, y, width, height }: Place): BoardPanel[] {
  return panels.map((panel) => (panel.key === key ? { ...panel, x, y, width, height } : panel));
}

/** A panel one place earlier or later: its letter and those of its neighbours change. */
export function withOrder(panels: readonly BoardPanel[], key: string, by: -1 | 1): BoardPanel[] {
  const from = panels.findIndex((panel) => panel.key === key);
  const to = from + by;
  const [one, other] = [panels[from], panels[to]];
  if (one === undefined || other === undefined) return [...panels];
  return panels.map((panel, i) => (i === from ? other : i === to ? one : panel));
}
