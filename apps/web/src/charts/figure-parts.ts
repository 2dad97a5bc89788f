import { partName } from '@oncoloom/figures';
import type { ToldFigure } from './types.ts';

/** A part of a drawn figure that can be edited, with its place in the picture in CSS pixels. */
export interface FigurePart {
  /** What the picture calls it: `title`, `axis-x`, `group` … */
  part: string;
  /** Of a group or a label; empty for others. */
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far beside a thin part a press still means it. */
const REACH = 3;

/** What can be edited in a picture, in the order in which it is drawn. */
export function partsIn(picture: SVGElement): FigurePart[] {
  const frame = picture.getBoundingClientRect();
  return [...picture.querySelectorAll<SVGElement>('[data-part]')].flatMap((element) => {
    const { part = '', name = '' } = element.dataset;
    const box = element.getBoundingClientRect();
    if (part === 'notice' || box.width + box.height === 0) return [];
    return [{ part, name, x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height }];
  });
}

/** The part at a place: of those that hold it, the smallest. */
export function partAt(parts: readonly FigurePart[], at: { x: number; y: number }): FigurePart | null {
  const holding = parts.filter(
    ({ x, y, width, height }) => at.x >= x - REACH && at.x <= x + width + REACH && at.y >= y - REACH && at.y <= y + height + REACH,
  );
  const areaOf = ({ width, height }: FigurePart) => (width + 2 * REACH) * (height + 2 * REACH);
  return holding.length === 0 ? null : holding.reduce((best, one) => (areaOf(one) < areaOf(best) ? one : best));
}

/** Parts for the arrow keys: each once, also where it stands in several panels. */
export function distinctParts(parts: readonly FigurePart[]): FigurePart[] {
  const known = new Map<string, FigurePart>();
  for (const one of parts) if (!known.has(`${one.part} ${one.name}`)) known.set(`${one.part} ${one.name}`, one);
  return [...known.values()];
}

/** What a part is called, for ears. */
export function partWords({ part, name }: Pick<FigurePart, 'part' | 'name'>): string {
  if (part === 'group') return `分组「${name}」`;
  if (part === 'label') return `标注「${name}」`;
  return partName(part, 'zh');
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  title: ['plot_title'],
  'title-x': ['axis_title_x'],
  'title-y': ['axis_title_y'],
  'axis-x': ['axis_range_x', 'axis_title_x'],
  'axis-y': ['axis_range_y', 'axis_title_y'],
  legend: ['legend_position'],
  label: ['label_genes', 'label_top', 'show_samples', 'show_genes'],
  points: ['point_size'],
  lines: ['line_width', 'show_thresholds'],
  curve: ['line_width'],
  censored: ['show_censored'],
  intervals: ['conf_int'],
  medians: ['show_median'],
  'risk-table': ['risk_table'],
  boxes: ['line_width'],
  groups: ['group_shape', 'line_width'],
  box: ['group_shape', 'line_width'],
  violin: ['group_shape', 'line_width'],
  values: ['show_values'],
  expected: ['show_expected'],
  row: ['line_width', 'point_size'],
  brackets: ['brackets', 'p_format'],
  'row-names': ['show_genes', 'show_samples'],
  'column-names': ['show_samples'],
  tree: [],
};

/** The field of the editor that a part is edited by; null where there is none. */
export function fieldOf({ part, name }: Pick<FigurePart, 'part' | 'name'>, style: ToldFigure['style']): string | null {
  if (part === 'group') return `group:${name}`;
  const colour = Object.keys(style).find((key) => style[key]?.kind === 'colour');
  const own = FIELDS[part];
  const candidates = own === undefined || part === 'points' || part === 'lines' ? [...(own ?? []), colour ?? ''] : own;
  return candidates.find((key) => style[key] !== undefined) ?? null;
}
