/** A process that reads a content as a file: database, cache, bucket, checksum. Says where the file is. */

import { createLog } from '../../src/platform/log.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { Bucket } from '../../src/storage/bucket.ts';
import { Cache } from '../../src/storage/cache.ts';
import { Contents } from '../../src/storage/contents.ts';
import { S3Storage } from '../../src/storage/s3.ts';

const [url = '', folder = '', address = '', sha256 = ''] = process.argv.slice(2);
const database = openDatabase(url, createLog('silent'), 1);
const cache = await Cache.open(folder, 1024 ** 3);
const storage = new S3Storage({ bucket: new Bucket(JSON.parse(address)), contents: new Contents(database), cache });
process.stdout.write(await storage.path(sha256));
await database.$client.end();
