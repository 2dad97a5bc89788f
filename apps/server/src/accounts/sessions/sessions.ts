import { randomUUID } from 'node:crypto';
import { SESSION_DAYS, SESSION_IDLE_HOURS, type SessionInfo } from '@oncoloom/contract';
import { and, desc, eq, gt, lt, lte, ne, or, type Placeholder, sql } from 'drizzle-orm';
import { notify } from '../../live/notice.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Database, Transaction } from '../../platform/postgres/database.ts';
import { prepared } from '../../platform/postgres/prepared.ts';
import type { User } from '../repository.ts';
import { liveTokens, sessions, users } from '../tables.ts';
import { deviceWords, isHandheld } from './device-words.ts';
import { LivingSessions } from './living-sessions.ts';
import { type SessionClaims, SessionTokens } from './session-tokens.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** A session's last sight is written at most this often, ms. */
const SIGHT_MS = 5 * 60_000;

/** Sessions last seen before this have been left alone for too long. */
const idleSince = () => new Date(Date.now() - SESSION_IDLE_HOURS * HOUR_MS);
/** Neither past its days nor left alone for too long. */
const isAliveAt = (now: Date | Placeholder, idle: Date | Placeholder) => and(gt(sessions.expiresAt, now), gt(sessions.lastSeenAt, idle));
const isAlive = () => isAliveAt(new Date(), idleSince());

/** What a sign-in came from. */
export interface Device {
  agent: string;
  address: string;
}

/** When a living session was last seen. */
const findLiving = prepared((db) => {
  const [id, userId] = [sql.placeholder('sessionId'), sql.placeholder('userId')];
  const isLiving = and(eq(sessions.id, id), eq(sessions.userId, userId), isAliveAt(sql.placeholder('now'), sql.placeholder('idleSince')));
  return db.select({ seenAt: sessions.lastSeenAt }).from(sessions).where(isLiving).prepare('living_session');
});

/** Signed-in devices. A bearer token names its session and dies with it. */
export class Sessions {
  /** What this process need not ask again for some seconds. */
  readonly living = new LivingSessions();
  readonly #database: Database;
  readonly #tokens: SessionTokens;

  constructor(database: Database, secret: Uint8Array) {
    this.#database = database;
    this.#tokens = new SessionTokens(secret);
  }

  /** Starts a session on a device; answers its bearer token. Sessions that are over leave on the way. */
  async open({ id: userId, passwordHash }: User, device: Device): Promise<string> {
    const id = randomUUID();
    await this.#database.delete(sessions).where(or(lte(sessions.expiresAt, new Date()), lte(sessions.lastSeenAt, idleSince())));
    await this.#database.transaction(async (tx) => {
      // A password that is changed while its login is on the way must not leave a session behind.
      const unchanged = and(eq(users.id, userId), eq(users.passwordHash, passwordHash));
      const [user] = await tx.select({ id: users.id }).from(users).where(unchanged).for('share');
      if (!user) throw new ApiError(422, '密码刚刚改过，请用新密码登录。');
      await tx.insert(sessions).values({ id, userId, expiresAt: new Date(Date.now() + SESSION_DAYS * DAY_MS), ...device });
    });
    return this.#tokens.sign({ userId, sessionId: id });
  }

  /** What a bearer token claims, by its signature alone; undefined when it is forged or expired. */
  claims(token: string): Promise<SessionClaims | undefined> {
    return this.#tokens.read(token);
  }

  /** Whether the session that a token claims is alive. */
  isLiving(claims: SessionClaims): Promise<boolean> {
    return this.living.has(claims, () => this.#look(claims));
  }

  async #look({ sessionId, userId }: SessionClaims): Promise<boolean> {
    const [row] = await findLiving(this.#database).execute({ sessionId, userId, now: new Date(), idleSince: idleSince() });
    if (!row) return false;
    if (Date.now() - row.seenAt.getTime() > SIGHT_MS) await this.#see(sessionId);
    return true;
  }

  async #see(id: string): Promise<void> {
    const now = new Date();
    const stale = lt(sessions.lastSeenAt, new Date(now.getTime() - SIGHT_MS));
    await this.#database
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(and(eq(sessions.id, id), stale));
  }

  /** Living sessions, the one last seen first. */
  async list(userId: number, currentId: string): Promise<SessionInfo[]> {
    const rows = await this.#database
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, userId), isAlive()))
      .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
    return rows.map((row) => ({
      id: row.id,
      device: deviceWords(row.agent),
      handheld: isHandheld(row.agent),
      address: row.address,
      created_at: row.createdAt.toISOString(),
      last_seen_at: row.lastSeenAt.toISOString(),
      current: row.id === currentId,
    }));
  }

  /** Ends one session of the user. Throws 404. */
  async end(userId: number, id: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const ended = await tx
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
        .returning({ id: sessions.id });
      if (ended.length === 0) throw new ApiError(404, '这个登录已经结束。请刷新列表。');
      await this.#closeChannels(tx, userId);
    });
    this.ended(userId);
  }

  /** Ends every session of the user but the one to keep, with the transaction; after it, `ended` has to be called. */
  async endAll(tx: Transaction, userId: number, keepId?: string): Promise<void> {
    await tx.delete(sessions).where(and(eq(sessions.userId, userId), keepId === undefined ? undefined : ne(sessions.id, keepId)));
    await this.#closeChannels(tx, userId);
  }

  /** Some sessions of the user have ended: calls with their tokens are refused here from now on, in other processes once they hear of it. */
  ended(userId: number): void {
    this.living.sessionsEnded(userId);
  }

  /** Live channels know their user, not their session: all are closed, and the browsers that are still signed in open theirs again. */
  async #closeChannels(tx: Transaction, userId: number): Promise<void> {
    await tx.delete(liveTokens).where(eq(liveTokens.userId, userId));
    await notify(tx, { user_id: userId, kind: 'sessions' });
  }
}
