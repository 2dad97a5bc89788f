import type { Finding } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { chinaTime } from '../platform/china-time.ts';
import { figureStyle } from './figure-drawing.ts';
import type { MethodsText } from './methods.ts';
import type { AnalysisRecord, StoredResult } from './tables.ts';
import { toAnalysis } from './view.ts';
import { resultWords } from './words.ts';

/** What asks for something stands first. */
const TOLD: readonly Finding['level'][] = ['must', 'should', 'passed', 'note'];

/** What the engine needs to write a document of a result, beside its tables: engine/R/document.R. */
export function documentRequest(
  tool: ToolDefinition,
  analysis: AnalysisRecord,
  result: StoredResult,
  document: string,
  methods: MethodsText,
): Record<string, unknown> {
  const told = toAnalysis(tool, analysis, methods, new Map(), null).result;
  const figures = Object.entries(tool.figures);
  return {
    tool: tool.taskType,
    document,
    styles: Object.fromEntries(figures.map(([id]) => [id, figureStyle(tool, analysis, id, null)])),
    words: resultWords(tool, analysis.values, result),
    about: {
      title: tool.documents?.[document]?.title ?? document,
      task: analysis.name,
      tool: tool.title,
      version: analysis.toolVersion,
      date: chinaTime(analysis.finishedAt ?? analysis.updatedAt),
      inputs: analysis.inputs.map(({ field, name, rows, columns, sha256 }) => ({
        label: tool.parameters[field]?.label ?? field,
        name,
        rows,
        columns,
        sha256,
      })),
      summary: told?.summary ?? '',
      detail: told?.detail ?? '',
      findings: TOLD.flatMap((level) => result.findings.filter((finding) => finding.level === level)),
      figures: Object.fromEntries(figures.map(([id, { title }]) => [id, { title, caption: told?.captions[id] ?? '' }])),
      methods: told?.methods.zh ?? '',
      citations: tool.citations,
      versions: result.versions,
    },
  };
}
