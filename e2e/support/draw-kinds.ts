/** Draws a figure of every kind into the folder that it is told: what a page shows, and the PNG of the file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawFigure } from '@oncoloom/figures/file';
import { both, CHARTS } from '@oncoloom/tool-kit';
import { figureFile } from '../../apps/server/src/drawing/files.ts';
import { PLAIN_ROWS, UGLY_FIGURES } from '../../packages/figures/tests/support/ugly-data.ts';

const folder = process.argv[2] ?? '.';
for (const chart of CHARTS) {
  const style = { plot_title: '各类图形 Kinds', plot_pdf_width: 6.85, plot_pdf_height: 4, show_samples: true };
  const drawn = await drawFigure(chart, UGLY_FIGURES[chart](PLAIN_ROWS, style), [both('模拟演示数据')]);
  writeFileSync(join(folder, `${chart}.svg`), drawn.svg);
  writeFileSync(join(folder, `${chart}.png`), await figureFile(drawn, 'png'));
}
