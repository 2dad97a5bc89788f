import { PLANS, type TaskStatus, TRIAL_CARD, type UserType } from '@oncoloom/contract';
import type { CardState } from '../billing/cards.ts';
import { chinaTime } from '../platform/china-time.ts';
import type { JobState } from '../platform/queue.ts';

export const USER_TYPE_WORDS: Record<UserType, string> = { new: '免费', trial: '体验', pay: '付费' };
export const STATUS_WORDS: Record<TaskStatus, string> = { pending: '排队', running: '运行', completed: '完成', failed: '失败' };
export const CARD_STATE_WORDS: Record<CardState, string> = { unused: '未使用', redeemed: '已兑换', revoked: '已作废' };
export const QUEUE_WORDS: Record<string, string> = { analyses: '分析', mails: '邮件', reruns: '接续的步骤', examples: '示例' };
export const JOB_STATE_WORDS: Record<JobState, string> = {
  created: '等待',
  retry: '等待重试',
  active: '运行',
  completed: '已结束',
  cancelled: '已取消',
  failed: '失败',
};

/** A plan's name for people; one that is no longer sold keeps its id. */
export function planWords(id: string): string {
  return id === TRIAL_CARD.id ? TRIAL_CARD.title : (PLANS.find((plan) => plan.id === id)?.title ?? id);
}

export const timeWords = (time: Date | null | undefined): string | null => (time ? chinaTime(time) : null);

export function byteWords(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit += 1) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}
