import { ApiError } from '../../platform/errors.ts';

/** Statuses that a refused file answers with: too large, wrong kind of file, wrong content. */
export type RefusalStatus = 413 | 415 | 422;

/** A file that is not taken, with the sentence that tells its owner what to change. Nothing of it is stored. */
export class FileRefused extends ApiError {
  constructor(status: RefusalStatus, code: string, sentence: string) {
    const detail = /[。？]$/.test(sentence) ? sentence : `${sentence}。`;
    super(status, detail, { code, errors: [{ field: 'file', detail }] });
    this.name = 'FileRefused';
  }
}

/** Bytes as a reader writes them: 「500 MB」「1.5 GB」. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value >= 10 || Number.isInteger(value) ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}
