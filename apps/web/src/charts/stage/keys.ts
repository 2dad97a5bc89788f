import type { Step } from '@oncoloom/figures/kinds';

/** What a key asks of a stage. */
export type KeyAction =
  | { does: 'walk' | 'pan'; step: Step }
  | { does: 'zoom'; factor: number }
  | { does: 'first' | 'last' | 'press' | 'leave' | 'reset' };

/** One press of a key or of a button zooms by so much. */
export const ZOOM_STEP = 1.6;

const ARROWS: Readonly<Record<string, Step>> = {
  ArrowLeft: { across: -1, down: 0 },
  ArrowRight: { across: 1, down: 0 },
  ArrowUp: { across: 0, down: -1 },
  ArrowDown: { across: 0, down: 1 },
};

const OF_ALL: Readonly<Record<string, KeyAction>> = {
  Home: { does: 'first' },
  End: { does: 'last' },
  Enter: { does: 'press' },
  Escape: { does: 'leave' },
};

const OF_ZOOM: Readonly<Record<string, KeyAction>> = {
  '+': { does: 'zoom', factor: ZOOM_STEP },
  '=': { does: 'zoom', factor: ZOOM_STEP },
  '-': { does: 'zoom', factor: 1 / ZOOM_STEP },
  '0': { does: 'reset' },
};

/**
 * What a key does on a stage; null: the key is the page's.
 *
 * @param zoom Whether the stage can be zoomed, and is.
 */
export function keyAction(
  event: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  zoom: { can: boolean; is: boolean },
): KeyAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const step = ARROWS[event.key];
  if (step !== undefined) return { does: event.shiftKey && zoom.is ? 'pan' : 'walk', step };
  return OF_ALL[event.key] ?? (zoom.can ? OF_ZOOM[event.key] : undefined) ?? null;
}

/** The next item along a list: right and down lead on, left and up lead back. */
export function nextAlong(stops: readonly number[], from: number | null, { across, down }: Step): number | null {
  const at = from === null ? -1 : stops.indexOf(from);
  return at === -1 ? (stops[0] ?? null) : (stops[at + across + down] ?? from);
}
