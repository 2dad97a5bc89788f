import { describe, expect, it } from 'vitest';
import { layoutPanels, type Panels } from '../src/plot/panels.ts';
import { layoutFrame } from '../src/plot/plot-frame.ts';
import { textWidth } from '../src/text/measure.ts';
import { typefaceOf } from '../src/text/typeface.ts';

/** 85 × 75 mm. */
const SIZE = { width: 413, height: 364 };
const CHINESE = '雄激素处理前后细胞中基因表达的变化，校正了批次、年龄与分期。'.repeat(4);
const ENGLISH = 'Expression in cells before and after treatment, adjusted for batch, age and stage. '.repeat(2).trim();

const face = typefaceOf({});
const frameOf = (style: Record<string, string>) =>
  layoutFrame({ ...SIZE, view: { x: [0, 1], y: [0, 1] }, titles: { x: 'x', y: 'y' }, style, legend: [] });

/** Left and right end of each line of a title that stands around `x`. */
function endsOf(lines: readonly string[], x: number, variant: 'normal' | 'bold'): number[] {
  const halves = lines.map((line) => textWidth(line, face, variant, face.titleSize) / 2);
  return halves.flatMap((half) => [x - half, x + half]);
}

describe('a title', () => {
  it.each([
    ['Chinese', CHINESE, ''],
    ['English', ENGLISH, ' '],
  ])('in %s is whole within the figure, which shrinks below it', (_, text, between) => {
    const { headline, plot } = frameOf({ plot_title: text });
    expect(headline.lines.join(between)).toBe(text);
    expect(headline.lines.length).toBeGreaterThan(2);
    for (const end of endsOf(headline.lines, headline.x, 'bold')) expect(end).toBeGreaterThanOrEqual(0);
    for (const end of endsOf(headline.lines, headline.x, 'bold')) expect(end).toBeLessThanOrEqual(SIZE.width);
    const lower = plot.y - frameOf({ plot_title: 'A' }).plot.y;
    expect(lower).toBeCloseTo((headline.lines.length - 1) * 1.3 * face.titleSize, 6);
  });

  it('that fits stands over the middle of the plot, in one line', () => {
    const { headline, plot } = frameOf({ plot_title: '火山图 Volcano' });
    expect([headline.lines, headline.x]).toEqual([['火山图 Volcano'], plot.x + plot.width / 2]);
  });

  it('that is too long for the figure is told whole on hover', () => {
    const text = '长'.repeat(2000);
    const { headline, hints } = frameOf({ plot_title: text });
    expect(headline.lines.at(-1)).toMatch(/…$/);
    expect(headline.height).toBeLessThan(SIZE.height * 0.4);
    expect(hints.map((hint) => hint.text)).toEqual([text]);
  });

  it.each(['x', 'y'] as const)('of the %s axis goes on in further lines within the plot', (axis) => {
    const text = '肿瘤组织的表达量（log2 TPM）与正常组织之差，校正了批次、年龄与分期';
    const { titles, plot } = frameOf({ [`axis_title_${axis}`]: text });
    expect(titles[axis].lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(titles[axis].width).toBeLessThanOrEqual(axis === 'x' ? plot.width : plot.height);
    const before = frameOf({}).plot;
    expect(axis === 'x' ? plot.height : plot.width).toBeLessThan(axis === 'x' ? before.height : before.width);
  });
});

describe('names of panels', () => {
  const panelsOf = (names: readonly string[]) =>
    layoutPanels(
      { width: 845, height: 364, view: { x: [0, 1], y: [0, 1] }, titles: { x: 'x', y: 'y' }, style: {}, legend: [] },
      names.map((name) => ({ name, x: [0, 1] as const })),
    );
  const topsOf = ({ frame, panels }: Panels) => [frame, ...panels].map(({ plot }) => plot.y);

  it('take a second line, for which all panels move down', () => {
    const short = panelsOf(['前', '后']);
    const long = panelsOf([`${'批次校正以前'.repeat(8)}`, '后']);
    expect(long.panels.map(({ heading }) => heading.lines.length)).toEqual([2, 1]);
    expect(long.panels[0]?.heading.lines.join('')).toBe('批次校正以前'.repeat(8));
    for (const [i, top] of topsOf(long).entries()) expect(top - (topsOf(short)[i] as number)).toBeCloseTo(1.25 * face.size, 6);
  });

  it('end after two lines, and are told whole on hover', () => {
    const name = 'A panel of a long name '.repeat(8).trim();
    const { frame, panels } = panelsOf([name, '后']);
    expect(panels[0]?.heading.lines).toHaveLength(2);
    expect(panels[0]?.heading.lines[1]).toMatch(/…$/);
    expect(frame.hints.map(({ text }) => text)).toEqual([name]);
  });
});
