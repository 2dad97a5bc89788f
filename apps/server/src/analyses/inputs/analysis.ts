import { type AnalysisParameter, type CohortParameter, cohortCode, exampleFileType } from '@oncoloom/tool-kit';
import { fieldError } from '../../platform/errors.ts';
import { describeMatrix, describeTable, ownAnalysis, takenFrom } from '../input-sources/from-analysis.ts';
import { describeFile } from '../input-sources/from-file.ts';
import type { AnalysisRecord, UsedInput } from '../tables.ts';
import { describeCohorts } from './cohort.ts';
import type { ResolvedKind, Sources } from './kind.ts';

/** A table of an earlier analysis, and the cohort that it read where the tool asks for it. */
export const analysis: ResolvedKind<AnalysisParameter> = {
  async resolve(sources, { tool, field, parameter, value, userId }) {
    const source = await ownAnalysis(sources, field, userId, value.id);
    const table = takenFrom(sources, source, tool, field);
    const isMatrix = source.result?.tables.some(({ id, matrix }) => id === table && matrix !== undefined) === true;
    const { facts, used } = isMatrix
      ? describeMatrix(field, parameter, source, table)
      : describeTable(sources, field, parameter, source, table);
    const cohort = parameter.cohort === undefined ? [] : await cohortOf(sources, field, parameter.cohort, source);
    return { facts, used: [...used, ...cohort] };
  },
  /** A file stands in for the analysis. */
  async example(sources, { field, parameter, file, cohort, values }) {
    const described = await describeFile(sources, { field, parameter, takes: [exampleFileType(parameter)] }, file);
    if (cohort === undefined || parameter.cohort === undefined) return described;
    const stand: CohortParameter = { kind: 'cohort', label: parameter.label, input: parameter.cohort, needs: {} };
    const read = await describeCohorts(sources, { field, parameter: stand, codes: [cohortCode(cohort)], values });
    return { ...described, used: [...described.used, ...read.used] };
  },
};

/** The cohort that an earlier analysis read, in the release that it read, for the one that goes on from it. */
async function cohortOf({ cohorts }: Sources, field: string, input: string, source: AnalysisRecord): Promise<UsedInput[]> {
  const read = source.inputs.find(({ cohort }) => cohort !== undefined);
  if (read?.cohort === undefined) throw fieldError(field, `「${source.name}」没有用公共队列，请换一次分析`);
  const { code, release, folder } = read.cohort;
  if ((await cohorts.release(code, folder)) === undefined)
    throw fieldError(field, `「${source.name}」用的 ${read.name} ${release} 版已不在这台服务器上，请用现在的版本重做那次分析，再接着做`);
  return [{ ...read, field, input, request: { from: 'analysis', id: source.id } }];
}
