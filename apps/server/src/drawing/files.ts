import { ChartDataError } from '@oncoloom/figures';
import { type DrawnFigure, FIGURE_FORMATS, type FigureFormat } from '@oncoloom/figures/file';
import sharp, { type Sharp } from 'sharp';
import { pdfWithInfo, xmpOf } from './metadata.ts';
import { pptx } from './pptx/index.ts';
import { rsvg } from './rsvg.ts';

/** More than a full page of a journal at 600 dpi needs, and less than fills the memory. */
const MAX_PIXELS = 60_000_000;
const MM_PER_INCH = 25.4;

/** The figure as dots, with its density and what it shows. @throws ChartDataError where it has too many of them. */
async function pixels(drawn: DrawnFigure, dpi: number): Promise<Sharp> {
  const { svg, size } = drawn;
  const [width, height] = [size.width, size.height].map((inches) => Math.round(inches * dpi)) as [number, number];
  if (width * height > MAX_PIXELS)
    throw new ChartDataError(
      `这张图在 ${dpi} dpi 下有 ${width} × ${height} 个像素，太大，没有画：请改选 300 dpi 或 PDF，或者把图的尺寸改小`,
    );
  const picture = await rsvg(svg, ['--format=png', `--dpi-x=${dpi}`, `--dpi-y=${dpi}`, `--width=${width}`, `--height=${height}`]);
  return sharp(picture).withXmp(xmpOf(drawn)).withMetadata({ density: dpi });
}

function png(picture: Sharp): Promise<Buffer> {
  return picture.png({ compressionLevel: 9 }).toBuffer();
}

/** As journals take it: compressed without loss, and without a layer of transparency. */
function tiff(picture: Sharp, dpi: number): Promise<Buffer> {
  const perMm = dpi / MM_PER_INCH;
  return picture
    .flatten({ background: '#fff' })
    .tiff({ compression: 'lzw', predictor: 'horizontal', xres: perMm, yres: perMm, resolutionUnit: 'inch' })
    .toBuffer();
}

/** Points: lines of no length, with round ends. */
const DOTS = / d="M[-\d. Mh]*h0"/g;

/**
 * The same picture with its points as closed lines of no length. The format paints them alike (ISO 32000-1, 8.5.3.2), in three quarters of
 * the bytes; not every program that reads SVG does.
 */
const withClosedDots = (svg: string): string => svg.replace(DOTS, (path) => path.replaceAll('h0', 'z'));

/** A drawn figure as a file of a format. @throws ChartDataError where the format cannot hold it. */
export async function figureFile(drawn: DrawnFigure, format: FigureFormat): Promise<Uint8Array> {
  switch (format) {
    case 'svg':
      return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${drawn.svg}\n`);
    case 'pdf':
      return pdfWithInfo(await rsvg(withClosedDots(drawn.svg), ['--format=pdf']), drawn);
    case 'png':
    case 'png600':
      return png(await pixels(drawn, FIGURE_FORMATS[format].dpi));
    case 'tiff':
    case 'tiff600': {
      const { dpi } = FIGURE_FORMATS[format];
      return tiff(await pixels(drawn, dpi), dpi);
    }
    case 'pptx':
      return pptx(drawn);
  }
}
