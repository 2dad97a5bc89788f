import { max } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres/database.ts';
import { backups } from './tables.ts';

/** Notes that a backup is whole. @param backup.bytes Of all that it holds. */
export async function noteBackup(db: Queryable, backup: { name: string; bytes: number }): Promise<void> {
  await db.insert(backups).values(backup);
}

/** When the last backup was finished; undefined where there was none. A restored copy knows those before the one that it comes from. */
export async function lastBackup(db: Queryable): Promise<Date | undefined> {
  const [row] = await db.select({ at: max(backups.finishedAt) }).from(backups);
  return row?.at ?? undefined;
}
