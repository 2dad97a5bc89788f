import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { FigureData } from '@oncoloom/figures';
import { drawFigure } from '@oncoloom/figures/file';
import { afterAll, expect, it } from 'vitest';
import { figureFile } from '../../src/drawing/files.ts';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'typefaces-'));
afterAll(() => rm(folder, { recursive: true }));

const TITLE = '肝癌与癌旁：直接、骨';

function density(font: string): FigureData {
  const columns = { sample: ['A', 'A', 'B', 'B'], x: Float64Array.of(1, 2, 1, 2), y: Float64Array.of(0.1, 0.4, 0.2, 0.3) };
  return {
    figure: {
      title: '密度图',
      chart: 'density',
      tables: { lines: 'lines' },
      columns: { label: 'sample', x: 'x', y: 'y' },
      alternative: '',
      style: {},
    },
    tables: { lines: { rowCount: 4, columns, order: Object.keys(columns) } },
    style: { plot_title: TITLE, font_family: font },
    words: {},
  };
}

it.each(['Arial', 'Times New Roman', 'Noto Sans CJK SC'])('Chinese beside %s is text, in the embedded simplified face', async (font) => {
  const path = join(folder, 'figure.pdf');
  await writeFile(path, await figureFile(await drawFigure('density', density(font), []), 'pdf'));
  const { stdout: faces } = await run('pdffonts', [path]);
  // "NotoSansCJKjp", the system's first choice, writes these letters the Japanese way.
  expect(faces).toMatch(/Noto(Sans|Serif)CJKsc/);
  expect(faces).not.toMatch(/CJK(jp|kr|tc|hk)/);
  for (const line of faces.trim().split('\n').slice(2)) expect(line).toMatch(/ yes (yes|no) +(yes|no) +\d+/);
  const { stdout: text } = await run('pdftotext', [path, '-']);
  expect(text).toContain(TITLE);
});
