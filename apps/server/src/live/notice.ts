import { sql } from 'drizzle-orm';
import type { Queryable } from '../platform/postgres/database.ts';

/** Something of a user changed. The hub of each API process that serves this user turns it into a message. */
export type Notice =
  | { user_id: number; kind: 'task'; id: number }
  | { user_id: number; kind: 'points' }
  /** Some of the user's sessions ended. */
  | { user_id: number; kind: 'sessions' }
  /** What answers to the user are made from; the database itself says so of each write, see the triggers of the first migration. */
  | { user_id: number; kind: 'changed'; subjects: string[] };

/** Who has to hear at once that sessions ended. */
export interface SessionWatcher {
  /** Some of the user's sessions ended. */
  sessionsEnded(userId: number): void;
  /** Whether ends are told from now on; what happened before is unknown. */
  noticesArrive(listening: boolean): void;
}

/** Who has to hear at once that something of a user is not what it was. */
export interface ChangeWatcher {
  changed(userId: number, subjects: readonly string[]): void;
  /** Whether changes are told from now on; what happened before is unknown. */
  noticesArrive(listening: boolean): void;
}

export const LIVE_CHANNEL = 'live';

/**
 * Tells every API process. Sent when the caller's transaction commits and not at all when it rolls back;
 * equal notices of one transaction arrive once.
 */
export async function notify(database: Queryable, notice: Notice): Promise<void> {
  await database.execute(sql`SELECT pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(notice)})`);
}
