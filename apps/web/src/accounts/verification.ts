import type { MessageAnswer } from '@oncoloom/contract';
import { queryOptions } from '@tanstack/react-query';
import { verifyEmail } from '../api/accounts.ts';
import { ApiFailure } from '../api/client.ts';
import { loadUser, signedIn, useSession } from './session.ts';

/** Who is signed in here as the server knows it now; a failure to ask changes nothing about the verification. */
async function refreshUser(): Promise<void> {
  if (!signedIn()) return;
  try {
    await loadUser();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
  }
}

/** A link that was used before is dead, but who is signed in with a verified address has nothing left to do. */
async function verify(token: string): Promise<MessageAnswer> {
  try {
    const answer = await verifyEmail(token, { silent: true });
    await refreshUser();
    return answer;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 422) throw error;
    await refreshUser();
    if (useSession.getState().user?.email_verified) return { message: '邮箱已经验证过了' };
    throw error;
  }
}

/**
 * Verifies an address by its mailed token. As a query that never repeats itself: a token works once, so a second call (a strict
 * effect, a page drawn anew, a network that came back) would tell of a dead link after the first had succeeded.
 */
export function verification(token: string) {
  return queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () => verify(token),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnReconnect: false,
    networkMode: 'always',
  });
}
