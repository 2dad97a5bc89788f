import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { StoredBlob } from '../storage/storage.ts';
import type { BackupContents, BackupPlace } from './place.ts';

const content = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.number().int().min(0) });

/** What one backup holds; all of it lies in the place's contents. */
const snapshotSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Of `pg_dump`, custom format. */
  dump: content,
  /** What the database names in the storage. */
  contents: z.array(content),
  /** What else lies in the data folder. `mode`: bits of the permissions. */
  files: z.array(content.extend({ path: z.string(), mode: z.number().int() })),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** A snapshot as it is stored: under its name stands the checksum of its description. */
export interface NamedSnapshot {
  name: string;
  description: StoredBlob;
  snapshot: Snapshot;
}

/** After the name of a backup that is being copied, or was broken off. */
const UNFINISHED = '.unfinished';
const NAME = /^\d{8}T\d{9}Z$/;

/** `20261127T031500123Z`: names sort by time. */
export const nameOf = (moment: Date): string => moment.toISOString().replace(/[-:.]/g, '');

/** Each content of a snapshot once, its own description included. */
export function contentsOf({ description, snapshot }: NamedSnapshot): StoredBlob[] {
  const all = [description, snapshot.dump, ...snapshot.contents, ...snapshot.files];
  return [...new Map(all.map(({ sha256, size }) => [sha256, { sha256, size }])).values()];
}

/** Names of whole backups, the oldest first. */
export async function finishedNames(place: BackupPlace): Promise<string[]> {
  return (await place.names()).filter((name) => NAME.test(name)).sort();
}

/** Names of backups that were broken off. */
export async function unfinishedNames(place: BackupPlace): Promise<string[]> {
  return (await place.names()).filter((name) => name.endsWith(UNFINISHED)).sort();
}

/** Keeps the description of a backup whose contents are still to come. */
export async function beginSnapshot(place: BackupPlace, snapshot: Snapshot): Promise<NamedSnapshot> {
  const description = await place.contents.put(Readable.from([JSON.stringify(snapshot)]));
  const name = nameOf(new Date(snapshot.createdAt));
  await place.write(name + UNFINISHED, `${description.sha256} ${description.size}\n`);
  return { name, description, snapshot };
}

/** Makes a backup count: everything that it names is there. */
export async function finishSnapshot(place: BackupPlace, { name, description }: NamedSnapshot): Promise<void> {
  await place.write(name, `${description.sha256} ${description.size}\n`);
  await place.remove(name + UNFINISHED);
}

/** Reads a snapshot by its name. Throws where its description is not what was written. */
export async function readSnapshot(place: BackupPlace, name: string): Promise<NamedSnapshot> {
  const [sha256 = '', size = ''] = (await place.read(name)).trim().split(' ');
  const description = content.parse({ sha256, size: Number(size) });
  if (!(await isWhole(place.contents, description))) throw new Error(`${name}: the description is damaged`);
  const parts: Buffer[] = [];
  for await (const part of await place.contents.open(sha256)) parts.push(part);
  return { name, description, snapshot: snapshotSchema.parse(JSON.parse(Buffer.concat(parts).toString())) };
}

/** Whether the bytes of a content are there and are what its name says. */
export async function isWhole(contents: BackupContents, { sha256, size }: StoredBlob): Promise<boolean> {
  if ((await contents.size(sha256)) !== size) return false;
  const hash = createHash('sha256');
  for await (const part of (await contents.open(sha256)) as AsyncIterable<Buffer>) hash.update(part);
  return hash.digest('hex') === sha256;
}
