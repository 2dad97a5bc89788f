import { redirect } from 'react-router';
import { endSession, loadUser, signedIn, useSession } from '../accounts/session.ts';
import { ApiFailure } from '../api/client.ts';
import { showError } from './notices.ts';

/** The only paths that open without a stored token. */
export const OPEN_PATHS: readonly string[] = ['/login', '/forgot-password', '/reset-password', '/verify-email'];

/**
 * The path to go to after login: within this site or home. `//host`, `/\host` and whole addresses lead elsewhere,
 * and login and 404 are no place to return to.
 */
export function safeRedirect(wanted: string | null): string {
  const home = '/';
  if (wanted === null || !/^\/(?![/\\])/.test(wanted)) return home;
  const base = 'http://here.invalid';
  let url: URL;
  try {
    url = new URL(wanted, base);
  } catch {
    return home;
  }
  if (url.origin !== base || url.pathname === '/login' || url.pathname === '/404') return home;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The login page that leads back to `path`. */
export function loginPath(path: string): string {
  return `/login?redirect=${encodeURIComponent(path)}`;
}

/** Runs before every navigation, as section 2 of the specification says. Answers a redirect, or null to let it pass. */
export async function guard({ request }: { request: Request }): Promise<Response | null> {
  const url = new URL(request.url);
  const wanted = `${url.pathname}${url.search}`;
  if (!signedIn()) return OPEN_PATHS.includes(url.pathname) ? null : redirect(loginPath(wanted));
  if (url.pathname === '/login') return redirect('/');
  if (useSession.getState().user?.username) return null;
  try {
    await loadUser();
    return null;
  } catch (error) {
    endSession();
    showError(error instanceof ApiFailure && error.message ? error.message : 'Has Error');
    return redirect(loginPath(wanted));
  }
}
