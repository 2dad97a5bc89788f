import sharp from 'sharp';

/** What a small figure is made to: part of the name under which it is kept. px; twice the place where a list shows it. */
export const THUMBNAIL = { widthPx: 360, heightPx: 240, quality: 80 } as const;

/** A drawn figure as a small WebP: all of it, on white. @param path Where its PNG lies. */
export function thumbnailOf(path: string): Promise<Buffer> {
  const { widthPx, heightPx, quality } = THUMBNAIL;
  return sharp(path)
    .flatten({ background: '#fff' })
    .trim()
    .resize({ width: widthPx, height: heightPx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer();
}
