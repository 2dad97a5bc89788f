import type { FileParameter } from '@oncoloom/tool-kit';
import { describeMatrix, ownAnalysis } from './from-analysis.ts';
import { describeFile, ownFile } from './from-file.ts';
import type { ResolvedKind } from './kind.ts';

/** A file of the caller, or the matrix that an earlier analysis made. */
export const file: ResolvedKind<FileParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    if (value.from === 'analysis') return describeMatrix(field, parameter, await ownAnalysis(sources, field, userId, value.id));
    const place = { field, parameter, takes: parameter.fileTypes };
    return describeFile(sources, place, await ownFile(sources, place, userId, value.id));
  },
  example: (sources, { field, parameter, file: stored }) => describeFile(sources, { field, parameter, takes: parameter.fileTypes }, stored),
};
