import type { FigureDeclaration, ValueParameter } from '@oncoloom/tool-kit';

const INCH = 25.4;
/** Printed widths of the two presets, in millimetres. */
export const PRESETS = { one: 85, two: 174 } as const;
export type Preset = keyof typeof PRESETS;

/** Inches (on the wire) to millimetres (in the editor), to a tenth. */
export function toMillimetres(inches: number): number {
  return Math.round(inches * INCH * 10) / 10;
}

export function toInches(millimetres: number): number {
  return millimetres / INCH;
}

/** The preset that a width in inches is, if any. */
export function presetOf(inches: number): Preset | null {
  const width = toMillimetres(inches);
  return width === PRESETS.one ? 'one' : width === PRESETS.two ? 'two' : null;
}

export interface EditorSection {
  title: string;
  fields: (readonly [key: string, field: ValueParameter])[];
}

const LAYOUT = ['plot_pdf_width', 'plot_pdf_height', 'font_family', 'font_size'];

/** Size and opacity of marks stand beside their colours. */
function isMark(key: string): boolean {
  return key.startsWith('point_') || key.startsWith('line_');
}

function sectionOf(key: string, field: ValueParameter): '版式' | '点与颜色' | '标注' | '文字' {
  if (LAYOUT.includes(key)) return '版式';
  if (field.kind === 'text') return '文字';
  if (field.kind === 'colour' || isMark(key)) return '点与颜色';
  return '标注';
}

/** The declared style fields under the editor's four headings; a heading without fields is left out. */
export function editorSections(style: FigureDeclaration['style']): EditorSection[] {
  const entries = Object.entries(style).filter((entry): entry is [string, ValueParameter] => entry[1].kind !== 'tuples');
  const marks = entries.find(([key]) => isMark(key))?.[0];
  const looks = marks === undefined ? '颜色' : marks.startsWith('point_') ? '点与颜色' : '线与颜色';
  return (['版式', '点与颜色', '标注', '文字'] as const)
    .map((title) => ({
      title: title === '点与颜色' ? looks : title,
      fields: entries.filter(([key, field]) => sectionOf(key, field) === title),
    }))
    .filter((section) => section.fields.length > 0);
}

const SLIDER_STEPS_MAX = 95;

/** A slider for a short range, a field to type in for a long one. */
export function isSlider(field: ValueParameter): boolean {
  if (field.kind === 'integer') return field.max - field.min <= SLIDER_STEPS_MAX;
  return field.kind === 'number' && field.step !== undefined && (field.max - field.min) / field.step <= SLIDER_STEPS_MAX;
}

/** 0.72 → 72% for shares, 7 → 7 pt where a unit is declared. */
export function writeSetting(key: string, field: ValueParameter, value: number): string {
  if (key.endsWith('_opacity')) return `${Math.round(value * 100)}%`;
  const unit = field.kind === 'number' || field.kind === 'integer' ? field.unit : undefined;
  return unit === undefined || unit === 'px' ? `${value}` : `${value} ${unit}`;
}
