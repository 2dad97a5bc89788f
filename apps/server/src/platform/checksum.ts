import { hash } from 'node:crypto';

/** SHA-256 of a short text or buffer, in hex. */
export function sha256Of(data: string | Buffer): string {
  return hash('sha256', data);
}
