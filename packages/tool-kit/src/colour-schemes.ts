import type { ToolDefinition } from './define-tool.ts';
import { CATEGORY_COLOURS } from './style.ts';

/** What a colour field is for: of two sides the warm and the cool one, what lies between, or a group by its number. */
type Role = 'warm' | 'cool' | 'neutral' | number;

interface Scheme {
  warm: string;
  cool: string;
  neutral: string;
  groups: readonly string[];
}

/** Journals' palettes as in the R package ggsci; warm and cool are their red and blue. */
const GREY = '#BBBBBB';
const NPG = ['#E64B35', '#4DBBD5', '#00A087', '#3C5488', '#F39B7F', '#8491B4', '#91D1C2', '#DC0000', '#7E6148', '#B09C85'];
const NEJM = ['#BC3C29', '#0072B5', '#E18727', '#20854E', '#7876B1', '#6F99AD', '#FFDC91', '#EE4C97'];
const LANCET = ['#00468B', '#ED0000', '#42B540', '#0099B4', '#925E9F', '#FDAF91', '#AD002A', '#ADB6B6', '#1B1919'];

/** The names under which `color_scheme` is known; `default` leaves the tool's own colours. */
const SCHEMES: Readonly<Record<string, Scheme | undefined>> = {
  default: undefined,
  okabe_ito: { warm: '#D55E00', cool: '#0072B2', neutral: GREY, groups: CATEGORY_COLOURS },
  npg: { warm: '#E64B35', cool: '#3C5488', neutral: GREY, groups: NPG },
  nejm: { warm: '#BC3C29', cool: '#0072B5', neutral: GREY, groups: NEJM },
  lancet: { warm: '#ED0000', cool: '#00468B', neutral: GREY, groups: LANCET },
};
export const COLOUR_SCHEMES: readonly string[] = Object.keys(SCHEMES);

const WARM = new Set(['up_color', 'high_color', 'high_hr_color', 'tumor_color']);
const COOL = new Set(['down_color', 'low_color', 'low_hr_color', 'normal_color']);
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

/** The values that a scheme gives to the colour fields of a tool. */
export function schemeColours(tool: ToolDefinition, name: string): Record<string, string> {
  const scheme = SCHEMES[name.trim().toLowerCase()];
  if (scheme === undefined) return {};
  return Object.fromEntries(
    colourFields(tool).flatMap((field): [string, string][] => {
      const role = roleOf(field);
      const colour = typeof role === 'number' ? scheme.groups[role - 1] : role && scheme[role];
      return colour === undefined ? [] : [[field, colour]];
    }),
  );
}
