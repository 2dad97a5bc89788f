import {
  BandTexts,
  type ColumnarTable,
  distinctGroups,
  type FigureStyle,
  facetsOf,
  fitBandNames,
  type Group,
  groupsOf,
  layoutPanels,
  legendOf,
  MARK,
  numbersOf,
  optionalTexts,
  type Panel,
  PanelAxes,
  panelAt,
  panelsHeight,
  styleFlag,
  styleText,
  tableOf,
  textsOf,
  typefaceOf,
  writeDecimal,
} from '@oncoloom/figures';
import { formatCount } from '@oncoloom/tool-kit';
import { useCallback, useMemo } from 'react';
import { categorySpan, comparisonSpan, halfOf, jitterOf, placesOf, pointsOfBoxes } from './comparison-layout.ts';
import { ItemStage } from './item-stage.tsx';
import { drawPoints } from './points-canvas.ts';
import { TitleHints } from './title-hints.tsx';

import type { ChartProps, FigureDeclaration } from './types.ts';

/** Pixels that a box needs for its name and points to be told apart. */
const BOX_ROOM = 16;
/** More points are drawn smaller. */
const MANY = 2000;
/** Of fewer values a box would show quarters that nobody measured; figure-comparison.R has the same. */
const BOXED_FROM = 3;

/** Tumour and normal take the style's own colours, other groups those of every figure. */
function comparisonGroups(names: readonly string[], groups: readonly string[], style: FigureStyle): Group[] {
  const colours = { case_color: styleText(style, 'tumor_color', '#ff4757'), control_color: styleText(style, 'normal_color', '#546de5') };
  return groupsOf(distinctGroups(names, groups), { case_group: '肿瘤', control_group: '正常' }, { ...style, ...colours });
}

/** What parts the rows of a table: panel, category and group in one text. */
function keysOf(table: ColumnarTable, columns: FigureDeclaration['columns'], withGroup = true): string[] {
  const facet = optionalTexts(table, columns.facet);
  const group = withGroup ? optionalTexts(table, columns.group) : null;
  return textsOf(table, columns.label).map((label, row) => [facet?.[row] ?? '', label, group?.[row] ?? ''].join('\t'));
}

/**
 * Values of groups compared within categories: boxes, the points themselves, and what the test says over them. Tables `boxes`, a row per box in
 * display order: columns `label` (the category), `low`, `q1`, `median`, `q3`, `high`, `n`, optionally `group`, `facet`; `points`, a row per value:
 * columns `label`, `group`, `facet` as above, `name`, `value`, optionally `pair` (values of one pair are joined by a line); optional `notes`, a row
 * per category: columns `label`, `facet` as above and `text`. The word `value_title` names the axis; `gene_labels` and `gene_panels` say that
 * categories or panels are genes. Of fewer than three values there are points and no box.
 */
export default function ComparisonChart({ figure, tables, style, words, width }: ChartProps) {
  const { columns } = figure;
  const boxes = tableOf(tables, 'boxes');
  const points = tableOf(tables, 'points');
  const { notes } = tables;
  const labels = textsOf(boxes, columns.label);
  const membership = optionalTexts(boxes, columns.group);
  const numbers = useMemo(() => {
    const of = (role: string) => numbersOf(boxes, columns[role]);
    return { low: of('low'), q1: of('q1'), median: of('median'), q3: of('q3'), high: of('high'), n: of('n') };
  }, [boxes, columns]);
  const values = numbersOf(points, columns.value);
  const groups = useMemo(() => {
    const own = optionalTexts(points, columns.group);
    return comparisonGroups(textsOf(points, columns.name), own ?? Array.from(values, () => ''), style);
  }, [points, columns, values, style]);
  const facets = useMemo(() => facetsOf(optionalTexts(boxes, columns.facet), boxes.rowCount), [boxes, columns]);
  const places = useMemo(
    () =>
      placesOf(
        facets,
        labels,
        membership ?? labels.map(() => ''),
        groups.map(({ name }) => name),
      ),
    [facets, labels, membership, groups],
  );
  const owned = useMemo(() => pointsOfBoxes(keysOf(boxes, columns), keysOf(points, columns)), [boxes, points, columns]);
  const noteOf = useMemo(() => {
    if (notes === undefined) return new Map<string, string>();
    const texts = textsOf(notes, columns.text);
    return new Map(keysOf(notes, columns, false).map((key, i) => [key, texts[i] as string]));
  }, [notes, columns]);

  const boxed = labels.flatMap((label, box) => ((numbers.n[box] as number) < BOXED_FROM ? [] : [[label, box] as const]));
  const widest = Math.max(1, ...places.categories.map((list) => list.length));
  const least = widest * groups.length * BOX_ROOM;
  const height = panelsHeight(style, width, facets.names.length, least);
  const { panels, names } = useMemo(() => {
    const options = {
      width,
      height,
      view: { x: [0, 1] as const, y: comparisonSpan([values, numbers.low, numbers.high], noteOf.size > 0) },
      titles: { x: '', y: words.value_title ?? '' },
      style,
      legend: membership === null ? [] : legendOf(groups),
    };
    const spansFor = (pixels: number) =>
      facets.names.map((name, i) => ({ name, x: categorySpan(places.categories[i]?.length ?? 0, pixels) }));
    const [wide] = layoutPanels({ ...options, names: { x: 0 } }, spansFor(0), least).panels;
    const spans = spansFor(wide?.plot.width ?? 0);
    const first = layoutPanels({ ...options, names: { x: 0 } }, spans, least);
    const band = Math.min(...first.panels.map(bandOf));
    const fitted = fitBandNames(places.categories.flat(), band, height, typefaceOf(style));
    return { panels: layoutPanels({ ...options, names: { x: fitted.depth } }, spans, least), names: fitted };
  }, [width, height, values, numbers, noteOf, words, style, membership, groups, facets, places, least]);
  const panelOf = useCallback((box: number) => panels.panels[facets.of[box] as number] as Panel, [panels, facets]);
  /** The middle of a box in pixels. */
  const middleOf = useCallback(
    (box: number) => panelOf(box).x((places.category[box] as number) + (places.offsets[places.group[box] as number] ?? 0)),
    [panelOf, places],
  );
  /** Values of one pair within one category have one key. */
  const pairs = useMemo(() => {
    const names = optionalTexts(points, columns.pair);
    return names === null ? null : keysOf(points, columns, false).map((key, row) => `${key}\t${names[row]}`);
  }, [points, columns]);
  const draw = useCallback(
    (context: CanvasRenderingContext2D) => {
      const place = placePoints(owned, (box, nth) => {
        const panel = panelOf(box);
        return middleOf(box) + (pairs === null ? jitterOf(nth) * halfOf(places, bandOf(panel)) : 0);
      });
      const ys = Float64Array.from(place.rows, (row, i) => panelOf(place.boxes[i] as number).y(values[row] as number));
      if (pairs !== null) drawPairs(context, place, ys, pairs);
      const all = styleFlag(style, 'show_points', true);
      const shown = [...place.rows.keys()].filter((i) => all || (numbers.n[place.boxes[i] as number] as number) < BOXED_FROM);
      const many = place.rows.length > MANY;
      const looks = groups.map(({ colour }) => ({
        colour,
        radius: many ? 1 : 1.8,
        opacity: many ? 0.35 : 0.55,
      }));
      const marks = { xs: place.xs, ys, looks: Uint16Array.from(place.boxes, (box) => places.group[box] as number) };
      drawPoints(context, marks, Int32Array.from(shown), looks, null);
    },
    [owned, panelOf, middleOf, pairs, places, values, style, groups, numbers],
  );

  return (
    <ItemStage
      width={width}
      height={height}
      alternative={words.alternative ?? figure.title}
      items="图中的箱线"
      stops={[...labels.keys()]}
      hit={hitBox}
      anchor={(box) => ({ x: middleOf(box), y: panelOf(box).y(numbers.high[box] as number) })}
      describe={(box) => ({
        name: labels[box] as string,
        italic: words.gene_labels === 'true',
        tag: membership?.[box] ?? '',
        rows: [['样本', formatCount(numbers.n[box] as number)], ...fiveNumbers(box)],
      })}
      highlighted={null}
      draw={draw}
      hints={<TitleHints frame={panels.frame} />}
    >
      {(active) => (
        <>
          {boxed.map(([label, box]) => (
            <Box
              key={`${facets.of[box]}${label}${membership?.[box] ?? ''}`}
              y={[numbers.low, numbers.q1, numbers.median, numbers.q3, numbers.high].map((column) => panelOf(box).y(column[box] as number))}
              x={middleOf(box)}
              half={halfOf(places, bandOf(panelOf(box)))}
              colour={groups[places.group[box] as number]?.colour ?? MARK.ink}
              strong={active === box}
            />
          ))}
          {panels.panels.map((panel, facet) => (
            <g key={panel.name}>
              <Notes
                panel={panel}
                texts={(places.categories[facet] ?? []).map((label) => noteOf.get([facets.names[facet], label, ''].join('\t')) ?? '')}
                reach={places.offsets.at(-1) ?? 0}
                size={panels.frame.typeface.size}
                family={panels.frame.typeface.family}
              />
              <BandTexts
                panel={panel}
                names={{ ...names, texts: names.texts.length === 0 ? [] : textsOfPanel(facet) }}
                typeface={panels.frame.typeface}
                italic={words.gene_labels === 'true'}
              />
            </g>
          ))}
          <PanelAxes panels={panels} italic={words.gene_panels === 'true'} />
        </>
      )}
    </ItemStage>
  );

  function fiveNumbers(box: number): (readonly [string, string])[] {
    const { n, low, q1, median, q3, high } = numbers;
    if ((n[box] as number) < BOXED_FROM) return [['数值', `${writeDecimal(low[box])} 至 ${writeDecimal(high[box])}`]];
    return [
      ['中位数', writeDecimal(median[box])],
      ['四分位数', `${writeDecimal(q1[box])} 至 ${writeDecimal(q3[box])}`],
      ['须', `${writeDecimal(low[box])} 至 ${writeDecimal(high[box])}`],
    ];
  }

  /** Names of one panel's categories, as they were fitted. */
  function textsOfPanel(facet: number): readonly string[] {
    const before = places.categories.slice(0, facet).flat().length;
    return names.texts.slice(before, before + (places.categories[facet]?.length ?? 0));
  }

  /** The box whose place along the axis is nearest. */
  function hitBox(at: { x: number; y: number }): number | null {
    const facet = panelAt(panels.panels, at);
    if (facet === null) return null;
    const own = facets.rows[facet] ?? [];
    const [best] = [...own].sort((a, b) => Math.abs(middleOf(a) - at.x) - Math.abs(middleOf(b) - at.x));
    return best ?? null;
  }
}

const bandOf = (panel: Panel): number => panel.x(2) - panel.x(1);

interface PlacedPoints {
  rows: number[];
  boxes: number[];
  xs: Float64Array;
}

/** Points box by box, with their horizontal places. */
function placePoints(owned: readonly (readonly number[])[], at: (box: number, nth: number) => number): PlacedPoints {
  const rows = owned.flat();
  const boxes = owned.flatMap((own, box) => own.map(() => box));
  const xs = Float64Array.from(owned.flatMap((own, box) => own.map((_, nth) => at(box, nth))));
  return { rows, boxes, xs };
}

/** A line through the values of each pair. */
function drawPairs(context: CanvasRenderingContext2D, place: PlacedPoints, ys: Float64Array, keys: readonly string[]): void {
  const before = new Map<string, number>();
  context.save();
  context.strokeStyle = MARK.threshold;
  context.globalAlpha = 0.5;
  context.lineWidth = 1;
  context.beginPath();
  for (const i of place.rows.keys()) {
    const key = keys[place.rows[i] as number] as string;
    const other = before.get(key);
    if (other !== undefined) {
      context.moveTo(place.xs[other] as number, ys[other] as number);
      context.lineTo(place.xs[i] as number, ys[i] as number);
    }
    before.set(key, i);
  }
  context.stroke();
  context.restore();
}

/** Five numbers as a box with whiskers. */
function Box({ y, x, half, colour, strong }: { y: readonly number[]; x: number; half: number; colour: string; strong: boolean }) {
  if (!y.every(Number.isFinite)) return null;
  const [low, q1, median, q3, high] = y.map((pixel) => pixel.toFixed(2)) as [string, string, string, string, string];
  const [left, right, middle, cap] = [(x - half).toFixed(2), (x + half).toFixed(2), x.toFixed(2), half / 2];
  const caps = [low, high].map((end) => `M${(x - cap).toFixed(2)},${end}H${(x + cap).toFixed(2)}`).join('');
  return (
    <g fill="none" stroke={colour} strokeWidth={strong ? 2 : 1}>
      <path d={`M${middle},${low}V${q1}M${middle},${q3}V${high}${caps}`} />
      <path d={`M${left},${q1}H${right}V${q3}H${left}Z`} fill={colour} fillOpacity={strong ? 0.3 : 0.15} strokeLinejoin="round" />
      <path d={`M${left},${median}H${right}`} stroke={MARK.ink} strokeWidth={1.5} />
    </g>
  );
}

/** What the test says of each category, over a line from its first group to its last. */
function Notes(props: { panel: Panel; texts: readonly string[]; reach: number; size: number; family: string }) {
  const { panel, texts, reach, size, family } = props;
  const line = panel.plot.y + size * 1.25;
  return (
    <g fontFamily={family} fontSize={size} fill={MARK.ink} textAnchor="middle">
      {texts.map((text, i) => {
        if (text === '') return null;
        // Several categories may have one text.
        const key = `${i}${text}`;
        return (
          <g key={key}>
            <text x={panel.x(i + 1)} y={panel.plot.y + size * 0.85}>
              {text}
            </text>
            {reach > 0 && <path d={`M${panel.x(i + 1 - reach)},${line}H${panel.x(i + 1 + reach)}`} stroke={MARK.axis} strokeWidth={1} />}
          </g>
        );
      })}
    </g>
  );
}
