import { CATEGORY_COLOURS, formatCount } from '@oncoloom/tool-kit';
import { ownColours } from '../../data/groups.ts';
import { numbersOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';
import { MARK } from '../../plot/marks.ts';
import type { Rect } from '../../plot/place-labels.ts';
import { writeDecimal } from '../../points/differential-points.ts';
import { sayIn } from '../../text/language.ts';

/** Bars over the columns besides that of the groups: what else is known of the samples, each with colours and a legend of its own. */

export const BAR = 10;
export const BAR_GAP = 2;

/** A level of names, or `null` for missing values, as a legend writes it. */
interface BarKey {
  label: string;
  colour: string;
}

export interface AnnotationBar {
  /** The column's name. */
  title: string;
  /** Of each column of cells. */
  colours: readonly string[];
  /** Of each column of cells, for its card. */
  values: readonly string[];
  keys: readonly BarKey[];
  /** Of numbers: the ends of their colours. */
  ramp: { low: string; high: string; from: string; to: string } | null;
}

/** A bar as it is drawn: neighbours of one colour in one piece. */
export interface DrawnBar {
  title: { text: string; x: number; y: number };
  pieces: readonly { colour: string; path: string }[];
}

/** From pale to strong, told apart by colour-blind readers too; one bar of numbers after another. */
const RAMPS = [
  ['#f2f0f7', '#54278f'],
  ['#edf8e9', '#006d2c'],
  ['#feedde', '#a63603'],
  ['#f7f7f7', '#252525'],
  ['#eff3ff', '#08519c'],
] as const;

/** Ages and counts without decimals. */
const writeNumber = (value: number) => (Number.isInteger(value) ? formatCount(value) : writeDecimal(value));

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function mixed(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)];
  const parts = a.map((value, i) =>
    Math.round(value + ((b[i] ?? 0) - value) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

/** The bars of the table `bars`, in its order. @param used Colours of the palette that the groups have taken. */
export function annotationBarsOf({ figure, tables, style }: FigureData, samples: readonly string[], used: number): AnnotationBar[] {
  const table = tables.bars;
  if (table === undefined || table.rowCount === 0) return [];
  const say = sayIn(style);
  const { columns } = figure;
  const [titles, listed, texts] = [columns.bar, columns.sample, columns.bar_text].map((name) => textsOf(table, name));
  const numbers = numbersOf(table, columns.bar_number);
  const own = ownColours(style);
  let [taken, ramps] = [used, 0];
  return [...new Set(titles)].map((title): AnnotationBar => {
    const rows = new Map(listed?.flatMap((sample, row) => (titles?.[row] === title ? [[sample, row] as const] : [])));
    const rowsOf = samples.map((sample) => rows.get(sample) ?? -1);
    const missing = (count: number): BarKey[] => (count === 0 ? [] : [{ label: say({ zh: '缺失', en: 'Missing' }), colour: MARK.missing }]);
    const finite = [...rows.values()].map((row) => numbers[row] as number).filter(Number.isFinite);
    if (finite.length > 0) {
      const [from, to] = RAMPS[ramps++ % RAMPS.length] as readonly [string, string];
      const [low, high] = [Math.min(...finite), Math.max(...finite)];
      const drawn = rowsOf.map((row) => numbers[row] ?? Number.NaN);
      const shareOf = (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
      return {
        title,
        colours: drawn.map((value) => (Number.isFinite(value) ? mixed(from, to, shareOf(value)) : MARK.missing)),
        values: drawn.map((value) => (Number.isFinite(value) ? writeNumber(value) : say({ zh: '缺失', en: 'Missing' }))),
        keys: missing(drawn.filter((value) => !Number.isFinite(value)).length),
        ramp: { low: writeNumber(low), high: writeNumber(high), from, to },
      };
    }
    // Levels keep the order of the table.
    const levels = [...new Set([...rows.values()].map((row) => texts?.[row] ?? ''))].filter((level) => level !== '');
    const colours = new Map(
      levels.map((level) => [level, own.get(level) ?? CATEGORY_COLOURS[taken++ % CATEGORY_COLOURS.length] ?? MARK.ink]),
    );
    const values = rowsOf.map((row) => texts?.[row] ?? '');
    const countOf = (level: string) => values.filter((value) => value === level).length;
    return {
      title,
      colours: values.map((value) => colours.get(value) ?? MARK.missing),
      values: values.map((value) => (value === '' ? say({ zh: '缺失', en: 'Missing' }) : value)),
      keys: [
        ...levels.map((level) => ({
          label: say('{name}（{n}）', { name: say(level), n: formatCount(countOf(level)) }),
          colour: colours.get(level) ?? MARK.missing,
        })),
        ...missing(countOf('')),
      ],
      ramp: null,
    };
  });
}

/** Bars one below the other from the top of the box, which has the width of the cells. @param titleOf The title as it fits. */
export function drawnBars(bars: readonly AnnotationBar[], box: Rect, lineHeight: number, titleOf: (title: string) => string): DrawnBar[] {
  return bars.map(({ title, colours }, i) => {
    const y = box.y + i * (BAR + BAR_GAP);
    const step = box.width / colours.length;
    const paths = new Map<string, string>();
    for (let from = 0; from < colours.length; ) {
      const colour = colours[from] as string;
      let to = from + 1;
      while (to < colours.length && colours[to] === colour) to += 1;
      const [left, right] = [box.x + from * step, box.x + to * step].map((x) => x.toFixed(2));
      paths.set(colour, `${paths.get(colour) ?? ''}M${left} ${y}H${right}v${BAR}H${left}Z`);
      from = to;
    }
    const text = { text: titleOf(title), x: box.x + box.width + 6, y: y + BAR / 2 + lineHeight };
    return { title: text, pieces: [...paths].map(([colour, path]) => ({ colour, path })) };
  });
}
