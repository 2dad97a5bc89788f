import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../platform/database.ts';
import { liveTokens, loginFailures, sessions, users } from './tables.ts';

export type User = typeof users.$inferSelect;
export type NewUser = Pick<
  typeof users.$inferInsert,
  'email' | 'username' | 'passwordHash' | 'emailVerified' | 'invitedBy' | 'termsVersion'
>;

/** What a sign-in came from. */
export interface Device {
  agent: string;
  address: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Eight letters and digits that cannot be mistaken for one another. */
function inviteCode(): string {
  const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
  return Array.from(randomBytes(8), (byte) => letters.charAt(byte % letters.length)).join('');
}

/** Accounts, tries to log in, and tokens of the live channel in the database. */
export class AccountsRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#database.transaction(work);
  }

  async byId(id: number): Promise<User | undefined> {
    const [user] = await this.#database.select().from(users).where(eq(users.id, id));
    return user;
  }

  /** By e-mail address when it holds an @, which no user name does, else by user name; either in any case. */
  async byName(name: string): Promise<User | undefined> {
    const column = name.includes('@') ? users.email : users.username;
    const [user] = await this.#database.select().from(users).where(sql`lower(${column}) = ${name.toLowerCase()}`);
    return user;
  }

  async byInviteCode(code: string): Promise<User | undefined> {
    const [user] = await this.#database.select().from(users).where(eq(users.inviteCode, code.toUpperCase()));
    return user;
  }

  async insert(tx: Transaction, user: NewUser): Promise<User> {
    const [row] = await tx
      .insert(users)
      .values({ ...user, inviteCode: inviteCode() })
      .returning();
    if (!row) throw new Error('insert returned no row');
    return row;
  }

  /**
   * Counts a try to log in before its password is looked at, so that many at once cannot slip through together.
   * Answers the time at which a subject may try again when it has used up its tries, and counts nothing then.
   */
  countTry(subjects: readonly { name: string; limit: number }[], windowMs: number): Promise<Date | undefined> {
    return this.#database.transaction(async (tx) => {
      const now = Date.now();
      const since = new Date(now - windowMs);
      await tx.delete(loginFailures).where(lte(loginFailures.at, since));
      for (const { name, limit } of subjects) {
        await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
        const [deciding] = await tx
          .select({ at: loginFailures.at })
          .from(loginFailures)
          .where(and(eq(loginFailures.subject, name), gt(loginFailures.at, since)))
          .orderBy(desc(loginFailures.at))
          .offset(limit - 1)
          .limit(1);
        if (deciding) return new Date(deciding.at.getTime() + windowMs);
      }
      await tx.insert(loginFailures).values(subjects.map(({ name }) => ({ subject: name, at: new Date(now) })));
      return undefined;
    });
  }

  /** A login succeeded: the account starts afresh, and the address gets its latest try back. */
  async forgiveTries(account: string, address: string): Promise<void> {
    await this.#database.delete(loginFailures).where(eq(loginFailures.subject, account));
    await this.#database
      .delete(loginFailures)
      .where(sql`${loginFailures.id} = (SELECT max(id) FROM ${loginFailures} WHERE subject = ${address})`);
  }

  /** Starts a session on a device; answers its id. Sessions that have expired leave on the way. */
  async addSession(userId: number, device: Device, expiresAt: Date): Promise<string> {
    const id = randomUUID();
    await this.#database.delete(sessions).where(lte(sessions.expiresAt, new Date()));
    await this.#database.insert(sessions).values({ id, userId, expiresAt, ...device });
    return id;
  }

  /** The user of a living session. */
  async bySession(userId: number, sessionId: string): Promise<User | undefined> {
    const [row] = await this.#database
      .select({ user: users })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())));
    return row?.user;
  }

  /** Makes a token that opens the live channel once, until `expiresAt`. */
  async addLiveToken(userId: number, expiresAt: Date): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.#database.delete(liveTokens).where(lte(liveTokens.expiresAt, new Date()));
    await this.#database.insert(liveTokens).values({ hash: sha256(token), userId, expiresAt });
    return token;
  }

  /** Uses a token up; answers whose it was. */
  async takeLiveToken(token: string): Promise<number | undefined> {
    const [row] = await this.#database
      .delete(liveTokens)
      .where(eq(liveTokens.hash, sha256(token)))
      .returning();
    return row && row.expiresAt.getTime() > Date.now() ? row.userId : undefined;
  }
}
