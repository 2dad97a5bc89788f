import { SESSION_DAYS } from '@oncoloom/contract';
import { jwtVerify, SignJWT } from 'jose';

const ISSUER = 'oncoloom';
const ALGORITHM = 'HS256';

export interface SessionClaims {
  userId: number;
  /** Row of `sessions`. */
  sessionId: string;
}

/** A bearer token of 7 days. */
export function signSession(secret: Uint8Array, claims: SessionClaims): Promise<string> {
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(ISSUER)
    .setSubject(String(claims.userId))
    .setIssuedAt()
    .setExpirationTime(`${SESSION_DAYS}d`)
    .sign(secret);
}

/** Reads a bearer token; undefined when it is forged, expired or not ours. Whether it is still alive only the account knows. */
export async function readSession(secret: Uint8Array, token: string): Promise<SessionClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: [ALGORITHM], issuer: ISSUER });
    const userId = Number(payload.sub);
    const sessionId = payload.sid;
    return Number.isInteger(userId) && typeof sessionId === 'string' ? { userId, sessionId } : undefined;
  } catch {
    return undefined;
  }
}
