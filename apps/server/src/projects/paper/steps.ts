import type { PaperRequest } from '@oncoloom/contract';
import { PAPER_LIMITS } from '@oncoloom/contract';
import { type ToldTool, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { withEnglishFigures } from '../../analyses/sharing/shared-english.ts';
import type { AnalysisRecord, StoredResult } from '../../analyses/tables.ts';
import { resultWords, type Words } from '../../analyses/texts/words.ts';
import type { ToolRegistry } from '../../analyses/tools.ts';
import { ApiError } from '../../platform/errors.ts';

/** A finished analysis in its place of the report. */
export interface PaperStep {
  /** From 1. */
  number: number;
  /** What it is called in the language of the report. */
  name: string;
  declared: ToolDefinition;
  /** In the language of the report. */
  tool: ToldTool;
  /** With its figures in that language. */
  analysis: AnalysisRecord;
  result: StoredResult;
  words: Words;
}

const CHINESE = /\p{Script=Han}/u;

/** Names in English: a Chinese one is no name of an English paper, its tool's stands for it, with a number where several have it. */
function namesOf(steps: readonly { analysis: AnalysisRecord; tool: ToldTool }[], language: PaperRequest['language']): string[] {
  if (language === 'zh') return steps.map(({ analysis }) => analysis.name);
  const names = steps.map(({ analysis, tool }) => (CHINESE.test(analysis.name) ? tool.english : analysis.name));
  return names.map((name, i) => {
    if (names.filter((other) => other === name).length === 1) return name;
    return `${name}, run ${names.slice(0, i + 1).filter((other) => other === name).length}`;
  });
}

/**
 * The chosen steps in the order of their project. Throws 409 for one without a result, 422 for none and for too many.
 */
export function chosenSteps(
  tools: Pick<ToolRegistry, 'get'>,
  inOrder: readonly AnalysisRecord[],
  { analysis_ids: chosen, language }: Pick<PaperRequest, 'analysis_ids' | 'language'>,
): PaperStep[] {
  const wanted = new Set(chosen);
  if (wanted.size === 0) throw new ApiError(422, '没有选中已完成的分析。请至少选一个步骤，再下载');
  if (wanted.size > PAPER_LIMITS.steps)
    throw new ApiError(422, `选了 ${wanted.size} 个步骤，一份材料最多 ${PAPER_LIMITS.steps} 个。请去掉一些，或分几次下载`);
  const found = inOrder.filter(({ id }) => wanted.has(id));
  const told = found.map((analysis) => {
    const { result, status, name, taskType } = analysis;
    const declared = tools.get(taskType);
    if (result === null || status !== 'completed')
      throw new ApiError(409, `「${name}」还没有完成，没有可写的结果。请去掉它，或等它完成后再下载`);
    if (declared === undefined) throw new ApiError(409, `「${name}」的工具这里没有，不能写进材料。请去掉它再下载`);
    const tool = tellTool(declared, language, result.rowSubject ?? 'gene');
    const drawn = language === 'en' ? withEnglishFigures(declared, analysis) : analysis;
    return { declared, tool, analysis: drawn, result, words: resultWords(tool, analysis.values, result) };
  });
  const names = namesOf(told, language);
  return told.map((step, i) => ({ ...step, number: i + 1, name: names[i] ?? '' }));
}
