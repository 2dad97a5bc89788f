import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UPLOAD_HOURS } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import { DataStore, ERRORS, Upload } from '@tus/server';
import type { Disk } from '../../platform/disk.ts';
import { ApiError } from '../../platform/errors.ts';
import { giveUpLock, takeLock } from '../../platform/file-lock.ts';
import type { Log } from '../../platform/log.ts';
import type { Database, Transaction } from '../../platform/postgres/database.ts';
import { formatOf, safeName } from '../intake/names.ts';
import { FileRefused } from '../intake/refusal.ts';
import { withRoom } from '../intake/staging.ts';
import { inSpace } from '../repository.ts';
import { uploadFields } from '../schemas.ts';
import type { Directories } from '../space/directories.ts';
import type { UploadRecord } from '../tables.ts';
import type { AlsoWrite, Upload as FileUpload, StoredFile, Taken, UploadDetails } from '../types.ts';
import * as repository from './upload-repository.ts';

/** Uploads of one user that are open at once; a folder of a thousand files is sent some files at a time. */
const OPEN_MAX = 50;
/** An open upload to which nothing came for so long makes room for a new one, ms. */
const IDLE_MS = 3600_000;
/** R's child reads a workbook through its hard link as another user; the folder above is closed. */
const MODE = 0o644;
/** Beside the bytes of an upload of which a process makes a file. */
const LOCK = '.lock';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const absent = () => new ApiError(404, '这次上传不存在或已过期，请重新上传。');

interface Parts {
  database: Database;
  disk: Pick<Disk, 'require'>;
  log: Log;
  /** The way of every upload. */
  files: {
    readonly directories: Directories;
    fileLimit(userId: number): Promise<number>;
    checkSpace(userId: number, bytes: number, database: Transaction): Promise<void>;
    take(userId: number, upload: FileUpload): Promise<Taken>;
    keep(userId: number, taken: Taken, details: UploadDetails, also: AlsoWrite): Promise<StoredFile>;
  };
  /** Where the bytes so far lie, a file for each upload. Machines may have one each: an upload that comes to another begins anew there. */
  folder: string;
}

/**
 * Uploads that go on after a break of the connection or of the server (docs/adr/024-releases.md). The bytes so far are a file whose length is the
 * offset; the rest stands in the table `uploads`. The last byte sends it the way of every upload.
 */
export class ResumableUploads extends DataStore {
  override extensions = ['creation', 'termination', 'expiration'];
  readonly #parts: Parts;
  readonly #finishing = new Map<string, Promise<void>>();
  #stopped = false;

  constructor(parts: Parts) {
    super();
    this.#parts = parts;
  }

  /** Makes files of what was complete when another process died, whose bytes lie here. */
  async start(): Promise<void> {
    const { database, folder, log } = this.#parts;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const row of await repository.unendedUploads(database)) {
      if ((await this.offset(row)) !== row.size) continue;
      this.finish(row.id).catch((error) => log.error({ err: error, upload: row.id }, 'an upload could not be finished'));
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.allSettled(this.#finishing.values());
  }

  /**
   * Checks what can be known before the first byte, and makes the upload's row.
   * @throws ApiError 404 (folder), 413 (size, space), 415 (kind of file), 422 (metadata).
   */
  async admit(userId: number, upload: Upload): Promise<void> {
    const { files, database, disk } = this.#parts;
    const { id, size } = upload;
    if (size === undefined) throw new ApiError(400, '上传前要知道文件的大小。');
    await disk.require(size);
    const { name, details } = readMetadata(upload.metadata ?? {});
    formatOf(name);
    const limit = await files.fileLimit(userId);
    if (size > limit)
      throw new FileRefused(413, 'too_large', `文件超过 ${formatBytes(limit)}。请去掉不需要的样本或行，或用 gz 压缩后再上传`);
    await files.directories.find(userId, details.directoryId, 'directory_id');
    await this.#removeIdle(userId);
    await inSpace(database, userId, async (tx) => {
      const { count } = await repository.openUploads(tx, userId);
      if (count >= OPEN_MAX)
        throw new ApiError(429, `有 ${count} 个上传还没有完成，最多同时 ${OPEN_MAX} 个。请等它们完成，或取消后再上传。`);
      await files.checkSpace(userId, size, tx);
      await repository.insertUpload(tx, { id, userId, size, name, metadata: storable(upload.metadata ?? {}) });
    });
  }

  /** Bytes that were given up would keep their user from uploading for a day. */
  async #removeIdle(userId: number): Promise<void> {
    for (const row of await repository.unendedUploads(this.#parts.database, userId)) {
      // Whether one whose bytes lie on another machine goes on is not known here: it ends with its time.
      const found = await stat(this.#path(row.id)).catch(() => undefined);
      if (found !== undefined && Date.now() - found.mtimeMs > IDLE_MS && found.size < row.size) await this.remove(row.id);
    }
  }

  /** The user's own upload. Throws ApiError 404. */
  async owned(userId: number, id: string): Promise<UploadRecord> {
    const row = ID.test(id) ? await repository.findUpload(this.#parts.database, id) : undefined;
    if (row?.userId !== userId) throw absent();
    return row;
  }

  /** Bytes that have come; of an ended upload all. */
  async offset(row: UploadRecord): Promise<number> {
    if (row.endedAt !== null) return row.size;
    return (await stat(this.#path(row.id)).catch(() => undefined))?.size ?? 0;
  }

  /** Makes a file of a complete upload, once, whoever asks. Returns when it has ended, is not complete here, or another process has it. */
  finish(id: string): Promise<void> {
    const running = this.#finishing.get(id);
    if (running !== undefined) return running;
    if (this.#stopped) return Promise.resolve();
    const finishing = this.#finish(id).finally(() => this.#finishing.delete(id));
    this.#finishing.set(id, finishing);
    return finishing;
  }

  async #finish(id: string): Promise<void> {
    const { database } = this.#parts;
    const known = await repository.findUpload(database, id);
    if (known === undefined || (await this.offset(known)) !== known.size) return;
    // Whoever makes a file of it holds this, for as long as it lives: the bytes are where the lock is.
    const lock = `${this.#path(id)}${LOCK}`;
    if (!(await takeLock(lock))) return;
    try {
      const row = await repository.findUpload(database, id);
      if (row?.endedAt === null) await this.#makeFile(row);
    } finally {
      await giveUpLock(lock);
    }
  }

  async #makeFile(row: UploadRecord): Promise<void> {
    const { database, files } = this.#parts;
    const { id } = row;
    const { details } = readMetadata(row.metadata);
    try {
      const taken = await files.take(row.userId, { source: this.#path(id), name: row.name, fileType: details.fileType, counted: row.size });
      await files.keep(row.userId, taken, details, async (tx, fileId) => {
        // All bytes may have come to two machines: only the first one's file stands.
        if (!(await repository.endUpload(tx, id, { fileId }))) throw absent();
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      await repository.endUpload(database, id, { refusal: { status: error.status, code: error.code ?? null, detail: error.message } });
    }
    await rm(this.#path(id), { force: true });
  }

  // What the protocol's library asks of a store.

  override async create(upload: Upload): Promise<Upload> {
    await (await open(this.#path(upload.id), 'wx', MODE)).close();
    return upload;
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const row = await repository.findUpload(this.#parts.database, id);
    if (row === undefined) throw absent();
    // Nothing is left to write, and where the upload has ended no file either.
    if (offset === row.size) {
      for await (const _ of stream);
      return offset;
    }
    // What came to another machine before is not here: it begins anew, and as whole as there.
    const flags = offset === 0 ? 'w' : 'r+';
    const target = createWriteStream(this.#path(id), { flags, mode: MODE, start: offset, flush: true, highWaterMark: 1 << 20 });
    // What has come before a break stays; the next call learns the offset from the file.
    await pipeline(withRoom(stream, this.#parts.disk), target);
    return offset + target.bytesWritten;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = ID.test(id) ? await repository.findUpload(this.#parts.database, id) : undefined;
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
    const { size, metadata, createdAt } = row;
    return new Upload({ id, size, metadata, offset: await this.offset(row), creation_date: createdAt.toISOString() });
  }

  override async remove(id: string): Promise<void> {
    await repository.removeUpload(this.#parts.database, id);
    await rm(this.#path(id), { force: true });
  }

  override getExpiration(): number {
    return UPLOAD_HOURS * 3600_000;
  }

  /** Forgets uploads whose time is over, and bytes that belong to none. Answers the bytes' number. */
  override async deleteExpired(): Promise<number> {
    const { database, folder } = this.#parts;
    await repository.removeExpired(database);
    const needed = await repository.uploadsWithBytes(database);
    let gone = 0;
    for (const name of await readdir(folder).catch(() => [])) {
      const found = await stat(join(folder, name)).catch(() => undefined);
      // A file is made a moment after its row; one that is younger than a minute may belong to a row not seen here.
      if (needed.has(name.replace(LOCK, '')) || found === undefined || Date.now() - found.mtimeMs < 60_000) continue;
      await rm(join(folder, name), { force: true });
      gone += found.size;
    }
    return gone;
  }

  #path(id: string): string {
    return join(this.#parts.folder, id);
  }
}

/** PostgreSQL keeps no NUL. */
const storable = (metadata: Record<string, string | null>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, value?.replaceAll('\u0000', '') ?? null]));

/** Throws ApiError 422. */
function readMetadata(metadata: Record<string, string | null>): { name: string; details: UploadDetails } {
  const { filename } = metadata;
  if (filename === undefined || filename === null || filename === '') {
    throw new ApiError(422, '上传时要给出文件名。', { errors: [{ field: 'filename', detail: '缺少文件名' }] });
  }
  const given = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== null));
  const parsed = uploadFields.safeParse(given);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({ field: String(path[0]), detail: message }));
    throw new ApiError(422, errors[0]?.detail ?? '有字段填写得不对。', { errors });
  }
  const { file_type, description, directory_id } = parsed.data;
  return { name: safeName(filename), details: { fileType: file_type ?? null, description, directoryId: directory_id ?? null } };
}
