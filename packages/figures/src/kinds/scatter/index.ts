import { facetsOf } from '../../data/facets.ts';
import { distinctGroups, groupsOf, legendOf } from '../../data/groups.ts';
import { subjectOf } from '../../data/subject.ts';
import { numbersOf, optionalTexts, styleFlag, styleNumber, styleSize, styleText, tableOf, textsOf } from '../../data/table.ts';
import type { ColumnarTable, FigureData } from '../../data/types.ts';
import { padSpan } from '../../plot/axes/scale.ts';
import { MARK } from '../../plot/marks.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import { type DataLine, type Guide, linePoints, spanWithLines } from '../../points/lines.ts';
import { lostNote, onLogAxes } from '../../points/log-axes.ts';
import { omittedNote } from '../../points/omitted-note.ts';
import { spanText } from '../../points/scatter-data.ts';
import { type ScatterModel, STOPS_MAX } from '../../points/scatter-model.ts';
import { plainTitle } from '../../text/title-marks.ts';
import type { ScatterKind } from '../kind.ts';

type Columns = FigureData['figure']['columns'];

/** More points are thinned on screen and drawn smaller. */
const MANY = 2000;

/** Where the quantities change their sign. */
const ZERO_LINES = [
  { axis: 'x', value: 0 },
  { axis: 'y', value: 0 },
] as const;

/** Dashed lines across the plot, in values of y; 0 draws none. */
const LEVELS = ['level_1', 'level_2'] as const;

/** The lines and their bands in each panel, bands below: one, or one of each group of the column `line_group`, in the group's colour. */
function fitLines(
  line: ColumnarTable | undefined,
  columns: Columns,
  panels: readonly string[],
  look: Pick<DataLine, 'colour' | 'width'>,
  colourOf: (group: string) => string | undefined,
): DataLine[][] {
  if (line === undefined) return panels.map(() => []);
  const facets = facetsOf(optionalTexts(line, columns.facet), line.rowCount);
  const groups = optionalTexts(line, columns.line_group);
  const x = numbersOf(line, columns.line_x);
  const lines = (groups === null ? [null] : [...new Set(groups)]).map((group): { bands: DataLine[]; fits: DataLine[] }[] => {
    const own = group === null ? x : x.map((value, row) => (groups?.[row] === group ? value : Number.NaN));
    const colour = (group === null ? undefined : colourOf(group)) ?? look.colour;
    const along = (role: string) => linePoints(facets, panels, own, numbersOf(line, columns[role]));
    const fits = along('line_y').map((points): DataLine[] => (points.length === 0 ? [] : [{ ...look, colour, points }]));
    if (columns.line_low === undefined || columns.line_high === undefined) return fits.map((some) => ({ bands: [], fits: some }));
    const [low, high] = [along('line_low'), along('line_high')];
    return fits.map((some, i) => {
      const points = [...(low[i] ?? []), ...[...(high[i] ?? [])].reverse()];
      return { bands: points.length === 0 ? [] : [{ points, colour, closed: 'band' as const }], fits: some };
    });
  });
  return panels.map((_, i) => [...lines.flatMap((of) => of[i]?.bands ?? []), ...lines.flatMap((of) => of[i]?.fits ?? [])]);
}

/** Outlines of how the values of each axis are spread, as the table gives them in values of the axes. */
function marginOutlines(margins: ColumnarTable | undefined, columns: Columns, panels: readonly string[], colour: string): DataLine[][] {
  if (margins === undefined) return panels.map(() => []);
  const sides = textsOf(margins, columns.margin);
  const [x, y] = [numbersOf(margins, columns.margin_x), numbersOf(margins, columns.margin_y)];
  const facets = facetsOf(optionalTexts(margins, columns.facet), margins.rowCount);
  return panels.map((name) => {
    const rows = facets.rows[facets.names.indexOf(name)] ?? [];
    return [...new Set(rows.map((row) => sides[row]))].map((side): DataLine => {
      const own = rows.filter((row) => sides[row] === side);
      return { points: own.map((row) => [x[row] as number, y[row] as number] as const), colour, closed: 'band' };
    });
  });
}

/** A text of the panel's row in the table of words. */
function wordOf(words: ColumnarTable | undefined, columns: Columns, role: string, panel: string): string {
  if (words === undefined || columns[role] === undefined) return '';
  const facets = optionalTexts(words, columns.facet);
  return textsOf(words, columns[role])[facets === null ? 0 : facets.indexOf(panel)] ?? '';
}

/**
 * Two quantities against each other, optionally with the line of a fit. Tables `points`: columns `label`, `x`, `y`, optionally
 * `group`, `facet`; optional `line`: columns `line_x`, `line_y`, optionally `line_low`, `line_high` (a band), `line_group` (a line of each group of the
 * points); optional `words`, a
 * row per panel: columns `text` (over the plot), `x_title`, `y_title`; optional `margins`, outlines beside the points: columns `margin` (which),
 * `margin_x`, `margin_y`. All have the column `facet` where the points have it.
 * Style: `show_counts` writes how many points a group has, `zero_lines` cuts the plot into quadrants, `level_1` and `level_2` are dashed lines at these values of y, `show_samples` writes names, `own_axis_y` gives each panel
 * a range of y of its own.
 */
function model({ figure, tables, style, words }: FigureData): ScatterModel {
  const { columns } = figure;
  const table = tableOf(tables, 'points');
  const names = textsOf(table, columns.label);
  const values = { x: numbersOf(table, columns.x), y: numbersOf(table, columns.y) };
  const group = optionalTexts(table, columns.group);
  const groups = groupsOf(distinctGroups(names, group ?? names.map(() => '')), words, style);
  const facets = facetsOf(optionalTexts(table, columns.facet), table.rowCount);
  const colour = styleText(style, 'line_color', MARK.ink);
  const colourOf = (name: string) => groups.find((one) => one.name === name)?.colour;
  const fitted = fitLines(tables.line, columns, facets.names, { colour, width: styleNumber(style, 'line_width', 2) }, colourOf);
  const margins = marginOutlines(tables.margins, columns, facets.names, MARK.ink);
  const fits = fitted.map((own, i) => [...own, ...(margins[i] ?? [])]);
  const axes = onLogAxes(style, { ...values, lines: fits });
  const { x, y, lines } = axes;
  const levels = LEVELS.flatMap((name): Guide[] => {
    const level = styleNumber(style, name, 0);
    const value = axes.places?.y?.(level) ?? level;
    return level === 0 || !Number.isFinite(value) ? [] : [{ axis: 'y', value }];
  });
  const upright = (values: Iterable<number>, some: readonly DataLine[]) =>
    padSpan(spanWithLines(Float64Array.from([...values, ...levels.map(({ value }) => value)]), some, 1) ?? [0, 1], 0.05);
  const home = { x: padSpan(spanWithLines(x, lines.flat(), 0) ?? [0, 1], 0.05), y: upright(y, lines.flat()) };
  const ownY = styleFlag(style, 'own_axis_y', false);
  const named = styleFlag(style, 'show_samples', false);
  // Behind 推荐 a count of points would be read as the value that is recommended.
  const counted = styleFlag(style, 'show_counts', true);
  const panels = facets.names.map((name, i) => {
    const word = (role: string) => wordOf(tables.words, columns, role, name);
    const rows = facets.rows[i] ?? [];
    const titles = { x: word('x_title'), y: word('y_title') };
    return {
      name,
      rows,
      home: ownY
        ? {
            ...home,
            y: upright(
              rows.map((row) => y[row] as number),
              lines[i] ?? [],
            ),
          }
        : home,
      lines: lines[i] ?? [],
      titles,
      text: word('text'),
      labelled: named ? rows : [],
      stops: rows.slice(0, STOPS_MAX),
    };
  });
  const many = table.rowCount > MANY;
  const radius = styleSize(style, 'point_size', many ? 1.6 : 3.2);
  const opacity = styleSize(style, 'point_opacity', many ? 0.6 : 0.8);
  const places = new Map(groups.map(({ name }, i) => [name, i]));
  const italic = subjectOf(figure, words) === 'gene';
  const titleOf = (axis: 'x' | 'y') => plainTitle(styleText(style, `axis_title_${axis}`, panels[0]?.titles[axis] ?? '')) || axis;
  return {
    names,
    x,
    y,
    look: Uint16Array.from(names, (_, row) => places.get(group?.[row] ?? '') ?? 0),
    looks: groups.map(({ colour }) => ({ colour, radius, opacity })),
    thinned: many && group === null ? 0 : null,
    legend: group === null ? [] : legendOf(groups).map((entry) => (counted ? entry : { ...entry, count: '' })),
    guides: [...(styleFlag(style, 'zero_lines', false) ? ZERO_LINES : []), ...levels],
    ticks: axes.ticks,
    places: axes.places ?? {},
    logAxes: axes.logAxes ?? {},
    italic,
    panels,
    style,
    describe: (row) => ({
      name: names[row] as string,
      italic,
      tag: group?.[row] ?? '',
      rows: [
        [titleOf('x'), writeDecimal(values.x[row])],
        [titleOf('y'), writeDecimal(values.y[row])],
      ],
    }),
    rangeText: (xs, ys) =>
      [spanText(titleOf('x'), axes.spanOf('x', xs), writeDecimal), spanText(titleOf('y'), axes.spanOf('y', ys), writeDecimal)]
        .filter((part) => part !== '')
        .join('，'),
    note: (omitted, unplaced) =>
      omittedNote(panels[0]?.rows.length ?? 0, omitted) +
      lostNote(axes.lost) +
      (unplaced > 0 ? `有 ${unplaced} 个名字放不下，没有写出；放大图面可以看到。` : ''),
  };
}

export const kind: ScatterKind = { family: 'scatter', model };
