import { PLANS, type SubscriptionStatus, TRIAL_CARD } from '@oncoloom/contract';
import { exactTime } from '../base/time.ts';

/** What the account has now, as a title. */
export function planTitle({ user_type, plan }: Pick<SubscriptionStatus, 'user_type' | 'plan'>): string {
  if (user_type === 'new') return '注册赠送';
  if (user_type === 'trial') return TRIAL_CARD.title;
  const bought = PLANS.find(({ id }) => id === plan);
  return bought ? `${bought.title}方案` : '已订阅';
}

/** Until when the points count, and what that means. */
export function validityWords({ expired_at, days_left }: Pick<SubscriptionStatus, 'expired_at' | 'days_left'>): string {
  if (expired_at === null || days_left === null) return '点数没有到期日。';
  const date = exactTime(new Date(expired_at)).slice(0, 10);
  if (days_left === 0) return `已在 ${date} 到期，点数已清零。续费后可以接着运行分析。`;
  return `${date} 到期，还有 ${days_left} 天。到期前续费，账上点数的有效期一起延长。`;
}
