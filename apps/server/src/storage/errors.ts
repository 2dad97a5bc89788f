import { ApiError } from '../platform/errors.ts';

/** An object storage cannot do now what it was asked for; later it may. Nothing has been kept by halves. */
export class StorageTrouble extends ApiError {
  /** The storage's own words, for the log. Its code is left out: elsewhere the same codes mean that the database is away. */
  protected constructor(status: number, detail: string, code: string, why: string) {
    super(status, detail, { code, retryAfter: 30 });
    this.cause = new Error(why);
  }
}

/** It does not answer, breaks off or refuses. */
export class StorageAway extends StorageTrouble {
  constructor(why: string) {
    super(503, '文件存储暂时没有响应，请稍后再试。已经保存的文件和结果都在。', 'storage_away', why);
  }
}

/** It has no room. */
export class StorageFull extends StorageTrouble {
  constructor(why: string) {
    super(507, '文件存储的空间已满，现在不能保存文件和结果。已有的可以照常查看；请稍后再试，或联系管理员。', 'storage_full', why);
  }
}

/** What was read is not what was put. */
export class DamagedContent extends Error {
  constructor(sha256: string) {
    super(`the content ${sha256} is damaged where it is kept`);
  }
}

/** As a file system says it. */
export const absentContent = (sha256: string): Error =>
  Object.assign(new Error(`the content ${sha256} is not in the storage`), { code: 'ENOENT' });
