import { PLANS, type PlanId, TRIAL_CARD } from '@oncoloom/contract';
import type { Plan } from './service.ts';

/** What a card can hold: a plan, or the trial. */
export type CardPlan = PlanId | typeof TRIAL_CARD.id;

export const CARD_PLANS: readonly CardPlan[] = [...PLANS.map((plan) => plan.id), TRIAL_CARD.id];

/** The plan that a card brings; undefined for one that is not sold any more. */
export function planOfCard(id: string): Plan | undefined {
  if (id === TRIAL_CARD.id)
    return { id, userType: 'trial', points: TRIAL_CARD.points, days: TRIAL_CARD.days, reason: `兑换${TRIAL_CARD.title}` };
  const plan = PLANS.find((sold) => sold.id === id);
  return plan && { id, userType: 'pay', points: plan.points, days: plan.days, reason: `兑换 ${plan.title}套餐` };
}
