import type { Finding } from '@oncoloom/contract';
import { formatCount, plainSentence, type ToolDefinition } from '@oncoloom/tool-kit';
import type { DocumentRequest } from '../../drawing/drawing.ts';
import { chinaTime } from '../../platform/china-time.ts';
import { toldOf } from '../forms/warnings.ts';
import { toAnalysis } from '../lists/view.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import type { MethodsText } from '../texts/methods.ts';

/** What asks for something stands first. */
const TOLD: readonly Finding['level'][] = ['must', 'should', 'passed', 'note'];

/** What a document says of its result. */
export function documentAbout(
  tool: ToolDefinition,
  analysis: AnalysisRecord,
  result: StoredResult,
  document: string,
  methods: MethodsText,
): DocumentRequest['about'] {
  const told = toAnalysis(tool, analysis, methods, new Map(), null).result;
  const findings = TOLD.flatMap((level) => toldOf(analysis, result, 'zh').filter((finding) => finding.level === level));
  const versions = Object.entries(result.versions).map(([name, version]) => `${name} ${version}`);
  return {
    title: tool.documents?.[document]?.title ?? document,
    task: analysis.name,
    facts: [
      ...analysis.inputs.flatMap((input) => inputFacts(tool, input)),
      ['完成时间', chinaTime(analysis.finishedAt ?? analysis.updatedAt)],
      ['工具', `${tool.title} ${analysis.toolVersion}`],
      ['软件', versions.join('，')],
    ],
    summary: plainSentence(told?.summary ?? ''),
    points: [
      ...(told?.detail ?? '').split(' · ').filter((part) => part !== ''),
      ...findings.map(({ message, detail }) => (detail === undefined ? message : `${message}。${detail}`)),
    ],
    methods: told?.methods.zh ?? '',
    citations: told?.citations ?? [],
  };
}

function inputFacts(
  tool: ToolDefinition,
  { field, name, rows, columns, sha256 }: AnalysisRecord['inputs'][number],
): DocumentRequest['about']['facts'] {
  const shape = rows === null || columns === null ? '' : `，${formatCount(rows)} 行 × ${formatCount(columns)} 列`;
  return [
    [tool.parameters[field]?.label ?? field, `${name}${shape}`],
    ['SHA-256', sha256],
  ];
}
