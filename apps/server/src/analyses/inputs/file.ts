import type { FileParameter } from '@oncoloom/tool-kit';
import { describeMatrix, ownAnalysis, takenFrom } from '../input-sources/from-analysis.ts';
import { describeFile, ownFile } from '../input-sources/from-file.ts';
import type { ResolvedKind } from './kind.ts';

/** A file of the caller, or the matrix that an earlier analysis made. */
export const file: ResolvedKind<FileParameter> = {
  async resolve(sources, { tool, field, parameter, value, userId }) {
    if (value.from === 'analysis') {
      const source = await ownAnalysis(sources, field, userId, value.id);
      return describeMatrix(field, parameter, source, takenFrom(sources, source, tool, field));
    }
    const place = { field, parameter, takes: parameter.fileTypes };
    return describeFile(sources, place, await ownFile(sources, place, userId, value.id));
  },
  example: (sources, { field, parameter, file: stored }) => describeFile(sources, { field, parameter, takes: parameter.fileTypes }, stored),
};
