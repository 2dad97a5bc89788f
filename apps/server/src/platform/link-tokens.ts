import { createHash } from 'node:crypto';
import { DOWNLOAD_TOKEN_MINUTES } from '@oncoloom/contract';
import { jwtVerify, SignJWT } from 'jose';
import { ApiError } from './errors.ts';

/** Short-lived tokens for links that open one thing: a browser's download can't send a bearer header. */
export class LinkTokens<Claims extends Record<string, string | number>> {
  readonly #audience: string;
  readonly #key: Uint8Array;

  /** @param secret the server's signing key; tokens are signed with one derived from it, so that no other token fits */
  constructor(secret: Uint8Array, audience: string) {
    this.#audience = audience;
    this.#key = createHash('sha256').update(audience).update(secret).digest();
  }

  async issue(userId: number, claims: Claims): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(this.#audience)
      .setSubject(String(userId))
      .setExpirationTime(`${DOWNLOAD_TOKEN_MINUTES}m`)
      .sign(this.#key);
  }

  /** Answers the user. Throws 401 when the token is dead or meant for another thing. */
  async verify(token: string, wanted: Claims): Promise<number> {
    try {
      const { payload } = await jwtVerify(token, this.#key, { audience: this.#audience, algorithms: ['HS256'] });
      if (Object.entries(wanted).every(([name, value]) => payload[name] === value)) return Number(payload.sub);
    } catch {
      // A dead token and a forged one get the same answer.
    }
    throw new ApiError(401, '下载链接已过期，请重新获取');
  }
}
