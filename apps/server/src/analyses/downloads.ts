import { createHash } from 'node:crypto';
import { DOWNLOAD_TOKEN_MINUTES } from '@oncoloom/contract';
import { jwtVerify, SignJWT } from 'jose';
import { ApiError } from '../platform/errors.ts';

const AUDIENCE = 'download';

/** The one file that a token opens. */
export interface DownloadGrant {
  userId: number;
  analysisId: number;
  fileKey: string;
  filename: string;
}

/** Short-lived tokens for links: a browser's download can't send a bearer header. */
export class DownloadTokens {
  readonly #key: Uint8Array;

  /** @param secret the server's signing key; tokens are signed with one derived from it, so that no other token fits */
  constructor(secret: Uint8Array) {
    this.#key = createHash('sha256').update(AUDIENCE).update(secret).digest();
  }

  async issue({ userId, analysisId, fileKey, filename }: DownloadGrant): Promise<string> {
    return new SignJWT({ a: analysisId, k: fileKey, f: filename })
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(AUDIENCE)
      .setSubject(String(userId))
      .setExpirationTime(`${DOWNLOAD_TOKEN_MINUTES}m`)
      .sign(this.#key);
  }

  /** Throws 401 when the token is dead or meant for another file. */
  async verify(token: string, wanted: Omit<DownloadGrant, 'userId'>): Promise<number> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { audience: AUDIENCE, algorithms: ['HS256'] });
      if (payload.a === wanted.analysisId && payload.k === wanted.fileKey && payload.f === wanted.filename) return Number(payload.sub);
    } catch {
      // A dead token and a forged one get the same answer.
    }
    throw new ApiError(401, '下载链接已过期，请重新获取');
  }
}
