import { createHash, randomBytes } from 'node:crypto';
import type { Share } from '@oncoloom/contract';
import { type AnyColumn, gt, isNull, or, type SQL } from 'drizzle-orm';
import { boolean, text, timestamp } from 'drizzle-orm/pg-core';

const DAY_MS = 24 * 3600 * 1000;
/** 256 bits: nobody finds one by trying. */
const TOKEN_BYTES = 32;

/** Columns of a table of links, beside what they lead to. Of a link itself only its hash is kept. */
export const shareColumns = () => ({
  hash: text('hash').notNull(),
  /** For whom, in the user's words; may be empty. */
  recipient: text('recipient').notNull(),
  /** Whether bundles, which hold the inputs, may be taken as well. */
  bundle: boolean('bundle').notNull(),
  /** Whether readers see what the user's files and earlier tasks are called. */
  fileNames: boolean('file_names').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** Null: until it is revoked. */
  expiresAt: timestamp('expires_at', { withTimezone: true }),
});

/** The secret of a link for readers without an account; only its hash is stored. */
export const newShareToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** When a link of so many days ends; null for one without an end. */
export const shareExpiry = (days: number | null): Date | null => (days === null ? null : new Date(Date.now() + days * DAY_MS));

/** Of links whose column of their end this is: those that open something now. */
export const isLivingLink = (expiresAt: AnyColumn): SQL | undefined => or(isNull(expiresAt), gt(expiresAt, new Date()));

/** What a link lets its reader see, as a row has it. */
export interface ShareChosen {
  id: number;
  recipient: string;
  bundle: boolean;
  fileNames: boolean;
  createdAt: Date;
  expiresAt: Date | null;
}

export function toShare({ id, recipient, bundle, fileNames, createdAt, expiresAt }: ShareChosen): Share {
  return {
    id,
    recipient,
    bundle,
    file_names: fileNames,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
