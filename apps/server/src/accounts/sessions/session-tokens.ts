import { SESSION_DAYS } from '@oncoloom/contract';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { sha256Of } from '../../platform/checksum.ts';

const ISSUER = 'oncoloom';
const ALGORITHM = 'HS256';
/** A token that is used is checked again after so long, ms. */
const KEPT_MS = 60_000;
const KEPT_MAX = 10_000;

export interface SessionClaims {
  userId: number;
  /** Row of `sessions`. */
  sessionId: string;
}

/** Bearer tokens of sessions. */
export class SessionTokens {
  readonly #secret: Uint8Array;
  /** Claims of tokens whose signature was checked, by the token's checksum: the check costs more than all else of a small call. */
  readonly #checked = new LRUCache<string, SessionClaims & { expiresAt: number }>({ max: KEPT_MAX, ttl: KEPT_MS });

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** A bearer token of 7 days. */
  sign(claims: SessionClaims): Promise<string> {
    return new SignJWT({ sid: claims.sessionId })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuer(ISSUER)
      .setSubject(String(claims.userId))
      .setIssuedAt()
      .setExpirationTime(`${SESSION_DAYS}d`)
      .sign(this.#secret);
  }

  /** Reads a bearer token; undefined when it is forged, expired or not ours. Whether it is still alive only the account knows. */
  async read(token: string): Promise<SessionClaims | undefined> {
    const key = sha256Of(token);
    const known = this.#checked.get(key);
    if (known !== undefined) return known.expiresAt > Date.now() ? known : undefined;
    try {
      const { payload } = await jwtVerify(token, this.#secret, { algorithms: [ALGORITHM], issuer: ISSUER, requiredClaims: ['exp'] });
      const userId = Number(payload.sub);
      const { sid: sessionId, exp = 0 } = payload;
      if (!Number.isInteger(userId) || typeof sessionId !== 'string') return undefined;
      const claims = { userId, sessionId, expiresAt: 1000 * exp };
      this.#checked.set(key, claims);
      return claims;
    } catch {
      return undefined;
    }
  }
}
