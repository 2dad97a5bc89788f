import { PART_NAMES } from '@oncoloom/figures';
import { type DrawnFigure, drawFigure } from '@oncoloom/figures/file';
import { both, CHARTS, type Chart } from '@oncoloom/tool-kit';
import { DOMParser, type Element } from '@xmldom/xmldom';
import JSZip from 'jszip';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readDrawn } from '../../../../packages/figures/tests/support/drawn-file.ts';
import { PLAIN_ROWS, UGLY_FIGURES } from '../../../../packages/figures/tests/support/ugly-data.ts';
import { figureFile } from '../../src/drawing/files.ts';
import { CAPTION, drawVolcano, NOTICE } from './example.ts';

const EMU_PER_MM = 36_000;
const TOLERANCE_MM = 0.1;
const ROTATION = 60_000;

interface Shape {
  tag: string;
  name: string;
  /** Millimetres of the slide. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Degrees. */
  turned: number;
  element: Element;
  text: string;
}

/** What a presentation shows. */
interface SlideFile {
  zip: JSZip;
  slide: Element;
  groups: Element[];
  shapes: Shape[];
  place: { x: number; y: number; width: number; height: number };
}

const all = (element: Element, name: string): Element[] => [...element.getElementsByTagName(name)];
const first = (element: Element, name: string): Element => {
  const [found] = all(element, name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};
const mm = (element: Element, attribute: string) => Number(element.getAttribute(attribute)) / EMU_PER_MM;

function wellFormed(xml: string): Element {
  const wrong = (_level: string, message: string) => {
    throw new Error(message);
  };
  const root = new DOMParser({ onError: wrong }).parseFromString(xml, 'text/xml').documentElement;
  if (root === null) throw new Error('no element');
  return root;
}

/** A place on the slide in millimetres. */
function placeOf(element: Element) {
  const xfrm = first(element, 'a:xfrm');
  const [off, ext] = [first(xfrm, 'a:off'), first(xfrm, 'a:ext')];
  return { x: mm(off, 'x'), y: mm(off, 'y'), width: mm(ext, 'cx'), height: mm(ext, 'cy') };
}

function shapeOf(element: Element): Shape {
  return {
    tag: element.tagName,
    name: first(element, 'p:cNvPr').getAttribute('name') ?? '',
    ...placeOf(element),
    turned: Number(first(element, 'a:xfrm').getAttribute('rot') ?? 0) / ROTATION,
    element,
    text: all(element, 'a:t')
      .map((one) => one.textContent ?? '')
      .join(''),
  };
}

async function slideOf(drawn: DrawnFigure): Promise<SlideFile> {
  const zip = await JSZip.loadAsync(await figureFile(drawn, 'pptx'));
  const slide = wellFormed((await zip.file('ppt/slides/slide1.xml')?.async('string')) ?? '');
  const groups = all(slide, 'p:grpSp');
  const group = groups[0] as Element;
  const shapes = ['p:sp', 'p:cxnSp', 'p:pic'].flatMap((tag) => all(group, tag)).map(shapeOf);
  return { zip, slide, groups, shapes, place: placeOf(first(group, 'p:grpSpPr')) };
}

const middleOf = ({ x, y, width, height }: Pick<Shape, 'x' | 'y' | 'width' | 'height'>) => ({ x: x + width / 2, y: y + height / 2 });
const near = (one: number, other: number) => Math.abs(one - other) < TOLERANCE_MM;

/** How the baseline of a text box stands to its middle, as a share of the letters' size: Arial and Chinese letters in Office. */
const BASELINES = [0.346, 0.4];
/** Of the box that the reader of drawn files puts around a text: what is below the baseline. */
const BELOW = 0.06;

/** Where the foot of a text stands on the slide, as its box has it: along the text its middle, across it the baseline. */
function footOf(shape: Shape, share: number) {
  const size = Number(first(shape.element, 'a:rPr').getAttribute('sz')) / 100 / (72 / 25.4);
  const [middle, angle] = [middleOf(shape), (shape.turned * Math.PI) / 180];
  const down = size * (share + BELOW);
  return { x: middle.x - Math.sin(angle) * down, y: middle.y + Math.cos(angle) * down };
}

/** The same of a text in the drawn file. */
function drawnFoot({ x, y, width, height }: { x: number; y: number; width: number; height: number }, turned: number) {
  if (turned === 270) return { x: x + width, y: y + height / 2 };
  return turned === 0 ? { x: x + width / 2, y: y + height } : null;
}

const STYLE = { plot_pdf_width: 4.5, plot_pdf_height: 3.6, plot_title: '肿瘤与癌旁 (TP53)' };
/** Points of a file are lines of no length, many in a path: a test of their own is below. */
const DOTS = /\bd="M[-\d. Mh]*h0"/g;
const KINDS: readonly Chart[] = ['volcano', 'km', 'box', 'heatmap', 'forest', 'network', 'upset', 'comparison', 'pca', 'running-score'];

describe.each(KINDS)('a %s on a slide', (chart) => {
  const made = (async () => {
    const drawn = await drawFigure(chart, UGLY_FIGURES[chart](PLAIN_ROWS, STYLE), [both(NOTICE)]);
    const [svg, file] = [readDrawn(drawn.svg.replaceAll(DOTS, 'd=""')), await slideOf(drawn)];
    const perUnit = file.place.width / svg.width;
    const placed = (box: { x: number; y: number; width: number; height: number }) => ({
      x: file.place.x + box.x * perUnit,
      y: file.place.y + box.y * perUnit,
      width: box.width * perUnit,
      height: box.height * perUnit,
    });
    return {
      ...file,
      texts: svg.texts.map((text) => ({ text: text.text, ...placed(text) })),
      marks: svg.marks.map((m) => ({ of: m.of, ...placed(m) })),
    };
  })();

  it('is one group of shapes with numbers and names of their own', async () => {
    const { groups, shapes, slide } = await made;
    expect(groups).toHaveLength(1);
    const ids = all(slide, 'p:cNvPr').map((one) => one.getAttribute('id'));
    expect(new Set(ids).size).toBe(ids.length);
    const words: string[] = Object.values(PART_NAMES).map(([zh]) => zh);
    for (const { name } of shapes) expect([...words, '图形']).toContain(name.split(' ')[0]);
    expect(shapes.filter(({ tag }) => tag === 'p:pic')).toEqual([]);
  });

  it('has every text as a text box in its place', async () => {
    const { shapes, texts } = await made;
    const boxes = shapes.filter(({ text }) => text !== '');
    expect(boxes.map(({ text }) => text.trim())).toEqual(texts.map(({ text }) => text.trim()));
    for (const [i, box] of boxes.entries()) {
      const drawn = drawnFoot(texts[i] as (typeof texts)[number], box.turned);
      if (drawn === null) continue;
      const feet = BASELINES.map((share) => footOf(box, share));
      expect([box.text, feet.some((foot) => near(foot.x, drawn.x) && near(foot.y, drawn.y))]).toEqual([box.text, true]);
    }
  });

  it('has a shape where the file has a mark', async () => {
    const { shapes, marks } = await made;
    const same = (a: Pick<Shape, 'x' | 'y' | 'width' | 'height'>, b: typeof a) =>
      near(a.x, b.x) && near(a.y, b.y) && near(a.x + a.width, b.x + b.width) && near(a.y + a.height, b.y + b.height);
    // Symbols in one path are shapes of their own.
    const whole = marks.filter(({ of }) => of !== 'path points');
    expect(whole.length).toBeGreaterThan(10);
    expect(whole.filter((mark) => !shapes.some((shape) => same(shape, mark)))).toEqual([]);
  });
});

describe('points on a slide', () => {
  const genes = (count: number) => Array.from({ length: count }, (_, i) => `GENE${i}`);
  const pointsIn = ({ shapes }: SlideFile) => shapes.filter(({ name }) => name === '点');

  it('are a circle each of up to three thousand, where the file has them', async () => {
    const drawn = await drawVolcano(genes(300));
    const slide = await slideOf(drawn);
    const perUnit = slide.place.width / readDrawn(drawn.svg).width;
    const path = [...drawn.svg.matchAll(/<path [^>]*?d="([^"]*h0)"/g)].flatMap(([, d = '']) => [...d.matchAll(/M(\S+) ([^h]+)h0/g)]);
    const expected = path.map(([, x, y]) => [slide.place.x + Number(x) * perUnit, slide.place.y + Number(y) * perUnit]);
    const points = pointsIn(slide);
    expect(points).toHaveLength(300);
    expect(expected).toHaveLength(300);
    for (const [i, point] of points.entries()) {
      const { x, y } = middleOf(point);
      const [wantedX = 0, wantedY = 0] = expected[i] ?? [];
      expect(near(x, wantedX) && near(y, wantedY)).toBe(true);
      expect(first(point.element, 'a:prstGeom').getAttribute('prst')).toBe('ellipse');
    }
    expect(pointsIn(await slideOf(await drawVolcano(genes(3000))))).toHaveLength(3000);
  });

  it('are one picture of more, under the axes and labels, which stay shapes', async () => {
    const slide = await slideOf(await drawVolcano(genes(4000)));
    const points = pointsIn(slide);
    expect(points.map(({ tag }) => tag)).toEqual(['p:pic']);
    expect(slide.shapes.length).toBeLessThan(200);
    const text = slide.shapes.map((shape) => shape.text);
    for (const one of ['GENE0', NOTICE]) expect(text).toContain(one);
    const relations = wellFormed((await slide.zip.file('ppt/slides/_rels/slide1.xml.rels')?.async('string')) ?? '');
    const id = first(slide.slide, 'a:blip').getAttribute('r:embed');
    const target = all(relations, 'Relationship')
      .find((one) => one.getAttribute('Id') === id)
      ?.getAttribute('Target');
    const png = await slide.zip.file(`ppt/${target?.replace('../', '')}`)?.async('nodebuffer');
    const picture = sharp(png);
    const { width = 0, height = 1, hasAlpha } = await picture.metadata();
    expect(hasAlpha).toBe(true);
    const [place] = points as [Shape];
    expect(place.width / place.height).toBeCloseTo(width / height, 1);
    // All of it within the figure, and coloured where points are.
    expect(place.x).toBeGreaterThan(slide.place.x);
    expect(place.x + place.width).toBeLessThan(slide.place.x + slide.place.width);
    expect((await picture.stats()).channels[3]?.mean).toBeGreaterThan(1);
  });
});

describe('texts on a slide', () => {
  it('keep their letters, colour, slant and lowered pieces', async () => {
    const { shapes, place } = await slideOf(await drawVolcano(['TP53', ...Array.from({ length: 300 }, (_, i) => `G${i}`)]));
    const label = shapes.find(({ text }) => text === 'TP53') as Shape;
    expect(label.name).toBe('标注 TP53');
    const style = first(label.element, 'a:rPr');
    expect(style.getAttribute('i')).toBe('1');
    expect(first(style, 'a:latin').getAttribute('typeface')).toBe('Arial');
    expect(first(style, 'a:srgbClr').getAttribute('val')).toBe('16242B');
    // 7 pt of 85 mm, enlarged as the figure is.
    expect(Number(style.getAttribute('sz')) / 100).toBeCloseTo((7 * place.width) / 85, 1);
    const title = shapes.find(({ name }) => name.startsWith('纵轴标题')) as Shape;
    expect(title.text).toBe('−log10(P)');
    expect(title.turned).toBe(270);
    const lowered = all(title.element, 'a:r').filter((run) => Number(first(run, 'a:rPr').getAttribute('baseline') ?? 0) < 0);
    expect(lowered.map((run) => first(run, 'a:t').textContent)).toEqual(['10']);
  });

  it('are never markup', async () => {
    const hostile = ['<script>alert(1)</script>', ']]> -->&amp;&#x0;', '‮שלום‬', 'x'.repeat(80), '"\' &'];
    const names = [...hostile, ...Array.from({ length: 50 }, (_, i) => `G${i}`)];
    const style = { plot_title: '<a:t>&lt;"\u0007', label_top: 5, label_genes: hostile };
    const { slide, shapes } = await slideOf(await drawVolcano(names, style, [both('<&\u0001>')]));
    expect(all(slide, 'script')).toEqual([]);
    const texts = shapes.map(({ text }) => text);
    for (const one of ['<script>alert(1)</script>', '<a:t>&lt;"', '<&>']) expect(texts).toContain(one);
  });
});

describe('a slide', () => {
  it.each(CHARTS)('is made of %s, all in one group', async (chart) => {
    const { groups, shapes } = await slideOf(await drawFigure(chart, UGLY_FIGURES[chart](PLAIN_ROWS, STYLE), []));
    expect(groups).toHaveLength(1);
    expect(shapes.length).toBeGreaterThan(10);
    expect(shapes.filter(({ x, y, width, height }) => ![x, y, width, height].every(Number.isFinite))).toEqual([]);
  });

  it.each(['heatmap', 'chord'] as const)('has the scale of colours of a %s from its lowest to its highest', async (chart) => {
    const drawn = await drawFigure(chart, UGLY_FIGURES[chart](PLAIN_ROWS, STYLE), []);
    const [, ends = '', inner = ''] = /<linearGradient([^>]*)>(.*?)<\/linearGradient>/.exec(drawn.svg) ?? [];
    const at = (name: string, own: number) => Number(new RegExp(`${name}="([^"]*)"`).exec(ends)?.[1] ?? own);
    const stops = [...inner.matchAll(/stop-color="#?([^"]*)"/g)].map(([, colour = '']) => colour.toUpperCase());
    // From the left or from the top.
    const wanted = at('x2', 1) + at('y2', 0) > at('x1', 0) + at('y1', 0) ? stops : stops.toReversed();
    const { shapes } = await slideOf(drawn);
    const pieces = shapes.filter(({ element }) => all(element, 'a:gradFill').length > 0).toSorted((a, b) => a.x + a.y - b.x - b.y);
    const colours = pieces.map(({ element }) => all(first(element, 'a:gsLst'), 'a:srgbClr').map((one) => one.getAttribute('val')));
    expect(wanted.length).toBeGreaterThan(2);
    expect(colours).toEqual(wanted.slice(1).map((to, i) => [wanted[i], to]));
  });

  it('ends lines at the edge of a chosen range, and leaves out what is beyond it', async () => {
    const drawn = await drawFigure('density', UGLY_FIGURES.density(PLAIN_ROWS, { ...STYLE, axis_range_x: ['1.5', '3'] }), []);
    const { shapes, place } = await slideOf(drawn);
    const perUnit = place.width / readDrawn(drawn.svg).width;
    const [, clip = ''] = /<clipPath[^>]*><rect ([^>]*)>/.exec(drawn.svg) ?? [];
    const at = (name: string) => Number(new RegExp(`${name}="([^"]*)"`).exec(clip)?.[1]) * perUnit;
    const [left, right] = [place.x + at('x'), place.x + at('x') + at('width')];
    const lines = shapes.filter(({ name }) => name === '线');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line.x).toBeGreaterThan(left - TOLERANCE_MM);
      expect(line.x + line.width).toBeLessThan(right + TOLERANCE_MM);
    }
    expect(Math.max(...lines.map((line) => line.x + line.width))).toBeCloseTo(right, 1);
  });

  it('shows the whole figure in its proportions, the caption below it as text', async () => {
    const { slide, zip, place } = await slideOf(await drawVolcano(['TP53', 'MYC']));
    const size = first(wellFormed((await zip.file('ppt/presentation.xml')?.async('string')) ?? ''), 'p:sldSz');
    expect(place.width / place.height).toBeCloseTo(85 / 70, 3);
    expect(place.x + place.width).toBeLessThan(mm(size, 'cx'));
    expect(place.y + place.height).toBeLessThan(mm(size, 'cy'));
    const below = all(slide, 'p:sp').filter((one) => one.parentNode === first(slide, 'p:spTree'));
    expect(below.flatMap((one) => all(one, 'a:t').map((text) => text.textContent))).toEqual([NOTICE, CAPTION]);
  });

  it('names its shapes in the language of the figure', async () => {
    const { shapes } = await slideOf(await drawVolcano(['TP53', 'MYC', 'EGFR'], { figure_language: 'en' }));
    const names = shapes.map(({ name }) => name);
    expect(names).toContain('Points');
    expect(names.filter((name) => /[\u4e00-\u9fff]/.test(name.split(' ')[0] ?? ''))).toEqual([]);
  });
});
