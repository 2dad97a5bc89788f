import { createContext, useContext } from 'react';
import { analysisFile, analysisFileText } from '../api/analyses.ts';
import type { CallOptions } from '../api/client.ts';
import { downloadAnalysisFile, downloadSharedFile } from '../api/download.ts';
import { sharedFile, sharedFileText } from '../api/shares.ts';

/** The token of the link by which a result is read; undefined where its owner looks at it. */
export const SharedLink = createContext<string | undefined>(undefined);

/** Where a result's files come from, and whether it may only be read. */
export interface ResultAccess {
  readOnly: boolean;
  /** Of a query for one of its files: what one may read, another may not. */
  key: readonly unknown[];
  text: (fileKey: string, filename: string, options?: CallOptions) => Promise<string>;
  file: (fileKey: string, filename: string) => Promise<Blob>;
  /** Answers whether the browser has begun to fetch it. */
  download: (fileKey: string, filename: string) => Promise<boolean>;
}

export function useResultAccess(analysisId: number): ResultAccess {
  const token = useContext(SharedLink);
  if (token === undefined)
    return {
      readOnly: false,
      key: ['result-table', analysisId],
      text: (fileKey, filename, options) => analysisFileText(analysisId, fileKey, filename, options),
      file: (fileKey, filename) => analysisFile(analysisId, fileKey, filename),
      download: (fileKey, filename) => downloadAnalysisFile(analysisId, fileKey, filename),
    };
  return {
    readOnly: true,
    key: ['shared-table', token],
    text: (fileKey, filename, options) => sharedFileText(token, fileKey, filename, options),
    file: (fileKey, filename) => sharedFile(token, fileKey, filename),
    download: (fileKey, filename) => downloadSharedFile(token, fileKey, filename),
  };
}
