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
