import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import type { BucketAddress } from '../platform/object-storage.ts';
import type { Database } from '../platform/postgres/database.ts';
import { FolderStorage } from './folder.ts';
import { WithFormer } from './former.ts';
import type { Storage } from './storage.ts';

/**
 * The storage that the configuration names, on a database that is up to date. Contents that lie in another one, the folder before a bucket or the bucket before a
 * folder, are read from there until they have been moved. Throws a sentence for the operator where a bucket is not as it is configured.
 */
export async function openStorage(config: Pick<Config, 'folders' | 'storage' | 'cacheBytes'>, database: Database): Promise<Storage> {
  const { now, former } = config.storage;
  const { storage: folder } = config.folders;
  if (now === undefined) {
    const storage = await FolderStorage.open(folder);
    return former === undefined ? storage : new WithFormer(storage, await openBucket(former, config, database));
  }
  const storage = await openBucket(now, config, database);
  return existsSync(join(folder, 'blobs')) ? new WithFormer(storage, await FolderStorage.open(folder)) : storage;
}

/** The client is loaded where it is needed only: it takes a third of a second and 25 MB. */
async function openBucket(
  address: BucketAddress,
  { folders, cacheBytes }: Pick<Config, 'folders' | 'cacheBytes'>,
  database: Database,
): Promise<Storage> {
  const [{ Bucket }, { Cache }, { Contents }, { S3Storage }] = await Promise.all([
    import('./bucket.ts'),
    import('./cache.ts'),
    import('./contents.ts'),
    import('./s3.ts'),
  ]);
  const bucket = new Bucket(address);
  const refusal = await bucket.refusal();
  if (refusal !== undefined) throw new Error(refusal);
  return new S3Storage({ bucket, contents: new Contents(database), cache: await Cache.open(folders.cache, cacheBytes) });
}
