import { usageError } from '../command-line/errors.ts';
import { BUCKET_ADDRESS, type BucketVariables, readBucketAddress } from '../platform/object-storage.ts';
import { findFolder, makeFolder } from './folder-place.ts';
import type { BackupPlace } from './place.ts';

/** Variables by which a bucket of backups is found: AWS's own name of the address, or else what the storage has. */
type PlaceVariables = BucketVariables & { AWS_ENDPOINT_URL_S3?: string | undefined };

/** A bucket with backups; undefined where a folder is meant. Its client is loaded only then. Throws a sentence for the operator where it does not answer. */
async function bucketPlace(where: string, variables: PlaceVariables): Promise<BackupPlace | undefined> {
  if (!/^\w+:\/\//.test(where)) return undefined;
  if (!BUCKET_ADDRESS.test(where)) throw usageError('请写文件夹，或 s3://桶/前缀。');
  const endpoint = variables.AWS_ENDPOINT_URL_S3 ?? variables.S3_ENDPOINT;
  const { BucketPlace } = await import('./bucket-place.ts');
  return BucketPlace.open(readBucketAddress(where, { ...variables, S3_ENDPOINT: endpoint }));
}

/** A folder to write backups to, made where there is none, or a bucket. Throws a sentence for the operator where it cannot be written. */
export async function openPlace(where: string, variables: PlaceVariables): Promise<BackupPlace> {
  return (await bucketPlace(where, variables)) ?? makeFolder(where);
}

/** A folder or a bucket with backups, to read only. Throws a sentence where there are none. */
export async function findPlace(where: string, variables: PlaceVariables): Promise<BackupPlace> {
  return (await bucketPlace(where, variables)) ?? findFolder(where);
}
