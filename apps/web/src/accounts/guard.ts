import { redirect } from 'react-router';
import { ApiFailure } from '../api/client.ts';
import { showError } from '../base/notices.ts';
import { NOT_FOUND } from '../base/paths.ts';
import { endSession, loadUser, signedIn, useSession } from './session.ts';

/** The only paths that open without a stored token. */
export const OPEN_PATHS: readonly string[] = ['/login', '/forgot-password', '/reset-password', '/verify-email'];

/** A path as routes are compared: capitals and a slash at the end make no other page. */
function plainPath(path: string): string {
  return path.toLowerCase().replace(/(?<!\/)\/+$/, '') || '/';
}

/**
 * The path to go to after login: within this site or home. `//host`, `/\host`, whole addresses and what becomes one
 * (`/.//host`) lead elsewhere, and login and 404 are no place to return to.
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
  if (url.origin !== base || url.pathname.startsWith('//') || ['/login', NOT_FOUND].includes(plainPath(url.pathname))) return home;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The login page that leads back to `path`. */
export function loginPath(path: string): string {
  return `/login?redirect=${encodeURIComponent(path)}`;
}

/** Runs before every navigation, as section 2 of the specification says. Answers a redirect, or null to let it pass. */
export async function guard({ request }: { request: Request }): Promise<Response | null> {
  const url = new URL(request.url);
  const path = plainPath(url.pathname);
  const wanted = `${url.pathname}${url.search}`;
  if (!signedIn()) return OPEN_PATHS.includes(path) ? null : redirect(loginPath(wanted));
  if (path === '/login') return redirect('/');
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
