import { formatPercent } from '@oncoloom/tool-kit';
import type { Facets } from '../../data/facets.ts';
import type { Group } from '../../data/groups.ts';
import { numbersOf, textsOf } from '../../data/table.ts';
import type { ColumnarTable } from '../../data/types.ts';
import { padSpan, type Span } from '../../plot/axes/scale.ts';
import type { View } from '../../plot/view.ts';
import { normalEllipse } from '../../points/ellipse.ts';
import { type DataLine, spanWithLines } from '../../points/lines.ts';

const LEVEL = 0.95;

/** Samples of one panel. */
interface PcaPanel {
  name: string;
  rows: readonly number[];
  /** What holds all of its points and ellipses. */
  home: View;
  /** Ellipses of its groups. */
  lines: readonly DataLine[];
}

/** 「PC1（33.2%）」, when the variance table knows the component, of this panel where the table has panels. */
export function componentTitle(
  component: string,
  variance: ColumnarTable | undefined,
  facet: { column: string | undefined; name: string },
): string {
  if (variance === undefined) return component;
  const components = textsOf(variance, 'component');
  const panel = facet.column === undefined ? null : textsOf(variance, facet.column);
  const at = components.findIndex((one, row) => one === component && (panel === null || panel[row] === facet.name));
  const share = numbersOf(variance, 'share')[at];
  return share === undefined || Number.isNaN(share) ? component : `${component}（${formatPercent(share)}）`;
}

function covering(values: Float64Array, lines: readonly DataLine[], axis: 0 | 1): Span {
  return padSpan(spanWithLines(values, lines, axis) ?? [-1, 1], 0.05);
}

/** The smallest span that holds both. */
function union(a: Span, b: Span): Span {
  return [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
}

/** One ellipse per group that is large enough. */
function ellipsesOf(groups: readonly Group[], group: readonly string[], x: Float64Array, y: Float64Array, width: number): DataLine[] {
  return groups.flatMap(({ name, colour }) => {
    const rows = [...group.keys()].filter((row) => group[row] === name && Number.isFinite(x[row]) && Number.isFinite(y[row]));
    const points = normalEllipse(
      rows.map((row) => x[row] as number),
      rows.map((row) => y[row] as number),
      LEVEL,
    );
    return points.length === 0 ? [] : [{ colour, points, width, closed: 'ellipse' as const }];
  });
}

/** The ellipses and the span of each panel; `sameAxes` gives all of them the span of all. */
export function pcaPanels(
  columns: { group: readonly string[]; x: Float64Array; y: Float64Array },
  facets: Facets,
  groups: readonly Group[],
  options: { ellipses: boolean; sameAxes: boolean; width: number },
): PcaPanel[] {
  const panels = facets.rows.map((rows, i): PcaPanel => {
    const [x, y] = [columns.x, columns.y].map((column) => Float64Array.from(rows, (row) => column[row] as number)) as [
      Float64Array,
      Float64Array,
    ];
    const group = rows.map((row) => columns.group[row] as string);
    const lines = options.ellipses ? ellipsesOf(groups, group, x, y, options.width) : [];
    return { name: facets.names[i] as string, rows, lines, home: { x: covering(x, lines, 0), y: covering(y, lines, 1) } };
  });
  if (!options.sameAxes) return panels;
  const home = panels.map((panel) => panel.home).reduce((all, own) => ({ x: union(all.x, own.x), y: union(all.y, own.y) }));
  return panels.map((panel) => ({ ...panel, home }));
}
