import { createHash, randomBytes } from 'node:crypto';
import type { Share } from '@oncoloom/contract';
import { type AnyColumn, gt, isNull, or, type SQL } from 'drizzle-orm';

const DAY_MS = 24 * 3600 * 1000;
/** 256 bits: nobody finds one by trying. */
const TOKEN_BYTES = 32;

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
