import type {
  Deletion,
  LoginRequest,
  MessageAnswer,
  Profile,
  ProfileUpdate,
  Referral,
  RegisterRequest,
  SessionInfo,
  TokenResponse,
  UserInfo,
} from '@oncoloom/contract';
import { authorization, type CallOptions, call, fetchFile, get, post } from './client.ts';
import { readSessionId } from './token.ts';

export function login(request: LoginRequest, options?: CallOptions): Promise<TokenResponse> {
  return post('/login', request, options);
}

export function register(request: RegisterRequest, options?: CallOptions): Promise<TokenResponse> {
  return post('/register', request, options);
}

export function userInfo(options?: CallOptions): Promise<UserInfo> {
  return get('/user/info', options);
}

export function verifyEmail(token: string, options?: CallOptions): Promise<MessageAnswer> {
  return post('/user/verify-email', { token }, options);
}

/** Answers the same for every address. */
export function resendVerification(email: string, options?: CallOptions): Promise<MessageAnswer> {
  return post('/user/resend-verification-email', { email }, options);
}

/** Answers the same for every address. */
export function forgotPassword(email: string, options?: CallOptions): Promise<MessageAnswer> {
  return post('/user/forgot-password', { email }, options);
}

/** Whether the link of a mail still works; it stays usable. */
export function verifyResetToken(token: string, options?: CallOptions): Promise<{ valid: boolean }> {
  return post('/user/verify-reset-token', { token }, options);
}

/** Sets a new password by the link of a mail; every session ends. */
export function resetPassword(token: string, password: string, options?: CallOptions): Promise<MessageAnswer> {
  return post('/user/reset-password', { token, new_password: password }, options);
}

/** Every other session ends. */
export function changePassword(request: { old_password: string; new_password: string }, options?: CallOptions): Promise<MessageAnswer> {
  return post('/user/change-password', request, options);
}

export function profile(options?: CallOptions): Promise<Profile> {
  return get('/user/profile', options);
}

/** Only the given fields change; null empties one. */
export function updateProfile(request: ProfileUpdate, options?: CallOptions): Promise<Profile> {
  return call('/user/profile', { ...options, method: 'PUT', body: request });
}

/** The signed-in devices. */
export async function listSessions(options?: CallOptions): Promise<SessionInfo[]> {
  return (await get<{ results: SessionInfo[] }>('/user/sessions', options)).results;
}

export function endSessionById(id: string, options?: CallOptions): Promise<MessageAnswer> {
  return call(`/user/sessions/${encodeURIComponent(id)}`, { ...options, method: 'DELETE' });
}

/**
 * Ends this device's session on the server as well: call it before the token is forgotten. It never fails and shows nothing; a session
 * that could not be ended runs out by itself. Not through `call`: a session that is dead already must not reload the page.
 */
export async function endServerSession(): Promise<void> {
  const id = readSessionId();
  if (id === undefined) return;
  const headers = authorization();
  // Without an answer there is nothing to do: the device forgets the token anyway.
  await fetch(`/api/user/sessions/${encodeURIComponent(id)}`, { method: 'DELETE', headers, keepalive: true }).catch(() => undefined);
}

export function referral(options?: CallOptions): Promise<Referral> {
  return get('/user/referral', options);
}

/** Everything of the account as a zip. */
export function exportAccount(options?: Parameters<typeof fetchFile>[1]): Promise<Blob> {
  return fetchFile('/user/export', options);
}

/** The account goes after a few days, see `deletion_at`; until then it can be taken back. */
export function deleteAccount(password: string, options?: CallOptions): Promise<Deletion> {
  return post('/user/delete', { password }, options);
}

export function cancelDeletion(options?: CallOptions): Promise<Deletion> {
  return post('/user/cancel-deletion', {}, options);
}

/** A token that opens the live channel once, within 60 s. */
export function liveToken(): Promise<{ ws_token: string }> {
  return post('/ws_token', {}, { silent: true });
}
