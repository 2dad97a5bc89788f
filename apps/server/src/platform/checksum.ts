import { createHash } from 'node:crypto';

/** SHA-256 of a short text or buffer, in hex. */
export function sha256Of(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
