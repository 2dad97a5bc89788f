import type { Comparison } from '@oncoloom/contract';
import { parseMarks, shownFigures, type ToolDefinition, tellTool } from '@oncoloom/tool-kit';
import { figureDrawing } from '../../analyses/figures/figure-drawing.ts';
import { sentencesOf as textsOf } from '../../analyses/lists/view.ts';
import { figureTitle } from '../../analyses/results/result-files.ts';
import type { AnalysisRecord } from '../../analyses/tables.ts';
import { resultWords } from '../../analyses/texts/words.ts';
import { sentencesOf } from '../paper/sentences.ts';

/** What a run says of its result, without marks, each sentence once. */
function sentencesIn(tool: ToolDefinition, analysis: AnalysisRecord): Set<string> {
  const { result } = analysis;
  if (result === null) return new Set();
  const words = resultWords(tellTool(tool, 'zh', result.rowSubject ?? 'gene'), analysis.values, result);
  const { headline, summary, detail } = textsOf(tool, analysis, result, words, 'zh');
  const plain = (text: string) => parseMarks(text).reduce((all, piece) => all + piece.text, '');
  return new Set([headline, summary, detail].flatMap((text) => sentencesOf(plain(text), 'zh')));
}

/** Sentences that one of two runs of a tool has and the other has not, in their order. */
export function changedSentences(tool: ToolDefinition, before: AnalysisRecord, after: AnalysisRecord): Comparison['sentences'] {
  const [old, now] = [sentencesIn(tool, before), sentencesIn(tool, after)];
  return { old: [...old].filter((one) => !now.has(one)), new: [...now].filter((one) => !old.has(one)) };
}

/** What a figure is drawn from, as text: the tables by content, words, style. Undefined where the run has no such figure. */
function drawnFrom(tool: ToolDefinition, analysis: AnalysisRecord, id: string): string | undefined {
  const { result } = analysis;
  if (result === null || !shownFigures(tool, result.tables).some(([shown]) => shown === id)) return undefined;
  return JSON.stringify(figureDrawing(tool, analysis, result, id, null));
}

/** Every figure of two runs of a tool, and whether both draw the same. */
export function comparedFigures(tool: ToolDefinition, before: AnalysisRecord, after: AnalysisRecord): Comparison['figures'] {
  return Object.keys(tool.figures).flatMap((id) => {
    const [old, now] = [drawnFrom(tool, before, id), drawnFrom(tool, after, id)];
    if (old === undefined && now === undefined) return [];
    return [{ id, title: figureTitle(tool, now === undefined ? before : after, id), same: old === now }];
  });
}
