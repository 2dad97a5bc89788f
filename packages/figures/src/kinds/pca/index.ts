import { facetsOf } from '../../data/facets.ts';
import { distinctGroups, type Group, groupsOf, legendOf } from '../../data/groups.ts';
import { numbersOf, optionalTexts, styleFlag, styleNumber, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData, FigureStyle } from '../../data/types.ts';
import { MARK } from '../../plot/marks.ts';
import { SYMBOLS } from '../../plot/symbols.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import type { PointLook } from '../../points/point-look.ts';
import { spanText } from '../../points/scatter-data.ts';
import { type ScatterModel, STOPS_MAX } from '../../points/scatter-model.ts';
import type { ScatterKind } from '../kind.ts';
import { componentTitle, pcaPanels } from './pca-panels.ts';

const POINT_RADIUS = 4;

function symbolOf(place: number) {
  return SYMBOLS[place % SYMBOLS.length] ?? 'circle';
}

/** Of each group, how many before it have its colour: where colours come again, the shape tells groups apart. */
const turnsOf = (groups: readonly Group[]): number[] =>
  groups.map(({ colour }, i) => groups.slice(0, i).filter((other) => other.colour === colour).length);

/** A look for each pair of group and shape: all shapes of the first group, then those of the second. */
function pairLooks(groups: readonly Group[], shapes: readonly string[] | null, style: FigureStyle): PointLook[] {
  const radius = styleNumber(style, 'point_size', POINT_RADIUS);
  const opacity = styleNumber(style, 'point_opacity', 0.85);
  const turns = turnsOf(groups);
  return groups.flatMap(({ colour }, own) => {
    const turn = turns[own] ?? 0;
    if (shapes === null) return [turn === 0 ? { colour, radius, opacity } : { colour, radius, opacity, shape: symbolOf(turn) }];
    return shapes.map((_, i) => ({ colour, radius, opacity, shape: symbolOf(i) }));
  });
}

/**
 * Samples on two principal components. Tables `points`, `variance` (component, share); columns `label`, `group`, `x`, `y`,
 * optionally `shape` (told by the points' shape) and `facet` (panels side by side; a column of both tables). With `x_component` and
 * `y_component` the panels show other components of the same samples: these columns name them, and `variance` has no panels.
 */
function model({ figure, tables, style, words }: FigureData): ScatterModel {
  const { columns } = figure;
  const table = tableOf(tables, 'points');
  const names = textsOf(table, columns.label);
  const group = textsOf(table, columns.group);
  const told = optionalTexts(table, columns.shape);
  const shape = told?.every((name) => name === '') ? null : told;
  const groups = groupsOf(distinctGroups(names, group), words, style);
  const shapes = shape === null ? null : [...new Set(shape)];
  const [first, second] = [columns.x ?? 'PC1', columns.y ?? 'PC2'];
  const [x, y] = [numbersOf(table, columns.x), numbersOf(table, columns.y)];
  const facets = facetsOf(optionalTexts(table, columns.facet), table.rowCount);
  const components = { x: optionalTexts(table, columns.x_component), y: optionalTexts(table, columns.y_component) };
  const paired = components.x !== null;
  const title = (component: string, name: string) =>
    componentTitle(component, tables.variance, { column: paired ? undefined : columns.facet, name });
  const componentOf = (axis: 'x' | 'y', row: number | undefined) => components[axis]?.[row ?? 0] ?? (axis === 'x' ? first : second);
  const options = {
    ellipses: styleFlag(style, 'ellipse', styleFlag(style, 'draw_confidence_ellipse', true)),
    sameAxes: styleFlag(style, 'same_axes', true),
    width: styleNumber(style, 'line_width', 1.25),
  };
  const named = styleFlag(style, 'show_samples', styleFlag(style, 'label_points', false));
  const groupPlace = new Map(groups.map(({ name }, i) => [name, i]));
  const shapePlace = new Map((shapes ?? []).map((name, i) => [name, i]));
  const perGroup = Math.max(shapes?.length ?? 1, 1);
  return {
    names,
    x,
    y,
    look: Uint16Array.from(
      names,
      (_, row) => (groupPlace.get(group[row] as string) ?? 0) * perGroup + (shapePlace.get(shape?.[row] ?? '') ?? 0),
    ),
    looks: pairLooks(groups, shapes, style),
    thinned: null,
    legend: [
      ...legendOf(groups).flatMap((entry, i) => {
        const turn = shapes === null ? (turnsOf(groups)[i] ?? 0) : 0;
        return groups[i]?.name === '' ? [] : [turn === 0 ? entry : { ...entry, mark: symbolOf(turn) }];
      }),
      ...(shapes ?? []).map((name, i) => ({ label: name, colour: MARK.caption, count: '', mark: symbolOf(i) })),
    ],
    guides: [],
    italic: false,
    panels: pcaPanels({ group, x, y }, facets, groups, options).map((panel) => ({
      ...panel,
      titles: { x: title(componentOf('x', panel.rows[0]), panel.name), y: title(componentOf('y', panel.rows[0]), panel.name) },
      text: '',
      labelled: named ? panel.rows : [],
      stops: panel.rows.slice(0, STOPS_MAX),
    })),
    style,
    describe: (row) => ({
      name: names[row] as string,
      italic: false,
      tag: [group[row], shape?.[row]].filter((part) => part !== undefined && part !== '').join(' · '),
      rows: [
        [componentOf('x', row), writeDecimal(x[row])],
        [componentOf('y', row), writeDecimal(y[row])],
      ],
    }),
    rangeText: (xs, ys) =>
      [spanText(paired ? '横轴' : first, xs, writeDecimal), spanText(paired ? '纵轴' : second, ys, writeDecimal)]
        .filter((part) => part !== '')
        .join('，'),
    note: (_, unplaced) => (unplaced > 0 ? `有 ${unplaced} 个样本名放不下，没有写出；放大图面可以看到。` : ''),
  };
}

export const kind: ScatterKind = { family: 'scatter', model };
