import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CohortStore } from '../../src/cohorts/store.ts';
import { Releases } from '../../src/releases/registry.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface TestReleases {
  releases: Releases;
  cohorts: CohortStore;
  storage: FolderStorage;
  /** Removed at the end; the storage lies in it. */
  folder: string;
  /** For a command of the operator that is to work on the same. */
  env: { ONCOLOOM_DATA: string; DATABASE_URL: string };
  close(): Promise<void>;
}

/** A registry without a release, on a database and a storage of its own. @param test Another database, which stays. */
export async function createTestReleases(test?: Pick<TestDatabase, 'database' | 'url'>): Promise<TestReleases> {
  const own = test === undefined ? await createTestDatabase() : undefined;
  const { database, url } = test ?? (own as TestDatabase);
  const folder = await mkdtemp(join(tmpdir(), 'oncoloom-releases-'));
  const storage = await FolderStorage.open(join(folder, 'storage'));
  const releases = new Releases({ database, storage });
  return {
    releases,
    cohorts: new CohortStore(releases, join(folder, 'cohorts')),
    storage,
    folder,
    env: { ONCOLOOM_DATA: folder, DATABASE_URL: url },
    close: async () => {
      await own?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
