import type { FieldError } from '@oncoloom/contract';

interface ApiErrorOptions {
  /** The fields at fault, each with its own sentence. */
  errors?: FieldError[];
  /** A word for programs, sent beside the sentence. */
  code?: string;
  /** Seconds after which a try makes sense again; sent as `Retry-After`. */
  retryAfter?: number;
}

/** A failure that the caller is told about: a status of API.md and one Chinese sentence that says what to do. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: FieldError[] | undefined;
  readonly code: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(status: number, detail: string, options: ApiErrorOptions = {}) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.errors = options.errors;
    this.code = options.code;
    this.retryAfter = options.retryAfter;
  }
}

/** A 422 about one field. */
export function fieldError(field: string, detail: string): ApiError {
  return new ApiError(422, detail, { errors: [{ field, detail }] });
}
