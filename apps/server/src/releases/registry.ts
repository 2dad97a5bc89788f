import { Readable } from 'node:stream';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../platform/postgres/database.ts';
import { discard, type Storage } from '../storage/storage.ts';
import { type ReleaseFiles, type ReleaseKind, releases } from './tables.ts';

export type Release = Pick<typeof releases.$inferSelect, 'kind' | 'name' | 'release' | 'files' | 'about'>;

/** A release whose files are in the storage already. */
export type NewRelease = Omit<Release, 'release'> & {
  /** What it is to be called; where that is taken it gets a number. */
  release: string;
};

const COLUMNS = {
  kind: releases.kind,
  name: releases.name,
  release: releases.release,
  files: releases.files,
  about: releases.about,
};

/** Any number that every process of the product agrees on: first half of the locks under which a name gets another release. */
const RELEASE_LOCKS = 7_310_031;
/** The lock under which one process at a time takes over what lies in folders. */
const TAKE_OVER_LOCK = 7_310_032;

/**
 * The reference data that are installed: a row for each release, its files in the storage. Nothing of it lies on a machine but what the storage keeps there,
 * so every process that has the database and the storage has the same.
 */
export class Releases {
  readonly #database: Database;
  readonly #storage: Storage;

  constructor({ database, storage }: { database: Database; storage: Storage }) {
    this.#database = database;
    this.#storage = storage;
  }

  /** Those that are offered, by name. */
  current(kind: ReleaseKind): Promise<Release[]> {
    return this.#database
      .select(COLUMNS)
      .from(releases)
      .where(and(eq(releases.kind, kind), releases.current))
      .orderBy(asc(releases.name));
  }

  /** @param release Undefined: the one that is offered. */
  async find(kind: ReleaseKind, name: string, release?: string): Promise<Release | undefined> {
    const which = release === undefined ? releases.current : eq(releases.release, release);
    const [row] = await this.#database
      .select(COLUMNS)
      .from(releases)
      .where(and(eq(releases.kind, kind), eq(releases.name, name), which));
    return row;
  }

  /** Where a file of a release lies on this machine; it may be read and linked, never written. Throws where the release has none of the name. */
  path({ name, release, files }: Release, file: string): Promise<string> {
    const found = files[file];
    if (found === undefined) throw new Error(`${name} ${release} has no ${file}`);
    return this.#storage.path(found.sha256);
  }

  /** Takes a finished file over into the storage. */
  async take(path: string): Promise<ReleaseFiles[string]> {
    const { sha256, size } = await this.#storage.adoptFile(path);
    return { bytes: size, sha256 };
  }

  /** Puts bytes into the storage. */
  async write(bytes: Buffer | string): Promise<ReleaseFiles[string]> {
    const { sha256, size } = await this.#storage.put(Readable.from([Buffer.from(bytes)]));
    return { bytes: size, sha256 };
  }

  /** The same for a file that stays where it is, such as one that was put there by hand and may be written to once more. */
  async copy(path: string): Promise<ReleaseFiles[string]> {
    const { sha256, size } = await this.#storage.put(path);
    return { bytes: size, sha256 };
  }

  /** The same for a file that nobody writes to any more. @param known Its checksum has been compared. */
  async share(path: string, known: ReleaseFiles[string]): Promise<void> {
    await this.#storage.share(path, { sha256: known.sha256, size: known.bytes });
  }

  /** Makes a release the one that is offered, in the place of the earlier one of its name; answers what it is called. */
  publish(wanted: NewRelease): Promise<string> {
    return this.#locked(wanted, async (tx, taken) => {
      let release = wanted.release;
      for (let n = 2; taken.has(release); n += 1) release = `${wanted.release}.${n}`;
      await tx
        .update(releases)
        .set({ current: false })
        .where(and(eq(releases.kind, wanted.kind), eq(releases.name, wanted.name)));
      await tx.insert(releases).values({ ...wanted, release, current: true });
      return release;
    });
  }

  /** Writes down a release that was installed before there was a registry, unless it is known. @param current It was the one that is offered. */
  remember(known: NewRelease, current: boolean): Promise<void> {
    return this.#locked(known, async (tx, taken) => {
      if (taken.has(known.release)) return;
      const offered = [...taken.values()].some(Boolean);
      await tx.insert(releases).values({ ...known, current: current && !offered });
    });
  }

  /** Runs work that no two processes may do at once, wherever they run. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const client = await this.#database.$client.connect();
    try {
      await client.query('SELECT pg_advisory_lock($1)', [TAKE_OVER_LOCK]);
      return await work();
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [TAKE_OVER_LOCK]).catch(() => undefined);
      client.release();
    }
  }

  /** Takes all releases of a name away. */
  async remove(kind: ReleaseKind, name: string): Promise<void> {
    await this.#database.delete(releases).where(and(eq(releases.kind, kind), eq(releases.name, name)));
  }

  /** Removes releases in whose place others are, but those that `isUsed` keeps. Their contents go with the next sweep of the storage. */
  async removeSuperseded(kind: ReleaseKind, isUsed: (name: string, release: string) => boolean): Promise<void> {
    const old = await this.#database
      .select({ name: releases.name, release: releases.release })
      .from(releases)
      .where(and(eq(releases.kind, kind), sql`NOT ${releases.current}`));
    for (const { name, release } of old) {
      if (isUsed(name, release)) continue;
      await this.#database
        .delete(releases)
        .where(and(eq(releases.kind, kind), eq(releases.name, name), eq(releases.release, release), sql`NOT ${releases.current}`));
    }
  }

  /** Names of the files that are missing or have other bytes than were installed. */
  async damaged({ files }: Release): Promise<string[]> {
    const wrong: string[] = [];
    for (const [name, { sha256 }] of Object.entries(files)) {
      if (!(await this.#storage.verify(sha256).catch(() => false))) wrong.push(name);
    }
    return wrong;
  }

  /** Removes contents that are not what their names say: what is stored under such a name again would be taken for known. */
  async discard({ files }: Release, damaged: readonly string[]): Promise<void> {
    for (const name of damaged) {
      const file = files[name];
      if (file !== undefined) await discard(this.#storage, file.sha256);
    }
  }

  /** One process at a time for a name. @param work gets its releases: whether each is offered. */
  #locked<T>(
    { kind, name }: Pick<Release, 'kind' | 'name'>,
    work: (tx: Queryable, taken: ReadonlyMap<string, boolean>) => Promise<T>,
  ): Promise<T> {
    return this.#database.transaction(async (tx) => {
      await tx.execute(sql`SELECT pg_advisory_xact_lock(${RELEASE_LOCKS}::int, hashtext(${`${kind} ${name}`}))`);
      const rows = await tx
        .select({ release: releases.release, current: releases.current })
        .from(releases)
        .where(and(eq(releases.kind, kind), eq(releases.name, name)));
      return work(tx, new Map(rows.map(({ release, current }) => [release, current])));
    });
  }
}
