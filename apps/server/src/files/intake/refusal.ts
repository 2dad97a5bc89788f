import { ApiError } from '../../platform/errors.ts';

/** Statuses that a refused file answers with: too large, wrong kind of file, wrong content. */
type RefusalStatus = 413 | 415 | 422;

/** As it passes between threads, where an error loses its class. */
export type Refusal = readonly [status: RefusalStatus, code: string, sentence: string];

/** A file that is not taken, with the sentence that tells its owner what to change. Nothing of it is stored. */
export class FileRefused extends ApiError {
  readonly refusal: Refusal;

  constructor(status: RefusalStatus, code: string, sentence: string) {
    const detail = /[。？]$/.test(sentence) ? sentence : `${sentence}。`;
    super(status, detail, { code, errors: [{ field: 'file', detail }] });
    this.refusal = [status, code, sentence];
    this.name = 'FileRefused';
  }
}
