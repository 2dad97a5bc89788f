import type { AnalysisResult, MatrixFacts } from '@oncoloom/contract';
import { getAnalysis } from '../../api/analyses.ts';
import { fileInfo } from '../../api/files.ts';
import type { AnalysisChoice, FileChoice } from '../input-choice.ts';

/** A file of the space, or nothing where it is gone. */
export async function fileChoice(id: number): Promise<FileChoice | undefined> {
  return fileInfo(id, { silent: true }).then(
    (file): FileChoice => ({ from: 'file', file }),
    () => undefined,
  );
}

/** The matrix that goes on as the next tool's input: the first of the result. */
function resultMatrix(result: AnalysisResult | null): MatrixFacts | undefined {
  return result?.tables.find(({ matrix }) => matrix !== null)?.matrix ?? undefined;
}

/** An earlier analysis, or nothing where it is gone. */
export async function analysisChoice(id: number): Promise<AnalysisChoice | undefined> {
  return getAnalysis(id, { silent: true }).then(
    ({ task_name, result }): AnalysisChoice => ({ from: 'analysis', id, name: task_name, matrix: resultMatrix(result) }),
    () => undefined,
  );
}
