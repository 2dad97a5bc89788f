import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import type { DrawnFigure } from '@oncoloom/figures/file';
import sharp from 'sharp';
import type { FigureFormat } from './formats.ts';

/** Dots per inch that journals ask of pictures with text. */
const DPI = 300;
const RENDER_TIMEOUT_MS = 60_000;

/** Debian's renderer of SVG: vector PDF with its typefaces embedded. */
async function rsvg(svg: string, options: readonly string[]): Promise<Buffer> {
  const child = spawn('rsvg-convert', options, {
    // Without it fontconfig answers a Chinese character with the Japanese face of Noto Sans CJK.
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', FC_LANG: 'zh-cn', HOME: '/nonexistent', XDG_CACHE_HOME: process.env.XDG_CACHE_HOME },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: RENDER_TIMEOUT_MS,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A renderer that ends early closes its input: how it ended says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(svg);
  const [code, output, errors] = await Promise.all([ended, buffer(child.stdout), buffer(child.stderr)]);
  if (code !== 0 || output.length === 0) throw new Error(`rsvg-convert ended with ${code}: ${errors.toString('utf8').slice(0, 500)}`);
  return output;
}

/** A drawn figure as a file of a format. */
export async function figureFile({ svg }: DrawnFigure, format: FigureFormat): Promise<Uint8Array> {
  switch (format) {
    case 'svg':
      return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`);
    case 'pdf':
      return rsvg(svg, ['--format=pdf']);
    case 'png':
      return sharp(await rsvg(svg, ['--format=png', `--dpi-x=${DPI}`, `--dpi-y=${DPI}`]))
        .withMetadata({ density: DPI })
        .png({ compressionLevel: 9 })
        .toBuffer();
  }
}
