import { DamagedContent } from './errors.ts';
import type { WithFormer } from './former.ts';
import type { Storage, StoredBlob } from './storage.ts';

export interface Moved {
  /** Contents that have been brought now, and their bytes. */
  copied: number;
  bytes: number;
  /** That were there already. */
  present: number;
  /** That have been removed from the former storage. */
  removed: number;
  /** Checksums of those that are damaged in the former storage, or arrived so; they stay where they are. */
  damaged: string[];
}

/** Contents on their way at once. */
const AT_ONCE = 4;
/** Who has asked for a content in the former storage may still be reading it, ms. */
const IN_USE_MS = 3600_000;
const DAY_MS = 24 * 3600_000;

/**
 * Brings what lies in the former storage into the one of now, and reads it back there. May be broken off and begun again at any time, beside servers that work.
 * @param remove Also removes from the former storage what has been read back, unless it was asked for there within an hour. Servers that know the former storage alone would miss it.
 * @param onProgress is told after each content.
 * @throws StorageTrouble
 */
export async function moveContents(
  { now, former }: WithFormer,
  remove: boolean,
  onProgress: (moved: Readonly<Moved>) => void = () => undefined,
): Promise<Moved> {
  const moved: Moved = { copied: 0, bytes: 0, present: 0, removed: 0, damaged: [] };
  const move = async ({ sha256, size }: StoredBlob): Promise<void> => {
    const present = await now.has(sha256);
    if (!present && !(await bring(sha256))) return;
    if ((!present || remove) && !(await isWhole(now, sha256))) {
      moved.damaged.push(sha256);
      return;
    }
    if (present) moved.present += 1;
    else {
      moved.copied += 1;
      moved.bytes += size;
    }
    if (remove && (await former.removeUnused(sha256, new Date(Date.now() - IN_USE_MS)))) moved.removed += 1;
  };
  const bring = async (sha256: string): Promise<boolean> => {
    try {
      await now.put(await former.open(sha256));
      return true;
    } catch (error) {
      if (error instanceof DamagedContent) moved.damaged.push(sha256);
      // Swept meanwhile.
      else if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return false;
    }
  };
  // Everything: nothing has been asked for in the future.
  const all = former.unusedSince(new Date(Date.now() + DAY_MS))[Symbol.asyncIterator]();
  // Where one breaks off the others finish what they have begun: nothing goes on behind the error.
  let broken = false;
  const goOn = async () => {
    try {
      for (let next = await all.next(); next.done !== true && !broken; next = await all.next()) {
        await move(next.value);
        onProgress(moved);
      }
    } catch (error) {
      broken = true;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, goOn));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return moved;
}

/** Damaged bytes have been put under a checksum of their own: under this one there is nothing. */
async function isWhole(storage: Storage, sha256: string): Promise<boolean> {
  return (await storage.has(sha256)) && storage.verify(sha256);
}
