import { formatCount } from '@oncoloom/tool-kit';
import { legendOf } from '../../data/groups.ts';
import { ChartDataError, styleTuples } from '../../data/table.ts';
import type { FigureData, Size } from '../../data/types.ts';
import { type NumberAxis, withRoomAbove } from '../../plot/axes/axis-range.ts';
import { type BandNames, bandOf, fitBandNames } from '../../plot/axes/band-names.tsx';
import type { LegendEntry } from '../../plot/legend-layout.ts';
import { layoutPanels, PANEL_MIN, type Panel, type Panels, plotsOf } from '../../plot/panels.ts';
import { checkRoom } from '../../plot/room.ts';
import { sayIn } from '../../text/language.ts';
import { textWidth } from '../../text/measure.ts';
import { typefaceOf } from '../../text/typeface.ts';
import { bracketAt, bracketHeight, levelsOf, linesOf, type PlacedBracket, type Span1D, spanBetween, textHeight } from './brackets.ts';
import { type ComparisonData, placeIn } from './comparison-data.ts';
import { categorySpan, comparisonAxis, halfOf } from './places.ts';
import { chosenOf, type PFormat, panelTests, pFormatOf, type Tested, testedOf, writeP } from './tests.ts';
import { panelName, sayLevel, sayPanel, testInName, WIDE_SPACE } from './words.ts';

/** Pixels that a box needs for its name and points to be told apart. */
export const BOX_ROOM = 16;
/** What a box takes in print at most. */
export const BOX_WIDE = 58;
/** Where a file has no height for panels of the screen's width, they may be this narrow. */
const PANEL_LEAST = 130;
/** Panels of the screen's width are kept while they are this high. */
const PANEL_ROOMY = 110;
/** Lower panels show nothing. */
const PANEL_LOWEST = 40;
/** How far a point reaches beyond its place, in pixels. */
const DOT_REACH = 2;
/** Brackets take at most this share of a panel. */
const BRACKETS_SHARE = 0.5;

type Legend = readonly LegendEntry[];

/** A comparison with what is written over it. */
interface Written {
  tested: Tested;
  text: string;
}

/** Texts of the brackets: exact as long as each fits over its own category. */
function writeTests(
  tested: readonly Tested[],
  wanted: PFormat,
  fits: (one: Tested, text: string) => boolean,
): { texts: Written[]; format: PFormat } {
  const write = (format: PFormat) => tested.map((one) => ({ tested: one, text: Number.isNaN(one.p) ? one.text : writeP(one.p, format) }));
  const exact = write('exact');
  const format = wanted === 'exact' && exact.every(({ tested: one, text }) => fits(one, text)) ? 'exact' : 'stars';
  return { texts: format === 'exact' ? exact : write('stars'), format };
}

/** Panels with room for the names below and the brackets above; throws `ChartDataError` where the figure is too low for its panels. */
export class Arrangement {
  readonly panels: Panels;
  readonly names: readonly BandNames[];
  readonly brackets: readonly PlacedBracket[];
  readonly notes: readonly string[];
  readonly axis: NumberAxis;

  constructor(
    private readonly data: FigureData,
    private readonly size: Size,
    private readonly read: ComparisonData,
  ) {
    const { style } = data;
    this.axis = comparisonAxis([read.values, read.numbers.low, read.numbers.high], style);
    const typeface = typefaceOf(style);
    const say = sayIn(style);
    const legend = read.grouped ? legendOf(read.groups) : [];
    const boxes = Math.max(1, ...read.places.categories.map((list) => list.length)) * read.abreast * BOX_ROOM;
    const roomy = this.#tryOut(legend, Math.max(boxes, PANEL_MIN));
    const { fitted, plain, height, least } =
      roomy.height >= PANEL_ROOMY ? roomy : this.#tryOut(legend, Math.max(Math.min(boxes, PANEL_MIN), PANEL_LEAST));
    if (height < PANEL_LOWEST) throw new ChartDataError(`图太矮，画不下 ${plain.panels.length} 个面板。请把高度调大，或把宽度调到双栏`);

    const chosen = chosenOf(data, testedOf(data, read));
    const band = Math.min(...plain.panels.map(bandOf));
    const wanted = pFormatOf(data);
    const within = ({ boxes: [a, b] }: Tested) => read.places.category[a] === read.places.category[b];
    const { texts, format } = writeTests(chosen.drawn, wanted, (one, text) => !within(one) || textWidth(text, typeface) <= band - 4);
    const row = bracketHeight(typeface.size);
    const most = Math.floor((height * BRACKETS_SHARE) / row);
    const rowsIn = (panels: Panels) => Math.min(Math.max(0, ...levelsOf(this.#spans(panels, texts)).map((level) => level + 1)), most);
    const withRows = (rows: number) => (rows === 0 ? plain : this.#panels(legend, least, fitted.depth, (rows * row) / height));
    const rows = rowsIn(plain);
    const first = withRows(rows);
    // The numbers of another span are wider or narrower, and so is the room for the brackets.
    this.panels = rowsIn(first) > rows ? withRows(rowsIn(first)) : first;
    checkRoom(this.panels.frame, plotsOf(this.panels));
    this.names = fitted.panels;
    this.brackets = this.#brackets(texts);
    const left = texts.length - this.brackets.length;
    this.notes = [
      ...chosen.untested.map(([a, b]) => `结果里没有「${say(a)}」与「${say(b)}」比较的 P，没有画括线。`),
      left === 0 ? '' : `${this.axis.fixed.high ? '纵轴上方没有地方' : '图不够高'}，${formatCount(left)} 条括线没有画。`,
      wanted === 'exact' && format === 'stars' && texts.some(({ tested }) => !Number.isNaN(tested.p))
        ? 'P 的数值写不下，用星号：* < 0.05，** < 0.01，*** < 0.001，ns 不显著。'
        : '',
    ];
  }

  /** Names of panels with what the test says of each. */
  #facetName(facet: string): string {
    const { style } = this.data;
    const p = panelTests(this.data).get(panelName(facet));
    const test = p === undefined || Number.isNaN(p) ? this.read.testOf(facet) || testInName(facet) : writeP(p, pFormatOf(this.data));
    const withTest = (name: string) => [name, test].filter((part) => part !== '').join(WIDE_SPACE);
    const own = withTest(panelName(facet));
    const isRenamed = styleTuples(style, 'renamed', 2).some(([from, to]) => from === own && to !== '');
    return isRenamed ? own : withTest(sayPanel(sayIn(style), facet));
  }

  #panels(legend: Legend, least: number, depth: number, room: number): Panels {
    const { data, read, size, axis } = this;
    const { style, words } = data;
    const options = {
      ...size,
      view: { x: [0, 1] as const, y: axis.fixed.high ? axis.span : withRoomAbove(axis.span, room, axis.log) },
      log: { y: axis.log },
      titles: { x: '', y: sayIn(style)(words.value_title ?? '') },
      style,
      legend,
      names: { x: depth },
    };
    const facets = (pixels: number) =>
      read.facets.names.map((name, i) => ({
        name: this.#facetName(name),
        x: categorySpan(read.places.categories[i]?.length ?? 0, pixels),
      }));
    const [wide] = layoutPanels(options, facets(0), least).panels;
    return layoutPanels(options, facets(wide?.plot.width ?? 0), least);
  }

  /** Panels that are as wide as this at least, before any bracket. */
  #tryOut(legend: Legend, least: number) {
    const fitted = this.#fitNames(legend, least);
    const plain = this.#panels(legend, least, fitted.depth, 0);
    return { fitted, plain, least, height: Math.min(...plain.panels.map(({ plot }) => plot.height)) };
  }

  /** Names of each panel's categories, and the depth that the deepest of them take. */
  #fitNames(legend: Legend, least: number): { panels: BandNames[]; depth: number } {
    const { data, read, size } = this;
    const say = sayIn(data.style);
    const { panels } = this.#panels(legend, least, 0, 0);
    const rows = new Set(panels.map(({ plot }) => plot.y)).size;
    const names = panels.map((panel, facet) => {
      const texts = (read.places.categories[facet] ?? []).map((label) => {
        const box = (read.facets.rows[facet] ?? []).find((row) => read.labels[row] === label);
        return sayLevel(say, label, box === undefined ? undefined : read.numbers.n[box], data.figure.columns.counted !== undefined);
      });
      return fitBandNames(texts, bandOf(panel), size.height / rows, typefaceOf(data.style));
    });
    return { panels: names, depth: Math.max(...names.map(({ depth }) => depth)) };
  }

  /** Over what is drawn between their ends. */
  #brackets(texts: readonly Written[]): PlacedBracket[] {
    const { read, panels } = this;
    const { size } = typefaceOf(this.data.style);
    const spans = this.#spans(panels, texts);
    const tops = read.labels.map((_, box) => this.#topOf(box));
    const topOf = (facet: number, left: number, right: number) => {
      const { x, plot } = panels.panels[facet] as Panel;
      const reach = halfOf(read.places, bandOf(panels.panels[facet] as Panel)) + DOT_REACH;
      const own = (read.facets.rows[facet] ?? []).filter((box) => {
        const middle = x(placeIn(read.places, box));
        return middle + reach > left && middle - reach < right;
      });
      return Math.min(plot.y + plot.height, ...own.map((box) => tops[box] as number));
    };
    const lines = linesOf(spans, size, topOf);
    return texts.flatMap(({ tested, text }, i): PlacedBracket[] => {
      const [span, line] = [spans[i] as Span1D, lines[i] as number];
      if (line - textHeight(size) < (panels.panels[span.panel] as Panel).plot.y) return [];
      return [{ ...bracketAt(span, line, text, size), pair: [tested.names[0][0] ?? '', tested.names[1][0] ?? ''] }];
    });
  }

  /** The highest place of a box and its points, in pixels. */
  #topOf(box: number): number {
    const { read, panels } = this;
    const { y, plot } = panels.panels[read.facets.of[box] as number] as Panel;
    const finite = [read.highestOf(box), read.numbers.high[box] as number].filter(Number.isFinite);
    return finite.length === 0 ? plot.y + plot.height : y(Math.max(...finite)) - DOT_REACH;
  }

  #spans(panels: Panels, texts: readonly Written[]): Span1D[] {
    const { read, data } = this;
    const typeface = typefaceOf(data.style);
    return texts.map(({ tested: { boxes }, text }) => {
      const facet = read.facets.of[boxes[0]] as number;
      const { x, plot } = panels.panels[facet] as Panel;
      const ends = [x(placeIn(read.places, boxes[0])), x(placeIn(read.places, boxes[1]))] as const;
      return spanBetween(facet, ends, textWidth(text, typeface), [plot.x, plot.x + plot.width]);
    });
  }
}
