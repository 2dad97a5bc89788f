import type { Analysis, AnalysisResult, AnalysisRow } from '@oncoloom/contract';
import {
  type InputParameter,
  type InputValue,
  inputKind,
  isInput,
  type Language,
  placed,
  shortName,
  type ToolDefinition,
  tellTool,
} from '@oncoloom/tool-kit';
import { figureNotices, figureStyle, figureTexts } from '../figures/figure-drawing.ts';
import { toldOf } from '../forms/warnings.ts';
import { legendOf } from '../paper/legends.ts';
import { resultFiles } from '../results/result-files.ts';
import { robustnessOf } from '../robustness/told.ts';
import type { AnalysisRecord, StoredResult, UsedInput } from '../tables.ts';
import { withConversions } from '../texts/conversions.ts';
import { FILL } from '../texts/english.ts';
import { citationsOf, type MethodsText, methodsInWordsOf, placedMethods } from '../texts/methods.ts';
import { SIMULATED_TEXTS, withNotice } from '../texts/simulated.ts';
import { sourcesIn } from '../texts/sources.ts';
import { resultWords, type Words, wordTexts } from '../texts/words.ts';
import type { ListedRecord } from './listing.ts';

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** One row of a list. `queuePosition` counts from 1 while the task waits; a tool of another version of the program may be unknown. */
export function toRow(tool: ToolDefinition | undefined, analysis: ListedRecord, queuePosition: number | null): AnalysisRow {
  const result = analysis.headline === null ? null : { headline: analysis.headline };
  return {
    id: analysis.id,
    task_type: analysis.taskType,
    family: analysis.family,
    task_name: analysis.name,
    name: analysis.name,
    short_name: tool === undefined ? analysis.name : shortName(tool, analysis.name),
    data_set: analysis.dataSet,
    starred: analysis.starred,
    project_id: analysis.projectId,
    status: analysis.status,
    progress: Math.round(analysis.progress * 100),
    step: analysis.status === 'running' ? (analysis.steps.at(-1)?.name ?? null) : null,
    queue_position: queuePosition,
    result,
    output: result,
    early: analysis.early,
    error_msg: analysis.errorMessage,
    error_message: analysis.errorMessage,
    error_code: analysis.errorCode,
    points: analysis.points,
    example: analysis.example,
    created_at: analysis.createdAt.toISOString(),
    started_at: iso(analysis.startedAt),
    finished: iso(analysis.finishedAt),
    updated_at: analysis.updatedAt.toISOString(),
    modified: analysis.updatedAt.toISOString(),
  };
}

/** What a list would have of an analysis. */
export function listed(analysis: AnalysisRecord): ListedRecord {
  return { ...analysis, early: analysis.early.at(-1)?.told ?? 0 };
}

/** The whole of an analysis but its request, texts filled in. */
export function toAnalysis(
  tool: ToolDefinition,
  analysis: AnalysisRecord,
  methods: MethodsText,
  drawn: ReadonlyMap<string, number>,
  queuePosition: number | null,
): Omit<Analysis, 'parameters'> {
  const result = toResult(tool, analysis, methods, drawn);
  const steps = analysis.steps.map((step, i) => {
    const end = analysis.steps[i + 1]?.at ?? iso(analysis.finishedAt);
    return { ...step, seconds: end === null ? null : (Date.parse(end) - Date.parse(step.at)) / 1000 };
  });
  const inputs = analysis.inputs.map(({ field, name, sha256, rows, columns }) => ({ field, name, sha256, rows, columns }));
  return {
    ...toRow(tool, listed(analysis), queuePosition),
    inputs,
    steps,
    tool_version: analysis.toolVersion,
    early_tables: analysis.early.map(({ id, rows, total, columns, told }) => ({ id, rows, total, columns, told })),
    result,
    output: result,
  };
}

/** The request again, complete, so that a form can be filled with it or a client can send it anew. */
export function requestOf(tool: ToolDefinition, analysis: AnalysisRecord): Record<string, unknown> {
  if (analysis.example) return { ...analysis.values, example: analysis.published ?? true };
  const fields = Object.entries(tool.parameters).flatMap(([name, parameter]) => {
    const used = analysis.inputs.filter(({ field }) => field === name).map(({ request }) => request);
    return isInput(parameter) && used.length > 0 ? inputKind(parameter).write(parameter, name, inputValueOf(parameter, used)) : [];
  });
  return { ...analysis.values, ...Object.fromEntries(fields) };
}

/** The value that a request had for an input: several matrices were kept one by one. */
function inputValueOf(parameter: InputParameter, used: readonly UsedInput['request'][]): InputValue {
  if (parameter.kind === 'files')
    return { from: 'files', items: used.flatMap((item) => (item.from === 'file' || item.from === 'analysis' ? [item] : [])) };
  return used[0] as InputValue;
}

function toResult(
  declared: ToolDefinition,
  analysis: AnalysisRecord,
  methods: MethodsText,
  drawn: ReadonlyMap<string, number>,
): AnalysisResult | null {
  const { result } = analysis;
  if (result === null) return null;
  const subject = result.rowSubject ?? 'gene';
  const tool = tellTool(declared, 'zh', subject);
  const words = resultWords(tool, analysis.values, result);
  const files = resultFiles(declared, analysis, result, drawn);
  const { zh, en } = placedMethods(analysis, methodsInWordsOf(methods, subject), words);
  const told = { zh: zh.text, en: en.text };
  const sentences = sentencesOf(declared, analysis, result, words, 'zh');
  const places = { ...sentences.places, methods: { zh: zh.places, en: en.places } };
  const fileOf = (id: string) => files.find((file) => file.file_key === `${id}_tsv`);
  return {
    ...sentences,
    places,
    sources: sourcesIn(tool, analysis, result, places),
    words: wordTexts(words),
    legends: Object.fromEntries(Object.keys(tool.figures).map((id) => [id, legendOf(declared, subject, analysis, id, words)])),
    notices: Object.fromEntries(Object.keys(tool.figures).map((id) => [id, figureNotices(declared, subject, analysis, id, words)])),
    facts: result.facts,
    tables: result.tables.map((table) => ({
      id: table.id,
      file_key: `${table.id}_tsv`,
      filename: fileOf(table.id)?.filename ?? `${table.id}.tsv`,
      rows: table.rows,
      columns: table.columns,
      matrix: table.matrix?.facts ?? null,
    })),
    looks: { own: analysis.look, user: analysis.userLook },
    styles: Object.fromEntries(Object.keys(tool.figures).map((id) => [id, figureStyle(tool, analysis, id, null)])),
    files: files.filter(({ listed }) => listed).map(({ meaning: _, listed: __, ...file }) => file),
    methods: told,
    citations: citationsOf(tool, words, told),
    versions: result.versions,
    seed: result.seed,
    seconds: result.seconds,
  };
}

/** What a result says in one language: its sentences, what describes its figures, and what was found on the way. */
export function sentencesOf(
  declared: ToolDefinition,
  analysis: AnalysisRecord,
  result: StoredResult,
  words: Words,
  language: Language,
): Pick<AnalysisResult, 'headline' | 'summary' | 'detail' | 'captions' | 'alternatives' | 'findings' | 'robustness'> & {
  places: Omit<AnalysisResult['places'], 'methods'>;
} {
  const tool = tellTool(declared, language, result.rowSubject ?? 'gene');
  const { text, marked } = FILL[language];
  const figures = Object.keys(tool.figures).map((id) => [id, figureTexts(tool, analysis, id, words, language)] as const);
  const headline = placed(tool.texts.headline, (template) =>
    withNotice(analysis, text(template, words), language, SIMULATED_TEXTS.headline),
  );
  const summary = placed(tool.texts.summary, (template) =>
    withNotice(analysis, withConversions(analysis, marked(template, words), language), language),
  );
  const detail = placed(tool.texts.detail, (template) => text(template, words));
  return {
    headline: headline.text,
    summary: summary.text,
    detail: detail.text,
    places: { headline: headline.places, summary: summary.places, detail: detail.places },
    captions: Object.fromEntries(figures.map(([id, { caption }]) => [id, caption])),
    alternatives: Object.fromEntries(figures.map(([id, { alternative }]) => [id, alternative])),
    findings: toldOf(analysis, result, language),
    robustness: robustnessOf(declared, result, language),
  };
}
