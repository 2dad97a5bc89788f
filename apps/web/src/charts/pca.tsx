import { useMemo } from 'react';
import { writeDecimal } from './differential-points.ts';
import { facetsOf } from './facets.ts';
import { distinctGroups, type Group, groupsOf, legendOf } from './groups.ts';
import { MARK } from './look.ts';
import { componentTitle, pcaPanels } from './pca-panels.ts';
import type { PointLook } from './points-canvas.ts';
import { spanText } from './scatter-data.ts';
import { ScatterPanels } from './scatter-panels.tsx';
import { SYMBOLS } from './symbols.ts';
import { numbersOf, optionalTexts, styleFlag, styleNumber, tableOf, textsOf } from './table.ts';
import type { ChartProps, FigureStyle } from './types.ts';

const POINT_RADIUS = 4;

function symbolOf(place: number) {
  return SYMBOLS[place % SYMBOLS.length] ?? 'circle';
}

/** A look for each pair of group and shape: all shapes of the first group, then those of the second. */
function pairLooks(groups: readonly Group[], shapes: readonly string[] | null, style: FigureStyle): PointLook[] {
  const radius = styleNumber(style, 'point_size', POINT_RADIUS);
  const opacity = styleNumber(style, 'point_opacity', 0.85);
  return groups.flatMap(({ colour }) => {
    if (shapes === null) return [{ colour, radius, opacity }];
    return shapes.map((_, i) => ({ colour, radius, opacity, shape: symbolOf(i) }));
  });
}

/**
 * Samples on two principal components. Tables `points`, `variance` (component, share); columns `label`, `group`, `x`, `y`,
 * optionally `shape` (told by the points' shape) and `facet` (panels side by side; a column of both tables).
 */
export default function Pca(props: ChartProps) {
  const { figure, tables, style, words } = props;
  const { columns } = figure;
  const table = tableOf(tables, 'points');
  const names = textsOf(table, columns.label);
  const group = textsOf(table, columns.group);
  const shape = optionalTexts(table, columns.shape);
  const groups = useMemo(() => groupsOf(distinctGroups(names, group), words, style), [names, group, words, style]);
  const shapes = useMemo(() => (shape === null ? null : [...new Set(shape)]), [shape]);
  const looks = useMemo(() => pairLooks(groups, shapes, style), [groups, shapes, style]);
  const ellipses = styleFlag(style, 'ellipse', true);
  const sameAxes = styleFlag(style, 'same_axes', true);
  const [first, second] = [columns.x ?? 'PC1', columns.y ?? 'PC2'];
  const [x, y] = [numbersOf(table, columns.x), numbersOf(table, columns.y)];
  const panels = useMemo(() => {
    const facets = facetsOf(optionalTexts(table, columns.facet), table.rowCount);
    const title = (component: string, name: string) => componentTitle(component, tables.variance, { column: columns.facet, name });
    return pcaPanels({ group, x, y }, facets, groups, { ellipses, sameAxes }).map((panel) => ({
      ...panel,
      titles: { x: title(first, panel.name), y: title(second, panel.name) },
      text: '',
    }));
  }, [table, tables.variance, columns, group, x, y, groups, ellipses, sameAxes, first, second]);
  const look = useMemo(() => {
    const groupPlace = new Map(groups.map(({ name }, i) => [name, i]));
    const shapePlace = new Map((shapes ?? []).map((name, i) => [name, i]));
    const perGroup = Math.max(shapes?.length ?? 1, 1);
    return (row: number) => (groupPlace.get(group[row] as string) ?? 0) * perGroup + (shapePlace.get(shape?.[row] ?? '') ?? 0);
  }, [group, groups, shape, shapes]);
  const legend = useMemo(
    () => [
      ...legendOf(groups.filter(({ name }) => name !== '')),
      ...(shapes ?? []).map((name, i) => ({ label: name, colour: MARK.caption, count: '', mark: symbolOf(i) })),
    ],
    [groups, shapes],
  );

  return (
    <ScatterPanels
      chart={props}
      panels={panels}
      names={names}
      x={x}
      y={y}
      look={look}
      looks={looks}
      thinned={null}
      legend={legend}
      named={styleFlag(style, 'show_samples', false)}
      italic={false}
      describe={(row) => ({
        name: names[row] as string,
        italic: false,
        tag: [group[row], shape?.[row]].filter((part) => part !== undefined).join(' · '),
        rows: [
          [first, writeDecimal(x[row])],
          [second, writeDecimal(y[row])],
        ],
      })}
      rangeText={(xs, ys) =>
        [spanText(first, xs, writeDecimal), spanText(second, ys, writeDecimal)].filter((part) => part !== '').join('，')
      }
      note={(_, unplaced) => (unplaced > 0 ? `有 ${unplaced} 个样本名放不下，没有写出；放大图面可以看到。` : '')}
    />
  );
}
