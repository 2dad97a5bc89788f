import type { UserInfo } from '@oncoloom/contract';
import { create } from 'zustand';
import { userInfo } from '../api/accounts.ts';
import { forgetDownloads } from '../api/download-cache.ts';
import { clearToken, readToken, storeToken } from '../api/token.ts';
import { forgetUploads } from '../api/unfinished-uploads.ts';

interface Session {
  user: UserInfo | undefined;
  /** Points change while tasks run; the live channel tells. */
  setPoints(points: number): void;
}

/** Who is signed in, for every part of the page. */
export const useSession = create<Session>()((set) => ({
  user: undefined,
  setPoints: (points) => set((state) => (state.user ? { user: { ...state.user, points } } : state)),
}));

/** Asks the server who this is. The caller shows the failure. */
export async function loadUser(): Promise<UserInfo> {
  const user = await userInfo({ silent: true });
  useSession.setState({ user });
  return user;
}

/** Keeps the token of a fresh login or registration; the guard loads the user on the next navigation. */
export function startSession(token: string): void {
  storeToken(token);
  useSession.setState({ user: undefined });
}

/** Forgets the session on this device. */
export function endSession(): void {
  clearToken();
  forgetDownloads();
  forgetUploads();
  useSession.setState({ user: undefined });
}

/** Registers what has to forget the account when its session ends. */
export function onSessionEnd(forget: () => void): void {
  useSession.subscribe((now, before) => {
    if (before.user !== undefined && now.user === undefined) forget();
  });
}

export function signedIn(): boolean {
  return readToken() !== null;
}

/** What stands in the navbar: the email, else the name, else a word for user. */
export function shownName(user: UserInfo | undefined): string {
  return user?.email || user?.username || '用户';
}
