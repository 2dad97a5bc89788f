import { formatCount } from '@oncoloom/tool-kit';
import { styleFlag, styleNumber, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import { axisEntries } from '../../plot/axes/axis-entries.ts';
import { outsideNote } from '../../plot/axes/axis-range.ts';
import type { BandNames } from '../../plot/axes/band-names.tsx';
import { PANEL_MIN, type Panels, panelAt, panelEntries, panelLabels, widthOfPanels } from '../../plot/panels.ts';
import { panelsHeight } from '../../plot/screen-size.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import type { DotsOf } from '../../points/dots.ts';
import { sayIn } from '../../text/language.ts';
import type { ItemLayout } from '../kind.ts';
import { Arrangement, BOX_ROOM, BOX_WIDE } from './arrangement.ts';
import type { PlacedBracket } from './brackets.ts';
import { type ComparisonData, facetsOfFigure, readComparison } from './comparison-data.ts';
import { withoutIdlePanels } from './idle-panels.ts';
import { type PlacedGroup, placeGroups, placePoints } from './marks.ts';
import { areOwnGroups } from './places.ts';
import { pairsOf, testedOf } from './tests.ts';
import { levelOf, panelName, sayPanel } from './words.ts';

export interface ComparisonLayout extends ItemLayout {
  panels: Panels;
  /** What stands for each group with enough values. */
  marks: readonly PlacedGroup[];
  dots: DotsOf;
  /** Lines that join the values of each pair, as x1, y1, x2, y2. */
  pairLines: readonly (readonly [number, number, number, number])[];
  brackets: readonly PlacedBracket[];
  lineWidth: number;
  /** Marks of each panel where a chosen axis cuts some of them; null where it cuts none. */
  cutMarks: readonly (readonly number[])[] | null;
  names: readonly BandNames[];
  /** What the table calls the categories of each panel. */
  levels: readonly (readonly string[])[];
  italic: { names: boolean; panels: boolean };
}

/** Of panels that are not drawn. */
const LEFT_OUT = {
  zh: '没有画：{names}（有两个以上数值的组不到两个，没有可比的）。',
  en: 'Not drawn: {names} (fewer than two groups have two values or more, so that there is nothing to compare).',
};

export function screenHeight(whole: FigureData, width: number): number {
  const { data } = withoutIdlePanels(whole);
  const boxes = tableOf(data.tables, 'boxes');
  const facets = facetsOfFigure(data);
  const labels = textsOf(boxes, data.figure.columns.label);
  const widest = Math.max(...facets.rows.map((rows) => new Set(rows.map((row) => labels[row])).size));
  const groups = data.figure.columns.group === undefined ? null : textsOf(boxes, data.figure.columns.group);
  const abreast = groups === null || areOwnGroups(labels, groups) ? 1 : new Set(groups).size;
  return panelsHeight(data.style, width, facets.names.length, Math.max(PANEL_MIN, widest * abreast * BOX_ROOM));
}

/**
 * Values of groups compared within categories: boxes or violins, the points themselves, and what the tests say over them. Tables `boxes`, a row
 * per box in display order: columns `label` (the category), `low`, `q1`, `median`, `q3`, `high`, `n`, optionally `group`, `facet`, `facet_test` (what the
 * panel's test says), `counted` (the number behind the names of categories); `points`, a row per value: columns `label`, `group`, `facet` as above, `name`, `value`, optionally `pair` (values of one pair are joined by a line). P comes
 * from tables alone: `notes`, a row per comparison within a category: `label`, `facet` as above, `group` and `other`, `p`, and `text`, which is
 * empty for a comparison that is drawn only when the style's `brackets` name it (without a label it is of two groups of the panel, each a category of
 * its own); or, where the categories themselves are compared, `pairs`
 * (`feature`, `level_1`, `level_2`, `pair_p`) and `tests` (`feature`, `p`), whose feature is the panel's. The word `value_title` names the axis;
 * `gene_labels` and `gene_panels` say that categories or panels are genes. Of fewer than three values there are points alone.
 */
export function layout(whole: FigureData, size: Size): ComparisonLayout {
  const { data, idle } = withoutIdlePanels(whole);
  const read = readComparison(data);
  const { panels, names, brackets, notes, axis } = new Arrangement(data, size, read);
  const { words, style } = data;
  const { marks, shown, tooFew } = placeGroups(read, panels, style);
  const { dots, pairLines } = placePoints(read, marks, panels, {
    all: styleFlag(style, 'show_points', true) || shown === 'points',
    style,
    axis,
  });
  const hidden = read.owned.flat().filter((row) => axis.hides(read.values[row] as number)).length;
  const levels = read.labels.map((label, box) => levelOf(label, read.numbers.n[box]));
  const middles = marks.map(({ x }) => x);
  return {
    ...size,
    wanted: {
      width: widthOfPanels(
        panels,
        size.width,
        read.places.categories.map((list) => list.length * read.abreast * BOX_WIDE),
      ),
    },
    frame: panels.frame,
    panels,
    marks,
    dots,
    pairLines,
    brackets,
    lineWidth: styleNumber(style, 'line_width', 1),
    cutMarks: hidden === 0 ? null : panels.panels.map((_, facet) => read.facets.rows[facet] ?? []),
    axes: { y: axis.controls },
    movable: panelLabels(panels),
    entries: [...panels.frame.legend.named, ...axisEntries(levels, style), ...panelEntries(panelLabels(panels), style)],
    pairs: pairsOf(testedOf(data, read)),
    names,
    levels: read.facets.rows.map((own, facet) =>
      (read.places.categories[facet] ?? []).map((label) => levels[own.find((box) => read.labels[box] === label) ?? -1] ?? label),
    ),
    italic: { names: words.gene_labels === 'true', panels: words.gene_panels === 'true' },
    items: shown === 'box' ? '图中的箱线' : '图中的组',
    stops: read.facets.rows.flat(),
    hit: (at) => {
      const facet = panelAt(panels.panels, at);
      if (facet === null) return null;
      const own = read.facets.rows[facet] ?? [];
      const away = (box: number) => Math.abs((middles[box] as number) - at.x);
      return own.reduce<number | null>((best, box) => (best === null || away(box) < away(best) ? box : best), null);
    },
    anchor: (box) => ({ x: middles[box] ?? 0, y: marks[box]?.top ?? 0 }),
    describe: (box) => ({
      name: read.labels[box] as string,
      italic: words.gene_labels === 'true',
      tag: read.grouped ? read.groupOf(box) : '',
      rows: [['样本', formatCount(read.numbers.n[box] as number)], ...fiveNumbers(read, box)],
    }),
    find: () => null,
    named: () => '',
    ...(idle.length > 0 && { leftOut: sayIn(style)(LEFT_OUT, { names: idle.map((name) => sayPanel(sayIn(style), name)).join('、') }) }),
    note: [
      ...notes,
      idle.length === 0 ? '' : LEFT_OUT.zh.replace('{names}', idle.map(panelName).join('、')),
      tooFew === 0 ? '' : `${formatCount(tooFew)} 组不足 10 个样本，或数值全部相同，看不出分布的形状，仍画箱线图。`,
      outsideNote(hidden, '个样本', axis),
      read.lost === 0 ? '' : `${formatCount(read.lost)} 个样本没有数值，没有画。`,
    ].join(''),
  };
}

function fiveNumbers({ numbers, isBoxed }: ComparisonData, box: number): (readonly [string, string])[] {
  const { low, q1, median, q3, high } = numbers;
  if (!isBoxed(box)) return [['数值', `${writeDecimal(low[box])} 至 ${writeDecimal(high[box])}`]];
  return [
    ['中位数', writeDecimal(median[box])],
    ['四分位数', `${writeDecimal(q1[box])} 至 ${writeDecimal(q3[box])}`],
    ['须', `${writeDecimal(low[box])} 至 ${writeDecimal(high[box])}`],
  ];
}
