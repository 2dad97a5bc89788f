import type { LoginRequest, RegisterRequest, TokenResponse, UserInfo } from '@oncoloom/contract';
import { type CallOptions, get, post } from './client.ts';

export function login(request: LoginRequest, options?: CallOptions): Promise<TokenResponse> {
  return post('/login', request, options);
}

export function register(request: RegisterRequest, options?: CallOptions): Promise<TokenResponse> {
  return post('/register', request, options);
}

export function userInfo(options?: CallOptions): Promise<UserInfo> {
  return get('/user/info', options);
}

/** A token that opens the live channel once, within 60 s. */
export function liveToken(): Promise<{ ws_token: string }> {
  return post('/ws_token', {}, { silent: true });
}
