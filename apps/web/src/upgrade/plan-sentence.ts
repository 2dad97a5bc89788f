import type { SubscriptionStatus } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { exactTime } from '../base/time.ts';
import { planTitle } from './plan-words.ts';

/** What the account has now, and what becomes of it with another card. */
export function planSentence(status: SubscriptionStatus): string {
  const { user_type, points, expired_at, days_left } = status;
  const title = planTitle(status);
  if (expired_at === null || days_left === null) return `当前：${title}，剩 ${formatCount(points)} 点。`;
  const date = exactTime(new Date(expired_at)).slice(0, 10);
  if (days_left === 0) return `当前：${title}，已在 ${date} 到期。`;
  const action = user_type === 'pay' ? '续费' : '订阅';
  return `当前：${title}，${date} 到期，剩 ${formatCount(points)} 点。现在${action}，到期日顺延，账上点数一起保留。`;
}
