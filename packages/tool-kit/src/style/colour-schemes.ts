import type { ToolDefinition } from '../declaration/define-tool.ts';
import { distinctFirst } from './colour-vision.ts';
import { CATEGORY_COLOURS } from './style.ts';

/** What a colour field is for: of two sides the warm and the cool one, what lies between, or a group by its number. */
type Role = 'warm' | 'cool' | 'neutral' | number;

interface Scheme {
  warm: string;
  cool: string;
  neutral: string;
  groups: readonly string[];
}

const GREY = '#BBBBBB';
/**
 * Journals' palettes as in the R package ggsci; warm and cool are their red and blue. Of groups, the colours that colour-blind
 * readers can tell apart come first.
 */
const NPG = ['#E64B35', '#4DBBD5', '#00A087', '#3C5488', '#F39B7F', '#8491B4', '#91D1C2', '#DC0000', '#7E6148', '#B09C85'];
const NEJM = ['#BC3C29', '#0072B5', '#E18727', '#20854E', '#7876B1', '#6F99AD', '#FFDC91', '#EE4C97'];
const JCO = ['#0073C2', '#EFC000', '#868686', '#CD534C', '#7AA6DC', '#003C67', '#8F7700', '#3B3B3B', '#A73030', '#4A6990'];
const LANCET = ['#00468B', '#ED0000', '#42B540', '#0099B4', '#925E9F', '#FDAF91', '#AD002A', '#ADB6B6', '#1B1919'];

/** The names under which `color_scheme` is known; `default` leaves the tool's own colours. */
const SCHEMES: Readonly<Record<string, Scheme | undefined>> = {
  default: undefined,
  okabe_ito: { warm: '#D55E00', cool: '#0072B2', neutral: GREY, groups: CATEGORY_COLOURS },
  npg: { warm: '#E64B35', cool: '#3C5488', neutral: GREY, groups: distinctFirst(NPG).colours },
  nejm: { warm: '#BC3C29', cool: '#0072B5', neutral: GREY, groups: distinctFirst(NEJM).colours },
  lancet: { warm: '#ED0000', cool: '#00468B', neutral: GREY, groups: distinctFirst(LANCET).colours },
  jco: { warm: '#CD534C', cool: '#0073C2', neutral: GREY, groups: distinctFirst(JCO).colours },
};
export const COLOUR_SCHEMES: readonly string[] = Object.keys(SCHEMES);

const WARM = new Set(['up_color', 'high_color', 'high_hr_color', 'tumor_color', 'case_color']);
const COOL = new Set(['down_color', 'low_color', 'low_hr_color', 'normal_color', 'control_color']);
const NEUTRAL = new Set(['nochange_color']);

function roleOf(name: string): Role | undefined {
  if (WARM.has(name)) return 'warm';
  if (COOL.has(name)) return 'cool';
  if (NEUTRAL.has(name)) return 'neutral';
  const group = /^group_(\d{1,2})_color$/.exec(name)?.[1];
  return group === undefined ? undefined : Number(group);
}

/** Names of a tool's colour fields: its own parameters and those of its figures. */
function colourFields(tool: ToolDefinition): string[] {
  const declared = [tool.parameters, ...Object.values(tool.figures).map(({ style }) => style)];
  const names = declared.flatMap((fields) => Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'colour' ? [name] : [])));
  return [...new Set(names)];
}

/** Whether `color_scheme` names one of the schemes. */
export function isColourScheme(name: unknown): name is string {
  return typeof name === 'string' && Object.hasOwn(SCHEMES, name.trim().toLowerCase());
}

/** Colours of a palette for groups; null for a name that is none. */
export function paletteColours(name: string): readonly string[] | null {
  return SCHEMES[name]?.groups ?? null;
}

/** The values that a scheme gives to colour fields of these names. */
export function coloursOfFields(fields: readonly string[], name: string): Record<string, string> {
  const scheme = SCHEMES[name.trim().toLowerCase()];
  if (scheme === undefined) return {};
  return Object.fromEntries(
    fields.flatMap((field): [string, string][] => {
      const role = roleOf(field);
      const colour = typeof role === 'number' ? scheme.groups[role - 1] : role && scheme[role];
      return colour === undefined ? [] : [[field, colour]];
    }),
  );
}

/** The values that a scheme gives to the colour fields of a tool. */
export function schemeColours(tool: ToolDefinition, name: string): Record<string, string> {
  return coloursOfFields(colourFields(tool), name);
}
