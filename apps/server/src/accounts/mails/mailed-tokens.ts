import { createHash, randomBytes } from 'node:crypto';
import { RESET_TOKEN_MINUTES, VERIFY_TOKEN_HOURS } from '@oncoloom/contract';
import { and, count, eq, gt, lte } from 'drizzle-orm';
import { fieldError } from '../../platform/errors.ts';
import type { Database, Queryable } from '../../platform/postgres/database.ts';
import { type MAILED_TOKEN_PURPOSES, mailedTokens } from '../tables.ts';

export type MailPurpose = (typeof MAILED_TOKEN_PURPOSES)[number];

const HOUR_MS = 3600_000;
const LIFETIME_MS: Record<MailPurpose, number> = { verify: VERIFY_TOKEN_HOURS * HOUR_MS, reset: RESET_TOKEN_MINUTES * 60_000 };
/** Nobody's mailbox is filled through this server, from however many addresses it is tried. */
const MAILS_PER_HOUR = 10;

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A token that was used, has expired or never was: which of these, nobody is told. */
export const deadToken = () => fieldError('token', '这个链接已用过或已过期。请重新发送邮件，打开新邮件里的链接。');

/** Tokens in mails. Each works once; the database knows their hashes only. */
export class MailedTokens {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Makes a token; undefined when the user has been sent too many within the hour. */
  async issue(userId: number, purpose: MailPurpose): Promise<string | undefined> {
    const now = Date.now();
    await this.#database.delete(mailedTokens).where(lte(mailedTokens.expiresAt, new Date(now)));
    const lifetime = LIFETIME_MS[purpose];
    const recent = and(ofUser(userId, purpose), gt(mailedTokens.expiresAt, new Date(now + lifetime - HOUR_MS)));
    const [row] = await this.#database.select({ count: count() }).from(mailedTokens).where(recent);
    if ((row?.count ?? 0) >= MAILS_PER_HOUR) return undefined;
    const token = randomBytes(32).toString('base64url');
    await this.#database.insert(mailedTokens).values({ hash: hashToken(token), userId, purpose, expiresAt: new Date(now + lifetime) });
    return token;
  }

  /** A mail did not go out: its token must not lie around. */
  async discard(token: string): Promise<void> {
    await this.#database.delete(mailedTokens).where(eq(mailedTokens.hash, hashToken(token)));
  }

  /** Whose living token this is; it stays usable. */
  async ownerOf(token: string, purpose: MailPurpose): Promise<number | undefined> {
    const alive = and(eq(mailedTokens.hash, hashToken(token)), eq(mailedTokens.purpose, purpose), gt(mailedTokens.expiresAt, new Date()));
    const [row] = await this.#database.select({ userId: mailedTokens.userId }).from(mailedTokens).where(alive);
    return row?.userId;
  }

  /** Uses a token up, with the others of its user and purpose; answers whose it was. Throws 422. */
  async take(database: Queryable, token: string, purpose: MailPurpose): Promise<number> {
    const [row] = await database
      .delete(mailedTokens)
      .where(and(eq(mailedTokens.hash, hashToken(token)), eq(mailedTokens.purpose, purpose)))
      .returning();
    if (!row || row.expiresAt.getTime() <= Date.now()) throw deadToken();
    await this.revoke(database, row.userId, purpose);
    return row.userId;
  }

  async revoke(database: Queryable, userId: number, purpose: MailPurpose): Promise<void> {
    await database.delete(mailedTokens).where(ofUser(userId, purpose));
  }
}

const ofUser = (userId: number, purpose: MailPurpose) => and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose));
