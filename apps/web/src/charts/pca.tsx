import { formatCount } from '@oncoloom/tool-kit';
import { useMemo } from 'react';
import { indexOfNames } from './differential.ts';
import { writeDecimal } from './differential-points.ts';
import { distinctGroups, type Group, groupsOf } from './groups.ts';
import { MARK } from './look.ts';
import { PanelGrid, type PanelPlace } from './panel-grid.tsx';
import { componentTitle, type PcaPanel, pcaPanels } from './pca-panels.ts';
import type { PointLook } from './points-canvas.ts';
import { Scatter } from './scatter.tsx';
import { spanText } from './scatter-data.ts';
import { SYMBOLS } from './symbols.ts';
import { numbersOf, optionalTexts, styleFlag, styleNumber, tableOf, textsOf } from './table.ts';
import type { ChartProps, FigureStyle } from './types.ts';

const POINT_RADIUS = 4;
const NOTHING: readonly number[] = [];
const NO_GUIDES: readonly never[] = [];

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
  const { figure, tables, style, words, width } = props;
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
  const panels = useMemo(() => {
    const facet = optionalTexts(table, columns.facet);
    const [x, y] = [numbersOf(table, columns.x), numbersOf(table, columns.y)];
    return pcaPanels({ names, group, shape, facet, x, y }, groups, { ellipses, sameAxes });
  }, [table, columns, names, group, shape, groups, ellipses, sameAxes]);
  const panelNames = useMemo(() => panels.map((panel) => panel.name), [panels]);
  const legend = useMemo(
    () => [
      ...groups.map(({ name, colour, count }) => ({ label: name, colour, count: formatCount(count) })),
      ...(shapes ?? []).map((name, i) => ({ label: name, colour: MARK.caption, count: '', mark: symbolOf(i) })),
    ],
    [groups, shapes],
  );

  return (
    <PanelGrid names={panelNames} legend={legend} style={style} width={width}>
      {(i, place) => <Samples chart={props} panel={panels[i] as PcaPanel} groups={groups} shapes={shapes} looks={looks} place={place} />}
    </PanelGrid>
  );
}

/** The samples of one panel. */
function Samples(props: {
  chart: ChartProps;
  panel: PcaPanel;
  groups: readonly Group[];
  shapes: readonly string[] | null;
  looks: readonly PointLook[];
  place: PanelPlace;
}) {
  const { chart, panel, groups, shapes, looks, place } = props;
  const { figure, tables, words, highlight } = chart;
  const { names, group, shape, x, y } = panel;
  const data = useMemo(() => {
    const groupPlace = new Map(groups.map(({ name }, i) => [name, i]));
    const shapePlace = new Map((shapes ?? []).map((name, i) => [name, i]));
    const perGroup = Math.max(shapes?.length ?? 1, 1);
    const look = (row: number) => (groupPlace.get(group[row] as string) ?? 0) * perGroup + (shapePlace.get(shape?.[row] ?? '') ?? 0);
    return { names, x, y, looks: Uint16Array.from(names.keys(), look) };
  }, [names, group, shape, x, y, groups, shapes]);
  const rows = useMemo(() => indexOfNames(names), [names]);
  const everyRow = useMemo(() => [...names.keys()], [names]);
  const [first, second] = [figure.columns.x ?? 'PC1', figure.columns.y ?? 'PC2'];
  const titles = useMemo(() => {
    const facet = { column: figure.columns.facet, name: panel.name };
    return { x: componentTitle(first, tables.variance, facet), y: componentTitle(second, tables.variance, facet) };
  }, [first, second, tables.variance, figure, panel.name]);

  return (
    <Scatter
      data={data}
      looks={looks}
      thinned={null}
      home={panel.home}
      titles={titles}
      legend={place.legend}
      guides={NO_GUIDES}
      lines={panel.ellipses}
      heading={place.heading}
      {...(place.height !== undefined && { height: place.height })}
      labelled={styleFlag(place.style, 'show_samples', false) ? everyRow : NOTHING}
      italic={false}
      stops={everyRow}
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
      style={place.style}
      width={place.width}
      alternative={words.alternative ?? figure.title}
      highlighted={highlight === undefined ? null : (rows.get(highlight.toUpperCase()) ?? null)}
      onSelect={chart.onSelect}
      onPointClick={chart.onPointClick}
    />
  );
}
