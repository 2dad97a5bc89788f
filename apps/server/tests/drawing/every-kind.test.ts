import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { drawFigure } from '@oncoloom/figures/file';
import { both, CHARTS } from '@oncoloom/tool-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { readDrawn } from '../../../../packages/figures/tests/support/drawn-file.ts';
import { PLAIN_ROWS, UGLY_FIGURES } from '../../../../packages/figures/tests/support/ugly-data.ts';
import { figureFile } from '../../src/drawing/files.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'oncoloom-kinds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STYLE = { plot_title: '各类图形 Kinds', plot_pdf_width: 6.85, plot_pdf_height: 4, show_samples: true, show_genes: true };
const packed = (text: string): string => text.replaceAll(/\s/g, '');

describe.each(CHARTS)('the PDF of a figure of the kind %s', (chart) => {
  it('has all of its faces in it, and every drawn text as text', async () => {
    const drawn = await drawFigure(chart, UGLY_FIGURES[chart](PLAIN_ROWS, STYLE), [both('模拟演示数据')]);
    const path = join(folder, `${chart}.pdf`);
    writeFileSync(path, await figureFile(drawn, 'pdf'));
    const faces = (await run('pdffonts', [path])).stdout.trim().split('\n').slice(2);
    expect(faces.length).toBeGreaterThan(0);
    // Name, type, encoding, then whether it is embedded, a part of the face, and told by letters.
    for (const face of faces) expect(face).toMatch(/\s+yes\s+(yes|no)\s+yes\s+\d+\s+\d+$/);
    const { stdout } = await run('pdftotext', ['-raw', path, '-']);
    const { texts } = readDrawn(drawn.svg);
    expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining([STYLE.plot_title, '模拟演示数据']));
    expect(texts.filter(({ text }) => !packed(stdout).includes(packed(text))).map(({ text }) => text)).toEqual([]);
  });
});
