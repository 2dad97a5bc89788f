/** The session's access token lives in local storage, so that every tab shares it. */
const KEY = 'oncoloom_token';

export function readToken(): string | null {
  return localStorage.getItem(KEY);
}

export function storeToken(token: string): void {
  localStorage.setItem(KEY, token);
}

export function clearToken(): void {
  localStorage.removeItem(KEY);
}

/** What the token says of itself; undefined without a readable one. */
function readClaims(): { sid?: unknown; sub?: unknown } | undefined {
  const payload = readToken()?.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sid?: unknown; sub?: unknown };
  } catch {
    return undefined;
  }
}

/** The server's name for this device's session; undefined without a readable token. */
export function readSessionId(): string | undefined {
  const sid = readClaims()?.sid;
  return typeof sid === 'string' ? sid : undefined;
}

/** Whose token it is; undefined without a readable one. */
export function readUserId(): string | undefined {
  const sub = readClaims()?.sub;
  return typeof sub === 'string' ? sub : undefined;
}
