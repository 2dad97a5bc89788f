import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 of a short text or buffer, in hex. */
export function sha256Of(data: string | Buffer): string {
  return hash('sha256', data);
}

/** SHA-256 of a file, in hex, while it streams. */
export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
