import type { StoredBlob } from '../storage/storage.ts';
import { readDump } from './dump.ts';
import type { BackupPlace } from './place.ts';
import { contentsOf, finishedNames, isWhole, readSnapshot } from './snapshot.ts';

export interface Verified {
  backups: string[];
  contents: number;
  bytes: number;
  faults: BackupFault[];
}

/** `absent`, `damaged`: a content; `unreadable`: the description or the dump of a backup. */
export interface BackupFault {
  kind: 'absent' | 'damaged' | 'unreadable';
  backup: string;
  sha256?: string;
}

/** Reads all bytes of all backups of a place and compares their checksums; reads each dump to its end. */
export async function verifyBackups(place: BackupPlace): Promise<Verified> {
  const backups = await finishedNames(place);
  const faults: BackupFault[] = [];
  const looked = new Map<string, StoredBlob & { kind: BackupFault['kind'] | undefined }>();
  for (const backup of backups) {
    const found = await readSnapshot(place, backup).catch(() => undefined);
    if (found === undefined) {
      faults.push({ kind: 'unreadable', backup });
      continue;
    }
    for (const content of contentsOf(found)) {
      const known = looked.get(content.sha256) ?? { ...content, kind: await faultOf(place, content) };
      looked.set(content.sha256, known);
      if (known.kind !== undefined) faults.push({ kind: known.kind, backup, sha256: content.sha256 });
    }
    const { dump } = found.snapshot;
    if (looked.get(dump.sha256)?.kind !== undefined) continue;
    const readable = await readDump(await place.contents.path(dump.sha256)).then(
      () => true,
      () => false,
    );
    if (!readable) faults.push({ kind: 'unreadable', backup });
  }
  const bytes = [...looked.values()].reduce((sum, { size }) => sum + size, 0);
  return { backups, contents: looked.size, bytes, faults };
}

async function faultOf({ contents }: BackupPlace, content: StoredBlob): Promise<BackupFault['kind'] | undefined> {
  if ((await contents.size(content.sha256)) === undefined) return 'absent';
  return (await isWhole(contents, content)) ? undefined : 'damaged';
}
