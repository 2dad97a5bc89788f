import { count, desc, or, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../platform/postgres/database.ts';
import { AccountsRepository, type User } from './repository.ts';
import { users } from './tables.ts';

/** All accounts as the operator sees them, the newest first. `search`: a part of the address or of the user name, in any case. */
export async function listUsers(db: Queryable, { search, limit }: { search?: string; limit: number }): Promise<User[]> {
  const text = search?.trim().toLowerCase() ?? '';
  const found = or(sql`strpos(lower(${users.email}), ${text}) > 0`, sql`strpos(lower(${users.username}), ${text}) > 0`);
  return db
    .select()
    .from(users)
    .where(text === '' ? undefined : found)
    .orderBy(desc(users.id))
    .limit(limit);
}

/** The account that an operator names by number, address or user name. */
export async function findUser(database: Database, who: string): Promise<User | undefined> {
  const repository = new AccountsRepository(database);
  const numbered = /^\d{1,9}$/.test(who) ? await repository.byId(Number(who)) : undefined;
  return numbered ?? repository.byName(who.trim());
}

export async function countUsers(db: Queryable): Promise<number> {
  const [row] = await db.select({ count: count() }).from(users);
  return row?.count ?? 0;
}
