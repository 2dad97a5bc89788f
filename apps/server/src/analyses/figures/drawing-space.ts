import type { BillingService } from '../../billing/service.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { removeUnnamed } from '../../storage/unnamed.ts';
import * as repository from '../repository.ts';

/** Of a user's space, for drawings. Where they take more, the oldest go until they take half of it. */
const SHARE = 0.25;
/** Somebody may be downloading what was asked for within this time, ms. */
const IN_USE_MS = 60_000;

/** Keeps a user's drawings within their share of the space: they are made again when somebody asks, so none need be refused. */
export async function makeDrawingRoom(
  { database, storage, billing }: { database: Database; storage: Storage; billing: Pick<BillingService, 'subscription' | 'space'> },
  userId: number,
): Promise<void> {
  const { userType } = await billing.subscription(userId);
  const { kinds, quota } = await billing.space.usage(database, userId, userType);
  const room = quota * SHARE;
  if (kinds.drawings <= room) return;
  const gone = await repository.removeOldRenderings(database, userId, room / 2);
  await removeUnnamed({ database, storage }, gone, new Date(Date.now() - IN_USE_MS));
}
