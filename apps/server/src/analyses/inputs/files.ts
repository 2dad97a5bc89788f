import { type FilesParameter, joinMatrices, listNames } from '@oncoloom/tool-kit';
import { describeMatrix, ownAnalysis, takenFrom } from '../input-sources/from-analysis.ts';
import { describeFile, ownFile } from '../input-sources/from-file.ts';
import type { Described, ResolvedKind } from './kind.ts';

/** Several matrices, of files and of earlier analyses. */
export const files: ResolvedKind<FilesParameter> = {
  async resolve(sources, { tool, field, parameter, value, userId }) {
    const place = { field, parameter, takes: parameter.fileTypes };
    const described = value.items.map(async ({ from, id }) => {
      if (from === 'file') return describeFile(sources, place, await ownFile(sources, place, userId, id));
      const source = await ownAnalysis(sources, field, userId, id);
      return describeMatrix(field, parameter, source, takenFrom(sources, source, tool, field));
    });
    return joined(await Promise.all(described));
  },
  example: async (sources, { field, parameter, file }) =>
    joined([await describeFile(sources, { field, parameter, takes: parameter.fileTypes }, file)]),
};

/** Several matrices of one field, each at its place. */
function joined(described: readonly Described[]): Described {
  const files = described.flatMap(({ facts: { name, matrix } }) => (matrix === undefined ? [] : [{ name, matrix }]));
  const matrix = joinMatrices(files.map((file) => file.matrix));
  return {
    facts: { name: listNames(files.map(({ name }) => name)), files, ...(matrix === undefined ? {} : { matrix }) },
    used: described.flatMap(({ used }, i) => used.map((input) => ({ ...input, place: i + 1 }))),
  };
}
