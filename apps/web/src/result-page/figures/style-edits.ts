import type { FigureStyle } from '@oncoloom/figures';
import type { Value } from '@oncoloom/tool-kit';

/** The fields of a style that differ from the run's own. */
export function editsOf(style: FigureStyle, defaults: FigureStyle): Record<string, Value> {
  return Object.fromEntries(Object.entries(style).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key])));
}
