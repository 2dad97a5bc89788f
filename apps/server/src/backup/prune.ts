import type { BackupPlace } from './place.ts';
import { contentsOf, finishedNames, type NamedSnapshot, readSnapshot, unfinishedNames } from './snapshot.ts';

export interface Pruned {
  /** Backups that were removed, and contents that no other names. */
  backups: number;
  contents: number;
  bytes: number;
}

/** Removes all but the newest backups, and what was broken off before the newest. @param keep undefined: only the latter. */
export async function pruneSnapshots(place: BackupPlace, keep?: number): Promise<Pruned> {
  const finished = await finishedNames(place);
  const kept = keep === undefined ? finished : finished.slice(-keep);
  const old = [...finished.filter((name) => !kept.includes(name)), ...(await unfinishedNames(place))];
  const pruned: Pruned = { backups: 0, contents: 0, bytes: 0 };
  if (old.length === 0) return pruned;
  // One that stays and cannot be read would lose what it names: then nothing is removed.
  const needed = new Set(
    (await Promise.all(kept.map((name) => readSnapshot(place, name)))).flatMap(contentsOf).map(({ sha256 }) => sha256),
  );
  for (const name of old) {
    const snapshot: NamedSnapshot | undefined = await readSnapshot(place, name).catch(() => undefined);
    await place.remove(name);
    pruned.backups += 1;
    for (const { sha256, size } of snapshot === undefined ? [] : contentsOf(snapshot)) {
      if (needed.has(sha256) || (await place.contents.size(sha256)) === undefined) continue;
      await place.contents.remove(sha256);
      pruned.contents += 1;
      pruned.bytes += size;
    }
  }
  return pruned;
}
