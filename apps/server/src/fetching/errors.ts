/** A failure with a sentence for the operator; what is on the disk stays, and the next run goes on from there. */
export class ImportError extends Error {}

/** A file of a source that cannot be read as what it should be. It is fetched once more before the operator hears of it. */
export class DamagedSource extends ImportError {
  /** As the source calls it. */
  readonly file: string;

  constructor(file: string, what: string) {
    super(`${file} ${what}`);
    this.file = file;
  }
}

const OFFLINE = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'];
const CUT_OFF = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'];

/** The code of an error or of what caused it: `fetch` wraps what the socket said. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (code !== undefined) return code;
    // A host with several addresses fails with one error for each of them.
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
  }
  return undefined;
}

export const isOffline = (error: unknown): boolean => OFFLINE.includes(codeOf(error) ?? '');
export const isCutOff = (error: unknown): boolean => CUT_OFF.includes(codeOf(error) ?? '');
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');

export const diskFull = (folder: string): ImportError =>
  new ImportError(`磁盘已满，写不进 ${folder}。请腾出空间后再运行同一条命令，会从停下的地方接着做。`);
