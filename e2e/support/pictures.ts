import sharp from 'sharp';

/** Pictures are compared at this width, softened so that the edges of letters, which two programs smooth each in its way, do not count. */
const WIDTH = 700;
const SOFT = 1.4;
/** Of 255. */
const APART = 56;

async function grey(picture: Buffer, height: number): Promise<Buffer> {
  return sharp(picture).flatten({ background: '#fff' }).resize(WIDTH, height, { fit: 'fill' }).greyscale().blur(SOFT).raw().toBuffer();
}

/** Share of the pixels in which two pictures differ. */
export async function difference(screen: Buffer, file: Buffer): Promise<number> {
  const { width = 1, height = 1 } = await sharp(file).metadata();
  const rows = Math.round((WIDTH * height) / width);
  const [a, b] = await Promise.all([grey(screen, rows), grey(file, rows)]);
  let apart = 0;
  for (const [i, value] of a.entries()) if (Math.abs(value - (b[i] as number)) > APART) apart += 1;
  return apart / a.length;
}
