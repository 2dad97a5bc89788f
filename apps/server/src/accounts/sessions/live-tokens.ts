import { randomBytes } from 'node:crypto';
import { WS_TOKEN_SECONDS } from '@oncoloom/contract';
import { eq, lte } from 'drizzle-orm';
import type { Database } from '../../platform/postgres/database.ts';
import { hashToken } from '../mails/mailed-tokens.ts';
import { liveTokens } from '../tables.ts';

/** Makes a token that opens the live channel once, within a minute. */
export async function addLiveToken(database: Database, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  await database.delete(liveTokens).where(lte(liveTokens.expiresAt, new Date(now)));
  await database.insert(liveTokens).values({ hash: hashToken(token), userId, expiresAt: new Date(now + WS_TOKEN_SECONDS * 1000) });
  return token;
}

/** Uses such a token up; answers whose it was, undefined when it is unknown, used or too old. */
export async function takeLiveToken(database: Database, token: string): Promise<number | undefined> {
  const [row] = await database
    .delete(liveTokens)
    .where(eq(liveTokens.hash, hashToken(token)))
    .returning();
  return row && row.expiresAt.getTime() > Date.now() ? row.userId : undefined;
}
