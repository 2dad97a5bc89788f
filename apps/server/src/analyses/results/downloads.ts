import { LinkTokens } from '../../platform/link-tokens.ts';

/** The one file that a token opens. */
interface DownloadGrant {
  userId: number;
  analysisId: number;
  fileKey: string;
  filename: string;
}

/** Tokens for links to the files of results. */
export class DownloadTokens {
  readonly #tokens: LinkTokens<{ a: number; k: string; f: string }>;

  constructor(secret: Uint8Array) {
    this.#tokens = new LinkTokens(secret, 'download');
  }

  issue({ userId, analysisId, fileKey, filename }: DownloadGrant): Promise<string> {
    return this.#tokens.issue(userId, { a: analysisId, k: fileKey, f: filename });
  }

  /** Throws 401 when the token is dead or meant for another file. */
  verify(token: string, { analysisId, fileKey, filename }: Omit<DownloadGrant, 'userId'>): Promise<number> {
    return this.#tokens.verify(token, { a: analysisId, k: fileKey, f: filename });
  }
}
