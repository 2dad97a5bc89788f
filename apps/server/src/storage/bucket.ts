import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { BucketAddress } from '../platform/object-storage.ts';
import { absentContent, StorageAway, StorageFull } from './errors.ts';
import type { ByteRange } from './storage.ts';

/** How long the bucket is waited for. */
interface Patience {
  /** A connection on which nothing moves for so long is given up, ms. */
  idleMs: number;
  /** Tries of a call, and of the rest of a body that broke off. */
  attempts: number;
}

const PATIENCE: Patience = { idleMs: 20_000, attempts: 4 };
const CONNECT_MS = 3_000;
/** Larger contents go in parts of this size, bytes; S3 takes 10,000 of them. */
const PART_BYTES = 16 * 1024 ** 2;
/** Each download of a user takes a connection for as long as it lasts. */
const CONNECTIONS = 256;
const RESUME_MS = 200;
/** Who asks whether the bucket is there does not wait longer, ms. */
const CHECK_MS = 5_000;
/** As AWS, MinIO, Ceph and Swift say that there is no room. */
const FULL = new Set(['XMinioStorageFull', 'QuotaExceeded', 'QuotaExceededException', 'InsufficientStorage', 'EntityTooLarge']);

/** The client of an address, by path, with as much patience as is said. */
export function openClient({ endpoint, region, credentials }: BucketAddress, { idleMs, attempts }: Patience = PATIENCE): S3Client {
  return new S3Client({
    region,
    forcePathStyle: true,
    maxAttempts: attempts,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    // Integrity is the SHA-256 of the name. Not all servers know the checksums that the client would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: idleMs,
      httpAgent: { maxSockets: CONNECTIONS },
      httpsAgent: { maxSockets: CONNECTIONS },
    },
  });
}

/** The few calls that contents need of S3: no conditions, no listings. */
export class Bucket {
  readonly #client: S3Client;
  readonly #address: BucketAddress;
  readonly #attempts: number;

  /** @param patience tests alone have less. */
  constructor(address: BucketAddress, patience: Patience = PATIENCE) {
    this.#address = address;
    this.#attempts = patience.attempts;
    this.#client = openClient(address, patience);
  }

  /** Rejects where the bucket does not answer soon, is not there or refuses. */
  async check(): Promise<void> {
    await this.#asking(this.#head(), 'the bucket');
  }

  /** Why the bucket will never do as it is configured; undefined where it does, or does not answer now. */
  async refusal(): Promise<string | undefined> {
    const { bucket, endpoint = 'AWS', region } = this.#address;
    const status = await this.#head().catch((error: S3ServiceException) => error.$metadata?.httpStatusCode);
    if (status === 404) return `there is no bucket ${bucket} at ${endpoint}: make it, or correct its address`;
    if (status === 301) return `the bucket ${bucket} is not in the region ${region}: set S3_REGION`;
    if (status === 400 || status === 401 || status === 403)
      return `${endpoint} refuses the bucket ${bucket} (${status}): check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and what they may do`;
    return undefined;
  }

  async #head(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#address.bucket }), { abortSignal: AbortSignal.timeout(CHECK_MS) });
  }

  /** Puts a file, large ones in parts. It is there when this resolves. */
  async put(sha256: string, path: string): Promise<void> {
    const body = createReadStream(path, { highWaterMark: 1 << 20 });
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#object(sha256), Body: body },
      partSize: PART_BYTES,
      queueSize: 2,
    });
    try {
      await this.#asking(upload.done(), sha256);
    } finally {
      body.destroy();
    }
  }

  /** Bytes; undefined when absent. */
  async size(sha256: string): Promise<number | undefined> {
    try {
      return (await this.#client.send(new HeadObjectCommand(this.#object(sha256)))).ContentLength;
    } catch (error) {
      // The answer to HEAD has no body that would name the error.
      if ((error as S3ServiceException).$metadata?.httpStatusCode === 404) return undefined;
      throw troubleOf(error, sha256);
    }
  }

  /** The bytes of an object. Where they break off the rest is asked for, a few times. */
  async read(sha256: string, range?: ByteRange): Promise<Readable> {
    const { body, length } = await this.#get(sha256, range);
    const start = range?.start ?? 0;
    return Readable.from(this.#resumed(sha256, body, { start, end: start + length - 1 }), { objectMode: false });
  }

  /** One that is absent is no error. */
  async remove(sha256: string): Promise<void> {
    await this.#asking(this.#client.send(new DeleteObjectCommand(this.#object(sha256))), sha256);
  }

  #object(sha256: string): { Bucket: string; Key: string } {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a sha256');
    return { Bucket: this.#address.bucket, Key: `${this.#address.prefix}${sha256.slice(0, 2)}/${sha256}` };
  }

  async #get(sha256: string, range?: ByteRange): Promise<{ body: Readable; length: number }> {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
    const { Body, ContentLength = 0 } = await this.#asking(
      this.#client.send(new GetObjectCommand({ ...this.#object(sha256), Range })),
      sha256,
    );
    return { body: Body as Readable, length: ContentLength };
  }

  async *#resumed(sha256: string, first: Readable, { start, end }: ByteRange): AsyncGenerator<Buffer> {
    let [body, at] = [first, start];
    for (let attempt = 1; ; attempt += 1) {
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          at += chunk.length;
          yield chunk;
        }
        if (at > end) return;
        throw new Error(`the body ended ${end + 1 - at} bytes early`);
      } catch (error) {
        if (at > end) return;
        if (attempt >= this.#attempts) throw troubleOf(error, sha256);
      }
      await delay(RESUME_MS * attempt);
      ({ body } = await this.#get(sha256, { start: at, end }));
    }
  }

  async #asking<T>(answer: Promise<T>, what: string): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw troubleOf(error, what);
    }
  }
}

/** What the failure of a call means. */
function troubleOf(error: unknown, what: string): unknown {
  const { name, message, $metadata, syscall } = error as S3ServiceException & NodeJS.ErrnoException;
  // A local file that could not be read.
  if (syscall === 'open' || syscall === 'read') return Object.hasOwn(error as object, 'path') ? error : new StorageAway(message);
  const status = $metadata?.httpStatusCode;
  const why = `S3, ${what}: ${[status, name, message].filter(Boolean).join(' ')}`;
  if (status === 507 || FULL.has(name)) return new StorageFull(why);
  if (name === 'NoSuchKey') return absentContent(what);
  return new StorageAway(why);
}
