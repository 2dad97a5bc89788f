import type { StorageKind, UserType } from '@oncoloom/contract';
import { resultContents } from '../../analyses/contents.ts';
import type { Queryable } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { SPACE_BYTES } from '../intake/limits.ts';
import { formatBytes } from '../intake/refusal.ts';
import { fileContents } from '../repository.ts';
import { openUploads } from '../transfer/upload-repository.ts';

export interface SpaceUsage {
  used: number;
  quota: number;
  /** Bytes; a content that is of two kinds counts as the first one. */
  kinds: Record<StorageKind, number>;
}

/**
 * Bytes that a user takes, and may take: everything that is stored for this user's sake, each content once, and what open uploads will
 * bring. What the platform makes of a small upload may be three hundred times as large.
 */
export async function spaceUsage(database: Queryable, userId: number, userType: UserType): Promise<SpaceUsage> {
  // One after the other: within a transaction there is one connection.
  const files = await fileContents(database, userId);
  const made = await resultContents(database, userId);
  const { bytes: uploading } = await openUploads(database, userId);
  const seen = new Set<string>();
  const sum = (contents: { sha256: string; size: number }[]) =>
    contents.reduce((total, { sha256, size }) => {
      if (seen.has(sha256)) return total;
      seen.add(sha256);
      return total + size;
    }, 0);
  const kinds = {
    files: sum(files.uploaded),
    forms: sum(files.forms),
    results: sum(made.results),
    drawings: sum(made.drawings),
    uploading,
  };
  return { used: Object.values(kinds).reduce((total, bytes) => total + bytes, 0), quota: SPACE_BYTES[userType], kinds };
}

/** Throws ApiError 413 where nothing more of the user's can be stored. */
export async function requireSpace(database: Queryable, userId: number, userType: UserType): Promise<void> {
  const { used, quota } = await spaceUsage(database, userId, userType);
  if (used < quota) return;
  throw new ApiError(413, `空间已用完：已用 ${formatBytes(used)}，共 ${formatBytes(quota)}。请先删除不用的文件或分析，或升级订阅。`, {
    code: 'quota',
  });
}
