import type { LedgerList, Note, Redeemed, SubscriptionStatus, Support } from '@oncoloom/contract';
import { type CallOptions, get, post } from './client.ts';

/** A card works once. */
export function redeemCard(code: string, options?: CallOptions): Promise<Redeemed> {
  return post('/user/redeem_card', { card_code: code }, options);
}

export function subscriptionStatus(options?: CallOptions): Promise<SubscriptionStatus> {
  return get('/user/subscription_status', options);
}

/** Changes of points, newest first. */
export function pointsLedger(page: number, pageSize: number, options?: CallOptions): Promise<LedgerList> {
  return get(`/user/points?page=${page}&page_size=${pageSize}`, options);
}

/** A note to post to Xiaohongshu. */
export function note(options?: CallOptions): Promise<Note> {
  return get('/user/xhs-note', options);
}

/** How to reach the operator's service. */
export function support(options?: CallOptions): Promise<Support> {
  return get('/support', options);
}
