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

/** The server's name for this device's session, as the token says it; undefined without a readable token. */
export function readSessionId(): string | undefined {
  const payload = readToken()?.split('.')[1];
  if (payload === undefined) return undefined;
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { sid?: unknown };
    return typeof claims.sid === 'string' ? claims.sid : undefined;
  } catch {
    return undefined;
  }
}
