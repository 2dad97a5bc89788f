import { formatCount } from '@oncoloom/tool-kit';
import { type Facets, facetsOf } from '../../data/facets.ts';
import { distinctGroups, type Group, groupPlaceOf, groupsOf, legendOf } from '../../data/groups.ts';
import { indexOfNames } from '../../data/names.ts';
import { COUNTED, SUBJECT_WORDS, subjectOf } from '../../data/subject.ts';
import {
  ChartDataError,
  inOrder,
  isOrdered,
  numbersOf,
  optionalTexts,
  styleFlag,
  styleNumber,
  tableOf,
  textsOf,
} from '../../data/table.ts';
import type { ColumnarTable, FigureData, FigureStyle, Size } from '../../data/types.ts';
import { axisEntries } from '../../plot/axes/axis-entries.ts';
import { type NumberAxis, outsideNote } from '../../plot/axes/axis-range.ts';
import { type BandNames, bandOf, fitBandNames } from '../../plot/axes/band-names.tsx';
import { withinScale } from '../../plot/axes/scale.ts';
import { layoutPanels, type Panel, type Panels, panelAt, panelEntries, panelLabels, plotsOf, widthOfPanels } from '../../plot/panels.ts';
import { checkRoom } from '../../plot/room.ts';
import { panelsHeight } from '../../plot/screen-size.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import { sayIn } from '../../text/language.ts';
import { typefaceOf } from '../../text/typeface.ts';
import type { ItemLayout } from '../kind.ts';
import {
  type BoxData,
  type BoxPaths,
  type BoxPoints,
  boxAxis,
  boxPaths,
  boxPoints,
  boxShape,
  isWhole,
  outsideOf,
  placesOf,
} from './box-data.ts';

/** The boxes of one group in one panel. */
export interface PlacedBoxes extends BoxPaths {
  colour: string;
  outlined: boolean;
  strokeWidth: number;
  medianWidth: number;
}

interface BoxPanel {
  panel: Panel;
  boxes: readonly PlacedBoxes[];
  /** Path of the points beyond the whiskers. */
  dots: string;
  names: BandNames;
  /** What the table calls the boxes. */
  keys: readonly string[];
}

export interface BoxLayout extends ItemLayout {
  panels: Panels;
  parts: readonly BoxPanel[];
  italic: boolean;
  dot: { radius: number; opacity: number };
  /** A chosen axis cuts some boxes. */
  cut: boolean;
  /** The grounds of the box that is told of, and of the same sample's boxes in the other panels. */
  grounds: (box: number) => readonly { x: number; y: number; width: number; height: number }[];
}

const NO_POINTS: BoxPoints = { facet: [], place: [], value: [] };
const GROUND_MIN = 4;

function facetsOfFigure({ figure, tables }: FigureData): Facets {
  const table = tableOf(tables, 'boxes');
  return facetsOf(optionalTexts(table, figure.columns.facet), table.rowCount);
}

export function screenHeight(data: FigureData, width: number): number {
  return panelsHeight(data.style, width, facetsOfFigure(data).names.length);
}

/** Boxes in the table's order, or in that of their names that the style chooses; where it orders the groups, group by group. */
function arranged(
  facets: Facets,
  labels: readonly string[],
  group: ArrayLike<number>,
  groups: readonly Group[],
  style: FigureStyle,
): Facets {
  const byGroup = isOrdered(
    style,
    groups.map(({ name }) => name),
  );
  const rows = facets.rows.map((own) => {
    const named = inOrder(style, own, (row) => labels[row] as string);
    return byGroup ? named.toSorted((a, b) => (group[a] as number) - (group[b] as number)) : named;
  });
  return { ...facets, rows };
}

function readBoxes(table: ColumnarTable, columns: Readonly<Record<string, string>>, labels: readonly string[], facets: Facets): BoxData {
  const of = (role: string) => numbersOf(table, columns[role]);
  const numbers = { low: of('low'), q1: of('q1'), median: of('median'), q3: of('q3'), high: of('high') };
  return { labels, ...numbers, facets, place: placesOf(facets) };
}

function readPoints({ figure: { columns }, tables: { outliers }, style }: FigureData, boxes: BoxData): BoxPoints {
  if (outliers === undefined || !styleFlag(style, 'show_outliers', true)) return NO_POINTS;
  return boxPoints(boxes, textsOf(outliers, columns.label), optionalTexts(outliers, columns.facet), numbersOf(outliers, columns.value));
}

/** What a box takes in print at most. */
const BOX_WIDE = 44;

/** Panels with room for the names of their boxes, as far as these fit. */
function placed(data: FigureData, size: Size, boxes: BoxData, axis: NumberAxis, groups: readonly Group[] | null) {
  const { style, figure, words } = data;
  const { facets, labels } = boxes;
  const say = sayIn(style);
  const options = {
    ...size,
    view: { x: [0, 1] as const, y: axis.span },
    log: { y: axis.log },
    titles: { x: say(COUNTED[subjectOf(figure, words)], { n: formatCount(new Set(labels).size) }), y: '' },
    style,
    legend: groups === null ? [] : legendOf(groups),
  };
  const spans = facets.names.map((name, i) => ({ name, x: [0.5, (facets.rows[i]?.length ?? 0) + 0.5] as const }));
  const first = layoutPanels({ ...options, names: { x: 0 } }, spans);
  const band = Math.min(...first.panels.map(bandOf));
  const written = styleFlag(style, 'show_samples', true) ? labels.map((label) => say(label)) : [];
  const rows = new Set(first.panels.map(({ plot }) => plot.y)).size;
  const names = fitBandNames(written, band, size.height / rows, typefaceOf(style));
  const panels = layoutPanels({ ...options, names: { x: names.depth } }, spans);
  checkRoom(panels.frame, plotsOf(panels));
  return { panels, names };
}

function boxesOf(
  boxes: BoxData,
  rows: readonly number[],
  { group, groups }: { group: ArrayLike<number>; groups: readonly Group[] },
  panel: Panel,
  lineWidth: number,
): PlacedBoxes[] {
  const shape = boxShape(bandOf(panel));
  return groups.flatMap(({ colour }, i): PlacedBoxes[] => {
    const own = rows.filter((row) => group[row] === i);
    if (own.length === 0) return [];
    const strokeWidth = lineWidth * (shape.outlined ? 1 : Math.max(shape.half * 0.6, 0.4));
    return [{ ...boxPaths(boxes, own, panel, shape), colour, outlined: shape.outlined, strokeWidth, medianWidth: 1.5 * lineWidth }];
  });
}

function dotsOf(points: BoxPoints, facet: number, panel: Panel, axis: NumberAxis): string {
  const dots = points.value.map((value, i) =>
    points.facet[i] === facet && !axis.hides(value)
      ? `M${panel.x(points.place[i] as number).toFixed(2)},${panel.y(value).toFixed(2)}h0`
      : '',
  );
  return dots.join('');
}

/**
 * Box plots of samples or of genes, panels side by side on one axis. Table `boxes`, a row per box in display order; columns `label`, `low`,
 * `q1`, `median`, `q3`, `high`, optionally `group`, `facet`. Optional table `outliers`, a row per point beyond the whiskers;
 * columns `label`, `facet` as above and `value`. Throws `ChartDataError` where there is no box to draw.
 */
export function layout(data: FigureData, size: Size): BoxLayout {
  const { figure, tables, style, words } = data;
  const { columns } = figure;
  const table = tableOf(tables, 'boxes');
  const labels = textsOf(table, columns.label);
  const membership = optionalTexts(table, columns.group);
  const groups = groupsOf(distinctGroups(labels, membership ?? labels.map(() => '')), words, style);
  const group = Int32Array.from(labels, (_, row) => groupPlaceOf(groups, membership?.[row] ?? ''));
  const facets = arranged(facetsOfFigure(data), labels, group, groups, style);
  const boxes = readBoxes(table, columns, labels, facets);
  const empty = labels.filter((_, row) => !isWhole(boxes, row)).length;
  const subject = SUBJECT_WORDS[subjectOf(figure, words)];
  if (empty === labels.length)
    throw new ChartDataError(labels.length === 0 ? `没有${subject}可画` : `${formatCount(empty)} 个${subject}都没有数值可画`);
  const points = readPoints(data, boxes);
  const axis = boxAxis(boxes, points, style);
  const outside = outsideOf(boxes, points, axis);
  const { panels, names } = placed(data, size, boxes, axis, membership === null ? null : groups);
  const panelOf = (row: number) => panels.panels[facets.of[row] as number];
  const rowOf = indexOfNames(labels);
  const italic = subjectOf(figure, words) === 'gene';
  return {
    ...size,
    wanted: {
      width: widthOfPanels(
        panels,
        size.width,
        facets.rows.map((rows) => rows.length * BOX_WIDE),
      ),
    },
    frame: panels.frame,
    panels,
    parts: panels.panels.map((panel, facet) => {
      const rows = facets.rows[facet] ?? [];
      const texts = names.texts.length === 0 ? [] : rows.map((row) => names.texts[row] as string);
      return {
        panel,
        boxes: boxesOf(boxes, rows, { group, groups }, panel, styleNumber(style, 'line_width', 1)),
        dots: dotsOf(points, facet, panel, axis),
        names: { ...names, texts },
        keys: rows.map((row) => labels[row] as string),
      };
    }),
    italic,
    dot: { radius: styleNumber(style, 'point_size', 1.3), opacity: styleNumber(style, 'point_opacity', 0.5) },
    cut: outside.boxes > 0,
    axes: { y: axis.controls },
    movable: panelLabels(panels),
    entries: [
      ...panels.frame.legend.named,
      ...(names.texts.length === 0 ? [] : axisEntries(labels, style)),
      ...panelEntries(panelLabels(panels), style),
    ],
    grounds: (box) =>
      panels.panels.flatMap((panel, facet) => {
        const row = (facets.rows[facet] ?? []).find((one) => labels[one] === labels[box]);
        if (row === undefined) return [];
        const width = Math.max(bandOf(panel), GROUND_MIN);
        return [{ x: panel.x(boxes.place[row] as number) - width / 2, y: panel.plot.y, width, height: panel.plot.height }];
      }),
    items: '图中的箱线',
    stops: facets.rows.flat(),
    hit: (at) => {
      const facet = panelAt(panels.panels, at);
      if (facet === null) return null;
      const own = facets.rows[facet] ?? [];
      const place = Math.round(panels.panels[facet]?.x.invert(at.x) ?? 0);
      return own[Math.min(Math.max(place, 1), own.length) - 1] ?? null;
    },
    anchor: (row) => {
      const panel = panelOf(row);
      const high = boxes.high[row] as number;
      return {
        x: panel?.x(boxes.place[row] as number) ?? 0,
        y: panel === undefined ? 0 : Number.isFinite(high) ? withinScale(panel.y, panel.y(high)) : panel.plot.y,
      };
    },
    describe: (row) => ({
      name: labels[row] as string,
      italic,
      tag: membership?.[row] ?? '',
      rows: [
        ['中位数', writeDecimal(boxes.median[row])],
        ['四分位数', `${writeDecimal(boxes.q1[row])} 至 ${writeDecimal(boxes.q3[row])}`],
        ['须', `${writeDecimal(boxes.low[row])} 至 ${writeDecimal(boxes.high[row])}`],
      ],
    }),
    find: (name) => rowOf.get(name.toUpperCase()) ?? null,
    named: (row) => labels[row] ?? '',
    note: [
      empty === 0 ? '' : `${formatCount(empty)} 个${subject}没有数值，没有画。`,
      outsideNote(outside.boxes, '个箱线', axis),
      outsideNote(outside.points, '个离群点', axis),
    ].join(''),
  };
}
