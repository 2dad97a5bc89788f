import type { UserType } from '@oncoloom/contract';
import type { Queryable } from '../platform/database.ts';
import { SPACE_BYTES } from './limits.ts';
import { usedBytes } from './repository.ts';

/** Bytes that a user's files take, and that they may take. */
export async function spaceUsage(database: Queryable, userId: number, userType: UserType): Promise<{ used: number; quota: number }> {
  return { used: await usedBytes(database, userId), quota: SPACE_BYTES[userType] };
}
