import { exactTime } from '../app/time.ts';

/** How long a link lives, such as 「2027-02-20 前有效」. */
export function lifeWords(expiresAt: string | null): string {
  return expiresAt === null ? '长期有效，直到撤回' : `${exactTime(new Date(expiresAt)).slice(0, 16)} 前有效`;
}
