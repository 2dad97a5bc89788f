import { valueSchema } from './complete.ts';
import type { StyleParameter } from './parameters.ts';
import type { Value } from './request.ts';

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
export type ThemeStyle = Readonly<Record<string, Value>>;

function isLook(key: string, field: StyleParameter): boolean {
  return LOOKS.has(key) || field.kind === 'colour';
}

/** What of a figure's style is worth keeping under a name: its look, where this was changed. */
export function themeOf(declared: Declared, style: ThemeStyle, defaults: ThemeStyle): ThemeStyle {
  const changed = Object.entries(declared).filter(([key, field]) => isLook(key, field) && style[key] !== defaults[key]);
  return Object.fromEntries(changed.map(([key]): [string, Value] => [key, style[key] ?? null]).filter(([, value]) => value !== null));
}

/** What a kept look sets in a figure: fields that this has, with values that it takes. */
export function themeFor(declared: Declared, theme: ThemeStyle): ThemeStyle {
  return Object.fromEntries(
    Object.entries(theme).filter(([key, value]) => {
      const field = Object.hasOwn(declared, key) ? declared[key] : undefined;
      return field !== undefined && isLook(key, field) && valueSchema(field).safeParse(value).success;
    }),
  );
}
