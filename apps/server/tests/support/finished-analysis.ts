import type { ToolDefinition } from '@oncoloom/tool-kit';
import type { AnalysisRecord, StoredResult } from '../../src/analyses/tables.ts';

const ENDED = new Date('2026-03-01T09:00:00Z');

/** A completed run of a tool with this result, as the database holds it. */
export function finishedAnalysis(tool: ToolDefinition, result: StoredResult, styles: AnalysisRecord['styles'] = {}): AnalysisRecord {
  return {
    id: 1,
    userId: 1,
    taskType: tool.taskType,
    askedType: null,
    toolVersion: tool.version,
    family: tool.pages[0].family,
    name: 'A',
    dataSet: null,
    starred: false,
    projectId: null,
    replaces: null,
    rerunId: null,
    reportId: null,
    status: 'completed',
    progress: 1,
    steps: [],
    values: {},
    inputs: [],
    inputContents: [],
    styles,
    look: {},
    userLook: {},
    warned: [],
    points: 0,
    example: true,
    published: null,
    fingerprint: null,
    memoryMiB: 0,
    attempts: 1,
    queueJob: null,
    worker: null,
    early: [],
    result,
    headline: null,
    errorCode: null,
    errorField: null,
    errorMessage: null,
    createdAt: ENDED,
    startedAt: ENDED,
    finishedAt: ENDED,
    updatedAt: ENDED,
  };
}
