import { readFile, stat } from 'node:fs/promises';
import type { Support } from '@oncoloom/contract';
import { sha256Of } from '../platform/checksum.ts';
import type { Config } from '../platform/config.ts';
import type { Log } from '../platform/log.ts';

/** More is no code to scan but a photograph, bytes. */
const PICTURE_MAX = 2 * 1024 * 1024;

export interface Picture {
  bytes: Buffer;
  mediaType: string;
  etag: string;
}

/** What the bytes are, whatever the file is called; undefined for anything that is no picture of a kind that every browser shows. */
function pictureType(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  const head = bytes.toString('utf8', 0, 4096).replace(/^\uFEFF/, '');
  return /^\s*(<\?xml[^>]*>\s*)?(<!--((?!-->)[\s\S])*-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(head) ? 'image/svg+xml' : undefined;
}

/** How users reach the operator's service: a line of text and a picture to scan, either of which may be unset. */
export class SupportContact {
  readonly #config: Config['support'];
  readonly #log: Log;
  /** The picture as it was when the file had this time; undefined stands for a file that is no picture. */
  #kept: { mtimeMs: number; picture: Picture | undefined } | undefined;

  constructor(config: Config['support'], log: Log) {
    this.#config = config;
    this.#log = log;
  }

  async told(): Promise<Support> {
    return { contact: this.#config.contact ?? null, qr: (await this.picture()) === undefined ? null : '/api/support/qr' };
  }

  /** The picture, read anew when the operator has replaced the file; undefined when there is none that can be shown. */
  async picture(): Promise<Picture | undefined> {
    const path = this.#config.qr;
    if (path === undefined) return undefined;
    const mtimeMs = await stat(path).then(
      (found) => found.mtimeMs,
      () => 0,
    );
    if (this.#kept?.mtimeMs !== mtimeMs) this.#kept = { mtimeMs, picture: await this.#read(path) };
    return this.#kept.picture;
  }

  async #read(path: string): Promise<Picture | undefined> {
    try {
      const { size } = await stat(path);
      if (size > PICTURE_MAX) throw new Error(`the picture has ${size} bytes, at most ${PICTURE_MAX} are served`);
      const bytes = await readFile(path);
      const mediaType = pictureType(bytes);
      if (mediaType === undefined) throw new Error('the file is no PNG, JPEG, WebP or SVG');
      return { bytes, mediaType, etag: `"${sha256Of(bytes)}"` };
    } catch (error) {
      this.#log.warn({ err: error, path }, 'the picture of ONCOLOOM_SUPPORT_QR cannot be shown');
      return undefined;
    }
  }
}
