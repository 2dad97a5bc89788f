import type { FigureStyle } from '../../data/types.ts';
import { sayIn } from '../../text/language.ts';
import type { NamedEntry } from '../legend-layout.ts';

/** More names are a table, not a list to be renamed by hand; the style keeps at most 100 of them. */
const MOST = 60;

/** What stands by name along an axis, each once: it can be renamed and reordered as a legend's entries can. */
export function axisEntries(names: Iterable<string>, style: FigureStyle): NamedEntry[] {
  const distinct = [...new Set(names)].filter((name) => name !== '');
  const say = sayIn(style);
  return distinct.length > MOST ? [] : distinct.map((name) => ({ name, label: say(name), colour: '', count: '', axis: true }));
}
