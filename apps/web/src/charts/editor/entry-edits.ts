import { type FigureStyle, styleTuples } from '@oncoloom/figures';

/** The name that the user gave to an entry; empty where there is none. */
export function givenName(style: FigureStyle, name: string): string {
  return styleTuples(style, 'renamed', 2).find(([from]) => from === name)?.[1] ?? '';
}

/** The field `renamed` with another name of an entry; an empty one gives the entry its own name back. */
export function withName(style: FigureStyle, name: string, given: string): string[] {
  const others = styleTuples(style, 'renamed', 2).filter(([from]) => from !== name);
  return [...others, ...(given === '' ? [] : [[name, given]])].flat();
}

/** The field `group_order` with an entry moved up (−1) or down (1); null where it stands at the end already. */
export function withMoved(names: readonly string[], name: string, by: -1 | 1): string[] | null {
  const from = names.indexOf(name);
  const to = from + by;
  if (from === -1 || to < 0 || to >= names.length) return null;
  return names.toSpliced(from, 1).toSpliced(to, 0, name);
}

/** The field `group_colours` with another colour of a group. */
export function withColour(style: FigureStyle, name: string, colour: string): string[] {
  const others = styleTuples(style, 'group_colours', 2).filter(([from]) => from !== name);
  return [...others.flat(), name, colour];
}

/** The field `group_order` with some of the entries in another order; others that it names keep theirs. */
export function withOrder(style: FigureStyle, names: readonly string[], order: readonly string[]): string[] {
  const others = styleTuples(style, 'group_order', 1).flatMap(([name = '']) => (names.includes(name) ? [] : [name]));
  return [...others, ...order];
}

/** The fields of entries without what was set for these. */
export function withoutEdits(style: FigureStyle, names: readonly string[]) {
  const kept = (key: string, width: 1 | 2) =>
    styleTuples(style, key, width)
      .filter(([name = '']) => !names.includes(name))
      .flat();
  return { renamed: kept('renamed', 2), group_order: kept('group_order', 1), group_colours: kept('group_colours', 2) };
}
