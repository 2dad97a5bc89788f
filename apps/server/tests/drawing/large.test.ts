import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ColumnarTable } from '@oncoloom/figures';
import { drawFigure } from '@oncoloom/figures/file';
import { completeStyle, type ToldFigure } from '@oncoloom/tool-kit';
import JSZip from 'jszip';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { figureFile } from '../../src/drawing/files.ts';
import { told, tool, volcano } from './example.ts';

const folder = mkdtempSync(join(tmpdir(), 'oncoloom-large-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SIZE_MAX = 2_000_000;

/** The same numbers from 0 to 1 each time (Park and Miller). */
function numbers(): () => number {
  let state = 20_261_122;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function table(columns: ColumnarTable['columns']): ColumnarTable {
  const [first] = Object.values(columns);
  return { rowCount: first?.length ?? 0, order: Object.keys(columns), columns };
}

async function pdfOf(figure: ToldFigure, id: string, tables: Record<string, ColumnarTable>): Promise<Uint8Array> {
  const data = { figure, tables, style: completeStyle(tool, id, {}), words: {} };
  return figureFile(await drawFigure(figure.chart, data, []), 'pdf');
}

/** Bytes of the page as poppler draws it: an empty one has hardly any. */
function pageBytes(pdf: Uint8Array): number {
  const path = join(folder, 'figure.pdf');
  writeFileSync(path, pdf);
  const { status, stderr } = spawnSync('pdftoppm', ['-r', '150', '-singlefile', '-png', path, join(folder, 'page')], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return statSync(join(folder, 'page.png')).size;
}

it('makes a small PDF of a volcano of 60,000 genes', async () => {
  const next = numbers();
  const count = 60_000;
  const effect = Float64Array.from({ length: count }, () => (next() + next() + next() - 1.5) * 3);
  const p = effect.map((value) => 10 ** -(Math.abs(value) * 3 * next() + next()));
  const genes = Array.from({ length: count }, (_, i) => `GENE${i}`);
  const pdf = await pdfOf(volcano, 'volcano', { points: table({ gene: genes, logFC: effect, 'P.Value': p, 'adj.P.Val': p }) });
  expect(pdf.length).toBeLessThan(SIZE_MAX);
  expect(pageBytes(pdf)).toBeGreaterThan(20_000);
});

const NO_TREE = table({
  side: ['row'],
  position_from: Float64Array.of(1),
  height_from: Float64Array.of(0),
  position_to: Float64Array.of(1),
  height_to: Float64Array.of(1),
});

/** A heatmap of a matrix, its columns in two groups. */
function heatmapTables(rows: number, columns: number, numberAt: (row: number, column: number) => number): Record<string, ColumnarTable> {
  const names = Array.from({ length: columns }, (_, i) => `S${i}`);
  const genes = Array.from({ length: rows }, (_, i) => `GENE${i}`);
  const cells = Object.fromEntries(names.map((name, column) => [name, Float64Array.from(genes, (_, row) => numberAt(row, column))]));
  return {
    cells: table({ gene: genes, ...cells }),
    samples: table({ sample: names, group: names.map((_, i) => (i < columns / 2 ? 'A' : 'B')) }),
    tree: NO_TREE,
  };
}

const heatmap = told.figures.heatmap as ToldFigure;

it.each([
  [100, 200],
  [2000, 100],
])('makes a small PDF of a heatmap of %i × %i cells', async (rows, columns) => {
  const next = numbers();
  const tables = heatmapTables(rows, columns, () => (next() + next() + next() - 1.5) * 3);
  const pdf = await pdfOf(heatmap, 'heatmap', tables);
  expect(pdf.length).toBeLessThan(SIZE_MAX);
  expect(pageBytes(pdf)).toBeGreaterThan(20_000);
});

/** Red, green and blue. */
type Colour = readonly number[];

/** How to look a picture's colours up, by shares of its width and height. */
async function coloursOf(picture: Sharp): Promise<(share: { x: number; y: number }) => Colour> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return ({ x, y }) => {
    const at = Math.floor(y * info.height) * info.width + Math.floor(x * info.width);
    return [...data.subarray(at * info.channels, at * info.channels + 3)];
  };
}

describe('many cells in files', () => {
  const [rows, columns] = [400, 50];
  const LOW = [0x3f, 0x59, 0xd8];
  const HIGH = [0xf2, 0x38, 0x4a];
  const MISSING = [0xe4, 0xe9, 0xeb];
  const pattern = (row: number, column: number) => (column === 7 ? Number.NaN : (row + column) % 2 === 0 ? -9 : 9);
  const drawn = () => {
    const style = completeStyle(tool, 'heatmap', {}, { show_genes: false });
    return drawFigure('heatmap', { figure: heatmap, tables: heatmapTables(rows, columns, pattern), style, words: {} }, []);
  };
  const CELLS = [
    [0, 0, LOW],
    [399, 0, HIGH],
    [399, 49, LOW],
    [200, 24, LOW],
    [200, 25, HIGH],
    [201, 24, HIGH],
    [300, 7, MISSING],
  ] as const;
  const middleOf = (row: number, column: number) => ({ x: (column + 0.5) / columns, y: (row + 0.5) / rows });

  it('are one image, each cell a rectangle of its own colour, beside shapes and texts', async () => {
    const { svg } = await drawn();
    const [, address = ''] = /<image [^>]*xlink:href="data:image\/png;base64,([^"]+)"/.exec(svg) ?? [];
    const image = sharp(Buffer.from(address, 'base64'));
    const { width = 0, height = 0, hasAlpha } = await image.metadata();
    expect([width % columns, height % rows, hasAlpha]).toEqual([0, 0, false]);
    const colourAt = await coloursOf(image);
    for (const [row, column, colour] of CELLS) expect(colourAt(middleOf(row, column)), `${row}, ${column}`).toEqual(colour);
    // To the very edges of a cell.
    for (const edge of [0.02, 0.98]) expect(colourAt({ x: (24 + edge) / columns, y: (200 + edge) / rows }), `${edge}`).toEqual(LOW);
    expect(svg.match(/<image /g)).toHaveLength(1);
    expect(svg).toContain('<linearGradient');
    expect(svg).toMatch(/data-part="tree"/);
    expect(svg).toMatch(/<text[^>]*>行 z 值</);
  });

  it('are at their places in the picture that a file becomes', async () => {
    const figure = await drawn();
    const [, x, y, width, height] = (/<image x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/.exec(figure.svg) ?? []).map(
      Number,
    ) as [number, number, number, number, number];
    const [, unitsWide, unitsHigh] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(figure.svg) ?? []).map(Number) as [number, number, number];
    const colourAt = await coloursOf(sharp(await figureFile(figure, 'png')).flatten({ background: '#fff' }));
    for (const [row, column, colour] of CELLS) {
      const middle = middleOf(row, column);
      const seen = colourAt({ x: (x + middle.x * width) / unitsWide, y: (y + middle.y * height) / unitsHigh });
      for (const [channel, value] of colour.entries())
        expect(Math.abs((seen[channel] as number) - value), `${row}, ${column}`).toBeLessThan(40);
    }
  });

  it('stand in a presentation as the same image, at their place among shapes and texts', async () => {
    const figure = await drawn();
    const zip = await JSZip.loadAsync(await figureFile(figure, 'pptx'));
    const slide = (await zip.file('ppt/slides/slide1.xml')?.async('string')) ?? '';
    const [, address = ''] = /<image [^>]*xlink:href="data:image\/png;base64,([^"]+)"/.exec(figure.svg) ?? [];
    expect(await zip.file('ppt/media/figure1.png')?.async('base64')).toBe(address);
    const numbersOf = (pattern: RegExp, text: string) => (pattern.exec(text) ?? []).slice(1).map(Number);
    const place = /<a:off x="(\d+)" y="(\d+)"\/><a:ext cx="(\d+)" cy="(\d+)"\/>/;
    const picture = numbersOf(place, /<p:pic>.*?<\/p:pic>/.exec(slide)?.[0] ?? '');
    const [left = 0, top = 0, width = 0] = numbersOf(place, /<p:grpSp>.*?<\/p:grpSpPr>/.exec(slide)?.[0].replace(/<a:chOff.*?>/, '') ?? '');
    const [, , unitsWide = 1] = numbersOf(/viewBox="(\d+) (\d+) ([\d.]+)/, figure.svg);
    const cells = numbersOf(/<image x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/, figure.svg);
    const scale = width / unitsWide;
    for (const [i, start] of [left, top, 0, 0].entries()) expect((picture[i] ?? 0) - start).toBeCloseTo((cells[i] ?? 0) * scale, -1);
    expect(slide).toContain('<a:t>行 z 值</a:t>');
    expect(slide.match(/<p:pic>/g)).toHaveLength(1);
    expect(slide).toContain('<a:gradFill');
  });
});
