import { getAnalysis } from '../../api/analyses.ts';
import { fileInfo } from '../../api/files.ts';
import { toolOf } from '../../live/result-path.ts';
import { matrixOf } from '../../result-page/steps/follow-ups.ts';
import type { AnalysisChoice, FileChoice } from '../data/input-choice.ts';

/** A file of the space, or nothing where it is gone. */
export async function fileChoice(id: number): Promise<FileChoice | undefined> {
  return fileInfo(id, { silent: true }).then(
    (file): FileChoice => ({ from: 'file', file }),
    () => undefined,
  );
}

/** An earlier analysis with what is known of the matrix that goes on from it, or nothing where it is gone. */
export async function analysisChoice(id: number): Promise<AnalysisChoice | undefined> {
  const analysis = await getAnalysis(id, { silent: true }).catch(() => undefined);
  if (analysis === undefined) return undefined;
  const tool = await toolOf(analysis)?.load();
  return { from: 'analysis', id, name: analysis.task_name, matrix: tool && matrixOf(tool, analysis.result) };
}
