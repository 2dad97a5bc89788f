import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ColumnarTable } from '@oncoloom/figures';
import { drawFigure } from '@oncoloom/figures/file';
import { completeStyle, type FigureDeclaration } from '@oncoloom/tool-kit';
import { afterAll, expect, it } from 'vitest';
import { figureFile } from '../../src/drawing/files.ts';
import { tool, volcano } from './example.ts';

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

async function pdfOf(figure: FigureDeclaration, id: string, tables: Record<string, ColumnarTable>): Promise<Uint8Array> {
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

it('makes a small PDF of a heatmap of 20,000 cells', async () => {
  const next = numbers();
  const names = Array.from({ length: 200 }, (_, i) => `S${i}`);
  const genes = Array.from({ length: 100 }, (_, i) => `GENE${i}`);
  const cells = Object.fromEntries(names.map((name) => [name, Float64Array.from(genes, () => (next() + next() + next() - 1.5) * 3)]));
  const tree = table({
    side: ['row'],
    position_from: Float64Array.of(1),
    height_from: Float64Array.of(0),
    position_to: Float64Array.of(1),
    height_to: Float64Array.of(1),
  });
  const pdf = await pdfOf(tool.figures.heatmap as FigureDeclaration, 'heatmap', {
    cells: table({ gene: genes, ...cells }),
    samples: table({ sample: names, group: names.map((_, i) => (i < 100 ? 'A' : 'B')) }),
    tree,
  });
  expect(pdf.length).toBeLessThan(SIZE_MAX);
  expect(pageBytes(pdf)).toBeGreaterThan(20_000);
});
