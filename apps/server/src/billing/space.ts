import type { StorageKind, UserType } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import { ApiError } from '../platform/errors.ts';
import type { Queryable } from '../platform/postgres/database.ts';
import type { StoredBlob } from '../storage/storage.ts';

const GB = 1024 ** 3;
/** Bytes that a plan gives a user. */
const SPACE_BYTES: Record<UserType, number> = { new: 1 * GB, trial: 2 * GB, pay: 20 * GB };

/** What one domain stores for a user: contents by kind; one that is used twice may be told twice. Bytes that are no contents yet have no checksum. */
export type SpaceSource = (
  database: Queryable,
  userId: number,
) => Promise<Partial<Record<StorageKind, readonly (Omit<StoredBlob, 'sha256'> & { sha256?: string })[]>>>;

export interface SpaceUsage {
  used: number;
  quota: number;
  /** Bytes; a content that two domains or kinds have counts for the first one. */
  kinds: Record<StorageKind, number>;
}

/** Bytes of an upload while they come in. */
interface Arrival {
  add(bytes: number): void;
  /** They have gone, or a source tells them from now on. */
  end(): void;
}

/** The space of a user: what is stored for this user's sake, each content once, and how much the plan gives. */
export class UserSpace {
  readonly #sources: readonly SpaceSource[];
  /** Bytes by user that are coming in, in this process. */
  readonly #arriving = new Map<number, number>();

  constructor(sources: readonly SpaceSource[]) {
    this.#sources = sources;
  }

  /** Counts bytes that are coming in and that no source tells yet. `end` has to follow. */
  arrival(userId: number): Arrival {
    let own = 0;
    const count = (bytes: number) => {
      own += bytes;
      const left = (this.#arriving.get(userId) ?? 0) + bytes;
      if (left === 0) this.#arriving.delete(userId);
      else this.#arriving.set(userId, left);
    };
    return { add: count, end: () => count(-own) };
  }

  async usage(database: Queryable, userId: number, userType: UserType): Promise<SpaceUsage> {
    const kinds: Record<StorageKind, number> = { files: 0, forms: 0, results: 0, drawings: 0, uploading: 0 };
    kinds.uploading += this.#arriving.get(userId) ?? 0;
    const seen = new Set<string>();
    // One after the other: within a transaction there is one connection.
    for (const source of this.#sources) {
      const contents = await source(database, userId);
      for (const kind of Object.keys(kinds) as StorageKind[]) {
        for (const { sha256, size } of contents[kind] ?? []) {
          if (sha256 !== undefined && seen.has(sha256)) continue;
          if (sha256 !== undefined) seen.add(sha256);
          kinds[kind] += size;
        }
      }
    }
    return { used: Object.values(kinds).reduce((total, bytes) => total + bytes, 0), quota: SPACE_BYTES[userType], kinds };
  }

  /** Throws ApiError 413 where nothing more of the user's can be stored. */
  async require(database: Queryable, userId: number, userType: UserType): Promise<void> {
    const { used, quota } = await this.usage(database, userId, userType);
    if (used < quota) return;
    throw new ApiError(413, `空间已用完：已用 ${formatBytes(used)}，共 ${formatBytes(quota)}。请先删除不用的文件或分析，或升级订阅。`, {
      code: 'quota',
    });
  }
}
