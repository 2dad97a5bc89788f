import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { AdminError } from '../command-line/errors.ts';
import type { BucketAddress } from '../platform/object-storage.ts';
import { Bucket, openClient } from '../storage/bucket.ts';
import { FolderStorage } from '../storage/folder.ts';
import { discard, type StoredBlob } from '../storage/storage.ts';
import type { BackupContents, BackupPlace } from './place.ts';

/** Contents in a bucket. What is put is hashed in a folder of this machine first, for its checksum is its name. */
class BucketContents implements BackupContents {
  readonly #bucket: Bucket;
  readonly #here: FolderStorage;

  constructor(bucket: Bucket, here: FolderStorage) {
    this.#bucket = bucket;
    this.#here = here;
  }

  size(sha256: string): Promise<number | undefined> {
    return this.#bucket.size(sha256);
  }

  async put(source: string | Readable): Promise<StoredBlob> {
    const blob = await this.#here.put(source);
    await this.#bucket.put(blob.sha256, await this.#here.path(blob.sha256));
    await discard(this.#here, blob.sha256);
    return blob;
  }

  open(sha256: string): Promise<Readable> {
    return this.#bucket.read(sha256);
  }

  async path(sha256: string): Promise<string> {
    if (!(await this.#here.has(sha256))) await this.#here.put(await this.open(sha256));
    return this.#here.path(sha256);
  }

  remove(sha256: string): Promise<void> {
    return this.#bucket.remove(sha256);
  }
}

/** Backups in a bucket: `contents/ab/abcdef…` and `snapshots/<name>` below its prefix. */
export class BucketPlace implements BackupPlace {
  readonly contents: BackupContents;
  readonly #client: S3Client;
  readonly #address: BucketAddress;
  readonly #folder: string;

  private constructor(address: BucketAddress, contents: BackupContents, folder: string) {
    this.#client = openClient(address);
    this.#address = address;
    this.#folder = folder;
    this.contents = contents;
  }

  /** Throws a sentence for the operator where the bucket is not there, or refuses. */
  static async open(address: BucketAddress): Promise<BucketPlace> {
    const bucket = new Bucket({ ...address, prefix: `${address.prefix}contents/` });
    const refusal = await bucket.refusal();
    if (refusal !== undefined)
      throw new AdminError(`备份用的桶 ${address.bucket} 不能用：请核对桶名、AWS_ENDPOINT_URL_S3、区域和密钥（${refusal}）。`);
    const folder = await mkdtemp(join(tmpdir(), 'oncoloom-backup-'));
    return new BucketPlace(address, new BucketContents(bucket, await FolderStorage.open(folder)), folder);
  }

  async names(): Promise<string[]> {
    const Prefix = this.#key('');
    const names: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client: this.#client }, { Bucket: this.#address.bucket, Prefix }))
      names.push(...Contents.flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(Prefix.length)])));
    return names;
  }

  async read(name: string): Promise<string> {
    const { Body } = await this.#client.send(new GetObjectCommand(this.#object(name)));
    return (await Body?.transformToString()) ?? '';
  }

  async write(name: string, text: string): Promise<void> {
    await this.#client.send(new PutObjectCommand({ ...this.#object(name), Body: text }));
  }

  async remove(name: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(name)));
  }

  async close(): Promise<void> {
    this.#client.destroy();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #key(name: string): string {
    return `${this.#address.prefix}snapshots/${name}`;
  }

  #object(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#address.bucket, Key: this.#key(name) };
  }
}
