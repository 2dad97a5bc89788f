import { type FigureStyle, type NamedEntry, styleTuples } from '@oncoloom/figures';
import type { ToldFigure, Value } from '@oncoloom/tool-kit';

/** Names, order and colours of one figure's groups, for the other figures of a result. */
export interface SharedLook {
  renamed: ReadonlyMap<string, string>;
  order: readonly string[];
  colours: ReadonlyMap<string, string>;
  /** Colour fields and the palette, by field. */
  fields: Readonly<Record<string, Value>>;
}

const pairsOf = (style: FigureStyle, key: string) =>
  styleTuples(style, key, 2).map(([name = '', value = '']): [string, string] => [name, value]);

/** What a figure has of such. @param entries Its legend's. */
export function sharedLook(declared: ToldFigure['style'], style: FigureStyle, entries: readonly NamedEntry[]): SharedLook {
  const shown = entries.filter(({ coloured }) => coloured === true).map(({ name, colour }): [string, string] => [name, colour]);
  const fields = Object.keys(declared).filter((key) => key === 'palette' || declared[key]?.kind === 'colour');
  return {
    renamed: new Map(pairsOf(style, 'renamed')),
    order: styleTuples(style, 'group_order', 1).map(([name = '']) => name),
    colours: new Map([...pairsOf(style, 'group_colours'), ...shown]),
    fields: Object.fromEntries(fields.map((key) => [key, style[key] ?? null])),
  };
}

/** What it changes in another figure; names and colours of groups that it does not know stay. */
export function withSharedLook(declared: ToldFigure['style'], style: FigureStyle, look: SharedLook): Record<string, Value> {
  const fields = Object.entries(look.fields).filter(([key, value]) => declared[key] !== undefined && value !== null);
  return {
    ...Object.fromEntries(fields),
    renamed: [...new Map([...pairsOf(style, 'renamed'), ...look.renamed])].flat(),
    group_order: [...look.order],
    group_colours: [...new Map([...pairsOf(style, 'group_colours'), ...look.colours])].flat(),
  };
}
