import type { Analysis, AnalysisResult } from '@oncoloom/contract';

/** Seconds after the beginning of an analysis, as calls write it. */
export const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 9, 0, seconds)).toISOString();

/** An analysis that runs, as calls tell of it. */
export const RUNNING: Analysis = {
  id: 12,
  task_type: 'log_transform',
  family: 'bulk',
  task_name: '第一批 · 取对数',
  name: '第一批 · 取对数',
  short_name: '第一批',
  data_set: '第一批',
  starred: false,
  project_id: null,
  status: 'running',
  progress: 40,
  step: '读取矩阵',
  queue_position: null,
  result: null,
  output: null,
  early: 0,
  error_msg: null,
  error_message: null,
  error_code: null,
  points: 3,
  example: false,
  created_at: at(0),
  started_at: at(1),
  finished: null,
  updated_at: at(2),
  modified: at(2),
  parameters: { transform_method: 'log2_x_plus_1', gene_list: null },
  inputs: [{ field: 'file_id', name: '第一批.csv', sha256: 'a', rows: 200, columns: 6 }],
  steps: [
    { name: '准备', at: at(1), seconds: 1 },
    { name: '读取矩阵', at: at(2), seconds: null },
  ],
  early_tables: [],
  tool_version: '1.0.0',
};

/** What has come of it. */
export const RESULT: AnalysisResult = {
  summary: '**200 个基因、6 个样本**已取 log2(x + 1)。',
  headline: '200 个基因',
  detail: '读入 200 个基因 · 可存到空间',
  places: { summary: [], headline: [], detail: [], methods: { zh: [], en: [] } },
  sources: {},
  words: {},
  captions: {},
  alternatives: {},
  legends: {},
  notices: {},
  facts: { genes: 200, samples: 6 },
  tables: [],
  looks: { own: {}, user: {} },
  styles: {},
  files: [
    { file_key: 'bundle', filename: '第一批_结果包.zip', kind: 'document', title: '结果包', media_type: 'application/zip', size: 5000 },
  ],
  findings: [{ code: 'logged', level: 'should', message: '这些数值像是已取过对数' }],
  robustness: [],
  methods: { zh: '表达值按 log2(x + 1) 转换。', en: 'Expression values were transformed by log2(x + 1).' },
  citations: [],
  versions: { R: '4.2.2' },
  seed: 1,
  seconds: { read: 0.1, analyse: 0.2, write: 0.1 },
};
