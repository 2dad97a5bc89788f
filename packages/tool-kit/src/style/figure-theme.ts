import type { StyleParameter } from '../declaration/parameters.ts';
import { valueSchema } from '../request/complete.ts';
import type { Value } from '../request/request.ts';
import { coloursOfFields } from './colour-schemes.ts';
import { commonStyle } from './style.ts';

/** Fields of a look that fits any figure. Thresholds, names and texts belong to one figure. */
const LOOKS = new Set([
  'figure_language',
  'font_family',
  'font_size',
  'legend_position',
  'line_width',
  'palette',
  'plot_pdf_width',
  'point_opacity',
  'point_size',
  'transparent_ground',
]);

type Declared = Readonly<Record<string, StyleParameter>>;
/** Values of some style fields, by field. */
type ThemeStyle = Readonly<Record<string, Value>>;

function isLook(key: string, field: StyleParameter): boolean {
  return LOOKS.has(key) || field.kind === 'colour';
}

/** Fields of a look with values that no figure takes. A field that only some figures have is theirs to take or to leave. */
export function refusedFields(look: ThemeStyle): string[] {
  const common: Declared = commonStyle({ width: 1, height: 1 });
  return Object.entries(look).flatMap(([key, value]) => {
    const field = Object.hasOwn(common, key) ? common[key] : undefined;
    const taken = field === undefined || (isLook(key, field) && valueSchema(field).safeParse(value).success);
    return taken ? [] : [key];
  });
}

/** What of a figure's style is worth keeping under a name: its look, where this was changed. */
export function themeOf(declared: Declared, style: ThemeStyle, defaults: ThemeStyle): ThemeStyle {
  const changed = Object.entries(declared).filter(([key, field]) => isLook(key, field) && style[key] !== defaults[key]);
  return Object.fromEntries(changed.map(([key]): [string, Value] => [key, style[key] ?? null]).filter(([, value]) => value !== null));
}

/** What a look sets in a figure: fields that this has, with values that it takes. */
export function themeFor(declared: Declared, theme: ThemeStyle): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(theme).filter(([key, value]) => {
      const field = Object.hasOwn(declared, key) ? declared[key] : undefined;
      return field !== undefined && isLook(key, field) && valueSchema(field).safeParse(value).success;
    }),
  );
}

/** Looks of all figures: of one result, and of its user. */
export interface Looks {
  own: ThemeStyle;
  user: ThemeStyle;
}

/**
 * What of these looks a figure has. What was set for all figures of its result is stronger than what its user set for all, and a palette
 * brings the colours that it has for the figure's fields; `default` leaves those of the run.
 */
export function looksFor(declared: Declared, { own, user }: Looks): Record<string, Value> {
  const colours = Object.keys(declared).filter((key) => declared[key]?.kind === 'colour');
  const ofUser = themeFor(declared, user);
  const uncoloured = Object.fromEntries(Object.entries(ofUser).filter(([key]) => !colours.includes(key)));
  const look = { ...(own.palette === undefined ? ofUser : uncoloured), ...themeFor(declared, own) };
  const { palette } = look;
  return typeof palette === 'string' && palette !== 'default' ? { ...coloursOfFields(colours, palette), ...look } : look;
}
