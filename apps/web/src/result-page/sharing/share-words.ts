import { exactTime } from '../../base/time.ts';

/** How long a link lives, such as 「有效期到 2027-02-20 09:30」. */
export function lifeWords(expiresAt: string | null): string {
  return expiresAt === null ? '长期有效，直到撤回' : `有效期到 ${exactTime(new Date(expiresAt)).slice(0, 16)}`;
}
