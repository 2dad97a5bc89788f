import type { ToldFigure } from '@oncoloom/tool-kit';
import { COLOURS, formatCount, formatDecimal, formatP } from '@oncoloom/tool-kit';
import { styleNumber, styleText } from '../data/table.ts';
import type { FigureStyle } from '../data/types.ts';
import { MARK } from '../plot/marks.ts';
import type { LegendEntry } from '../plot/plot-frame.ts';
import { sayIn } from '../text/language.ts';
import { asTitle } from '../text/title-marks.ts';
import { type countClasses, DOWN, UNCHANGED, UP } from './differential.ts';
import type { PointLook } from './point-look.ts';

export const CLASS_WORDS = ['不显著', '下调', '上调'] as const;

/** What a figure calls its classes: as the editor names their colours. */
export function classWords({ style }: ToldFigure): readonly [unchanged: string, down: string, up: string] {
  const [unchanged, down, up] = CLASS_WORDS;
  return [style.nochange_color?.label ?? unchanged, style.down_color?.label ?? down, style.up_color?.label ?? up];
}

const MISSING = '—';

/** Looks in the order of the classes: unchanged, down, up. */
export function classLooks(style: FigureStyle): PointLook[] {
  const radius = styleNumber(style, 'point_size', 2.3);
  const opacity = styleNumber(style, 'point_opacity', 0.72);
  const colours = [
    styleText(style, 'nochange_color', COLOURS.noChange),
    styleText(style, 'down_color', COLOURS.down),
    styleText(style, 'up_color', COLOURS.up),
  ];
  // Half-transparent pale grey is no longer seen on white.
  return colours.map((colour, i) => ({ colour, radius, opacity: i === UNCHANGED ? Math.max(opacity, 0.85) : opacity }));
}

/** Up, down, unchanged with their numbers. */
export function classLegend(
  counts: ReturnType<typeof countClasses>,
  looks: readonly PointLook[],
  words: readonly string[] = CLASS_WORDS,
): LegendEntry[] {
  return [UP, DOWN, UNCHANGED].map((index) => ({
    label: words[index] as string,
    colour: looks[index]?.colour ?? MARK.ink,
    count: formatCount(counts[index] as number),
    ...(index === UNCHANGED ? { outline: MARK.paleOutline } : {}),
  }));
}

/** Missing numbers are 「—」. */
export function writeP(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? MISSING : formatP(value);
}

export function writeDecimal(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? MISSING : formatDecimal(value, 2);
}

/** The line under a plot that says what the screen leaves out. @param row What one is called. */
export function thinningNote(counts: ReturnType<typeof countClasses>, omitted: number, row: string): string {
  if (omitted === 0) return '';
  const significant = counts[UP] + counts[DOWN];
  const shown = formatCount(counts[UNCHANGED] - omitted);
  const drawn =
    significant > 0 ? `画出全部 ${formatCount(significant)} 个显著${row}和 ${shown} 个不显著${row}` : `画出 ${shown} 个不显著${row}`;
  return `${drawn}；其余 ${formatCount(omitted)} 个被遮住，在屏幕上省略，下载的图包含全部。`;
}

/** What the names in a volcano without significant points stand for. @param row What one is called. */
export function nearestNote(padj: readonly number[], row: string): string {
  if (padj.length === 0) return '';
  const [low, high] = [writeP(Math.min(...padj)), writeP(Math.max(...padj))];
  return `没有${row}达到显著；标出最接近的 ${padj.length} 个，校正后 P 为 ${low === high ? low : `${low}–${high}`}。`;
}

type Words = Readonly<Record<string, string>>;

/** 「肿瘤 / 癌旁」 behind a title, when the run has two groups; a difference has a minus. */
function contrastWords(words: Words, style: FigureStyle): string {
  const say = sayIn(style);
  const { case_group: cases, control_group: controls } = words;
  return cases !== undefined && controls !== undefined && cases !== '' && controls !== ''
    ? `　${asTitle(say(cases))} ${isLinear(words) ? '−' : '/'} ${asTitle(say(controls))}`
    : '';
}

/** Were the values compared as they are? Their difference is no logarithm of a ratio. */
const isLinear = ({ linear }: Words): boolean => linear === 'true';

/** What the change between two groups is called in a text. */
export const changeName = (words: Words): string => (isLinear(words) ? '差值' : 'log2FC');

/** What the axis of changes is called, with the two groups. */
export const changeTitle = (words: Words, style: FigureStyle): string =>
  `${isLinear(words) ? sayIn(style)({ zh: '差值', en: 'Difference of means' }) : 'log~2~(FC)'}${contrastWords(words, style)}`;

/** What the axis of means is called. */
export const meanTitle = (words: Words): string => (isLinear(words) ? '平均表达' : '平均表达（log~2~）');
