import type { StyleParameter, ToldFigure, ValueParameter } from '@oncoloom/tool-kit';

const INCH = 25.4;

/** Widths of journals' columns. */
export const PRESETS = [
  { id: 'single-85', label: '单栏', millimetres: 85 },
  { id: 'single-89', label: '单栏', millimetres: 89 },
  { id: 'half-114', label: '1.5 栏', millimetres: 114 },
  { id: 'half-120', label: '1.5 栏', millimetres: 120 },
  { id: 'double-174', label: '双栏', millimetres: 174 },
  { id: 'double-183', label: '双栏', millimetres: 183 },
] as const;

export type LengthUnit = 'mm' | 'in';
/** Digits behind the point that a length is typed with. */
const UNIT_DIGITS: Readonly<Record<LengthUnit, number>> = { mm: 1, in: 2 };

/** Inches (on the wire) in a unit of the editor, rounded to its digits. */
export function toUnit(inches: number, unit: LengthUnit): number {
  const scale = 10 ** UNIT_DIGITS[unit];
  return Math.round(inches * (unit === 'mm' ? INCH : 1) * scale) / scale;
}

export function fromUnit(length: number, unit: LengthUnit): number {
  return unit === 'mm' ? toInches(length) : length;
}

/** What somebody chose has four decimals, and is so never taken for the declared length, which follows the content. */
export function toInches(millimetres: number): number {
  return Number((millimetres / INCH).toFixed(4));
}

/** The preset that a width in inches is, if any. */
export function presetOf(inches: number): (typeof PRESETS)[number]['id'] | null {
  const width = toUnit(inches, 'mm');
  return PRESETS.find(({ millimetres }) => millimetres === width)?.id ?? null;
}

/** Fields that have controls of their own. */
const OWN_CONTROLS = ['plot_pdf_width', 'plot_pdf_height', 'palette', 'axis_breaks_x', 'axis_breaks_y', 'axis_log_x', 'axis_log_y'];
const SHEET = ['figure_language', 'font_family', 'font_size', 'transparent_ground'];
const TEXTS = ['plot_title', 'axis_title_x', 'axis_title_y'];
const AXES = ['axis_width', 'same_axes', 'time_limit', 'log_axis'];
/** How wide, large and transparent points and lines are. */
const MARK = /^(point|line)_(size|width|opacity)$/;

export type SectionName = 'sheet' | 'texts' | 'axes' | 'legend' | 'marks' | 'colours' | 'labels';

export interface EditorSection {
  name: SectionName;
  title: string;
  fields: (readonly [key: string, field: ValueParameter])[];
}

function sectionOf(key: string, field: ValueParameter): SectionName {
  if (SHEET.includes(key)) return 'sheet';
  if (TEXTS.includes(key)) return 'texts';
  if (AXES.includes(key)) return 'axes';
  if (key === 'legend_position') return 'legend';
  if (MARK.test(key)) return 'marks';
  return field.kind === 'colour' || key.endsWith('_colours') ? 'colours' : 'labels';
}

/** Where a field's row stands, also those of `OWN_CONTROLS` and of what a figure lists by name. */
export function sectionOfField(key: string, style: ToldFigure['style']): SectionName {
  if (key.startsWith('group:')) return 'legend';
  if (key.startsWith('axis_') && !TEXTS.includes(key)) return 'axes';
  if (key.startsWith('plot_pdf_')) return 'sheet';
  const field = style[key];
  return field === undefined || field.kind === 'tuples' ? 'labels' : sectionOf(key, field);
}

const TITLES: Readonly<Record<SectionName, string>> = {
  sheet: '版面与字体',
  texts: '标题',
  axes: '坐标轴',
  legend: '图例与名称',
  marks: '点与线',
  colours: '颜色',
  labels: '标注与内容',
};

/** Colours of groups: where the figure lists its groups, they are chosen there. */
const GROUP_COLOUR = /^(case|control|tumor|normal|group_\d+)_color$/;

/** The declared style fields under the editor's headings; a heading without fields is left out. @param listsGroups See `GROUP_COLOUR`. */
export function editorSections(style: ToldFigure['style'], listsGroups = false): EditorSection[] {
  const entries = Object.entries(style).filter(
    (entry): entry is [string, ValueParameter] => hasControl(...entry) && !(listsGroups && GROUP_COLOUR.test(entry[0])),
  );
  return (Object.keys(TITLES) as SectionName[])
    .map((name) => ({
      name,
      title: TITLES[name],
      fields: entries.filter(([key, field]) => sectionOf(key, field) === name),
    }))
    .filter(({ name, fields }) => fields.length > 0 || (name === 'colours' && style.palette !== undefined));
}

function hasControl(key: string, field: StyleParameter): boolean {
  return field.kind !== 'tuples' && !OWN_CONTROLS.includes(key);
}

const SLIDER_STEPS_MAX = 95;

/** A slider for a short range, a field to type in for a long one, and for a number that the figure finds until one is typed. */
export function isSlider(field: ValueParameter): boolean {
  if (isFound(field)) return false;
  if (field.kind === 'integer') return field.max - field.min <= SLIDER_STEPS_MAX;
  return field.kind === 'number' && field.step !== undefined && (field.max - field.min) / field.step <= SLIDER_STEPS_MAX;
}

/** Does 0 stand for what the figure finds by itself? */
export const isFound = (field: ValueParameter): boolean => field.kind === 'number' && field.found === true;

/** 0.72 → 72% for shares, 7 → 7 pt where a unit is declared. */
export function writeSetting(key: string, field: ValueParameter, value: number): string {
  if (key.endsWith('_opacity')) return `${Math.round(value * 100)}%`;
  const unit = field.kind === 'number' || field.kind === 'integer' ? field.unit : undefined;
  return unit === undefined || unit === 'px' ? `${value}` : `${value} ${unit}`;
}
