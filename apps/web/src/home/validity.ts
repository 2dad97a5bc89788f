import type { UserInfo } from '@oncoloom/contract';
import { exactTime } from '../base/time.ts';

const DAY = 24 * 3600_000;
const KINDS: Record<UserInfo['user_type'], string> = { new: '注册赠送', trial: '体验卡', pay: '已订阅' };

/** When the points end, in words. */
export function validity(user: Pick<UserInfo, 'user_type' | 'expired_at'>, now: Date): string {
  if (user.expired_at === null) return KINDS[user.user_type];
  const end = new Date(user.expired_at);
  const date = exactTime(end).slice(0, 10);
  const days = Math.ceil((end.getTime() - now.getTime()) / DAY);
  return days > 0 ? `${KINDS[user.user_type]}，${date} 到期，还有 ${days} 天` : `${KINDS[user.user_type]}，已在 ${date} 到期`;
}
