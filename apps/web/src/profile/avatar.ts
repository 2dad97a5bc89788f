import { AVATAR_MAX } from '@oncoloom/contract';

/** Side of the square that is stored, px. */
const AVATAR_PX = 128;

/** Beyond this a browser may run out of memory while it unpacks the picture, bytes. */
const PICTURE_MAX = 30_000_000;

/** The largest square in the middle of a picture. */
export function middleSquare(width: number, height: number): { x: number; y: number; side: number } {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/** Writes the drawn square in a format, as a data URL. A browser that cannot write the format answers another one. */
export type Encode = (type: string, quality?: number) => string;

/**
 * The best writing of a picture that the server takes: WebP from good to fair, then PNG where WebP cannot be written.
 * Undefined when none is small enough.
 */
export function writeAvatar(encode: Encode, max: number = AVATAR_MAX): string | undefined {
  const attempts: [string, number?][] = [['image/webp', 0.9], ['image/webp', 0.75], ['image/webp', 0.5], ['image/png']];
  for (const [type, quality] of attempts) {
    const url = encode(type, quality);
    if (url.startsWith(`data:${type};`) && url.length <= max) return url;
  }
  return undefined;
}

/** A picture that cannot be an avatar; the message is for the user. */
export class AvatarFailure extends Error {
  override readonly name = 'AvatarFailure';
}

/** Cuts a picture to a small square, in the browser: the picture itself is not sent. Throws an AvatarFailure. */
export async function makeAvatar(file: Blob): Promise<string> {
  if (file.size > PICTURE_MAX) throw new AvatarFailure('这张图片超过 30 MB，请选小一些的');
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    throw new AvatarFailure('这个文件不是能读的图片，请选 PNG、JPEG 或 WebP');
  }
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_PX;
  canvas.height = AVATAR_PX;
  const context = canvas.getContext('2d');
  if (!context) throw new AvatarFailure('浏览器没能处理这张图片，请换一个浏览器再试');
  const { x, y, side } = middleSquare(picture.width, picture.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, side, side, 0, 0, AVATAR_PX, AVATAR_PX);
  picture.close();
  const url = writeAvatar((type, quality) => canvas.toDataURL(type, quality));
  if (url === undefined) throw new AvatarFailure('这张图片压缩后仍然太大，请换一张');
  return url;
}
