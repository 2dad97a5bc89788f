import type { MatrixFacts } from '@oncoloom/contract';
import { taskName } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { describe, expect, it } from 'vitest';
import { documentAbout } from '../../src/analyses/results/document-about.ts';
import { type FileMeaning, renderingKey } from '../../src/analyses/results/result-files.ts';
import { neutralCells, withNeutralNames } from '../../src/analyses/sharing/neutral-names.ts';
import { neutralTables } from '../../src/analyses/sharing/neutral-tables.ts';
import type { AnalysisRecord, StoredResult, UsedInput } from '../../src/analyses/tables.ts';

const SECRET = '张三-入组-7f3a91';
const FILE = `${SECRET}.tsv`;

const toolOf = (taskType: string) => {
  const tool = catalogue.find((entry) => entry.tool.taskType === taskType)?.tool;
  if (tool === undefined) throw new Error(`no ${taskType}`);
  return tool;
};
const limma = toolOf('limma_differential_analysis');
const quality = toolOf('microarray_quality_assessment');

const inputOf = (input: Partial<UsedInput> = {}): UsedInput => ({
  ...{ field: 'file_id', input: 'expression', type: 'matrix', name: FILE, sha256: 'a', blob: 'a', format: 'bin', rows: 9, columns: 4 },
  request: { from: 'file', id: 7 },
  ...input,
});
const resultOf = (tool: typeof limma): StoredResult => ({
  facts: { label: FILE, up: 3, two_groups: true },
  tables: Object.keys(tool.tables).map((id) => ({ id, sha256: id, bytes: 10, rows: 2, columns: ['gene'] })),
  findings: [{ level: 'note', code: 'log10_converted', message: `「${FILE}」取的是 log10，已换成 log2`, detail: FILE }],
  seed: 1,
  versions: {},
  seconds: { read: 0, analyse: 0, write: 0 },
});
const recordOf = (tool: typeof limma, inputs: UsedInput[], changes: Partial<AnalysisRecord> = {}): AnalysisRecord => ({
  ...({
    id: 1,
    userId: 1,
    taskType: tool.taskType,
    toolVersion: tool.version,
    styles: {},
    look: {},
    userLook: {},
    steps: [],
    early: [],
  } as unknown as AnalysisRecord),
  ...{ values: {}, inputs, name: taskName(tool, {}, inputs), headline: `${FILE}：上调 3 个`, result: resultOf(tool) },
  ...{ createdAt: new Date(), startedAt: null, finishedAt: new Date(), updatedAt: new Date() },
  warned: [{ level: 'should', code: 'few', message: `「${FILE}」样本少` }],
  ...changes,
});

describe('an analysis without the names of its files', () => {
  it('says them nowhere', () => {
    const whole = recordOf(limma, [inputOf({ merged: { message: '2 行合并', added: false } })]);
    expect(JSON.stringify(whole)).toContain(SECRET);
    const neutral = withNeutralNames(limma, whole, 'zh');
    expect(JSON.stringify(neutral)).not.toContain(SECRET);
    const label = limma.parameters.file_id?.label;
    expect(neutral.inputs[0]?.name).toBe(label);
    expect(neutral.result?.findings[0]?.message).toBe(`「${label}」取的是 log10，已换成 log2`);
    expect(neutral.result?.facts).toEqual({ label, up: 3, two_groups: true });
  });

  it('is called after its form where the platform gave the name, however short it cut a long one', () => {
    const long = `${SECRET}${'长'.repeat(60)}`;
    const inputs = [inputOf({ name: `${long}.csv.gz` })];
    const whole = recordOf(quality, inputs, { headline: null, warned: [] });
    expect(whole.name).toContain(SECRET);
    expect(whole.name).not.toContain(long);
    expect(withNeutralNames(quality, whole, 'zh').name).not.toContain(SECRET);
  });

  it('keeps the name that its user gave it, but for a file in it', () => {
    const nameOf = (name: string) => withNeutralNames(limma, recordOf(limma, [inputOf()], { name }), 'zh').name;
    expect(nameOf('胰腺癌复发')).toBe('胰腺癌复发');
    expect(nameOf(`${SECRET} · 旧`)).toBe(`${limma.parameters.file_id?.label} · 旧`);
    const short = recordOf(limma, [inputOf({ name: 'a.tsv' })], { name: 'early apoptosis' });
    expect(withNeutralNames(limma, short, 'zh').name).toBe('early apoptosis');
  });

  it('numbers several of one field, and hides what an earlier task is called', () => {
    const names = [
      inputOf(),
      inputOf({ name: `${SECRET}-2.tsv` }),
      inputOf({ field: 'sample_groups', request: { from: 'analysis', id: 3 } }),
    ];
    const [label, groups] = [limma.parameters.file_id?.label, limma.parameters.sample_groups?.label];
    expect(withNeutralNames(limma, recordOf(limma, names), 'zh').inputs.map(({ name }) => name)).toEqual([
      `${label} 1`,
      `${label} 2`,
      groups,
    ]);
  });

  it('keeps names of the platform: cohorts, collections, pasted rows', () => {
    const cohort = { code: 'tcga-acc', release: '1', folder: '1', simulated: false, several: false };
    const inputs = [
      inputOf({ name: 'TCGA-ACC', cohort, request: { from: 'analysis', id: 4 } }),
      inputOf({ name: 'Hallmark', request: { from: 'collection', name: 'hallmark' } }),
      inputOf({ name: '分组', request: { from: 'rows', columns: [], rows: [] } }),
    ];
    expect(withNeutralNames(limma, recordOf(limma, inputs), 'zh').inputs.map(({ name }) => name)).toEqual(['TCGA-ACC', 'Hallmark', '分组']);
  });

  it('has a document of its own, kept under another key even where its user named the task', () => {
    const whole = recordOf(quality, [inputOf()], { name: '第一批', warned: [], result: { ...resultOf(quality), facts: {}, findings: [] } });
    const neutral = withNeutralNames(quality, whole, 'zh');
    const aboutOf = (analysis: AnalysisRecord) =>
      JSON.stringify(documentAbout(quality, analysis, analysis.result as StoredResult, 'report', { zh: '方法', en: 'Methods' }));
    expect(aboutOf(whole)).toContain(SECRET);
    expect(aboutOf(neutral)).not.toContain(SECRET);
    const keyOf = (analysis: AnalysisRecord, meaning: FileMeaning) =>
      renderingKey(quality, analysis, analysis.result as StoredResult, meaning, null);
    const [table = ''] = Object.keys(quality.tables);
    const meanings: FileMeaning[] = [
      { kind: 'document', document: 'report' },
      { kind: 'bundle' },
      { kind: 'word-table', table, language: 'zh' },
    ];
    for (const meaning of meanings) expect([meaning.kind, keyOf(neutral, meaning)]).not.toEqual([meaning.kind, keyOf(whole, meaning)]);
  });

  it('says them in no cell: a file anywhere, a batch or an earlier task where a column names inputs', () => {
    const batches = toolOf('multi_dataset_batch_removal');
    const files = [inputOf({ field: 'file_ids' }), inputOf({ field: 'file_ids', name: 'TP53', request: { from: 'analysis', id: 3 } })];
    const cells = neutralCells(batches, files, 'zh');
    const label = batches.parameters.file_ids?.label;
    const [named, other] = [cells?.('samples', 'batch'), cells?.('samples', 'group')];
    expect([`${SECRET}（2）`, SECRET, 'TP53', `A · ${FILE}`].map((cell) => named?.(cell))).toEqual([
      `${label} 1（2）`,
      `${label} 1`,
      `${label} 2`,
      `A · ${label} 1`,
    ]);
    // A group or a gene may be called so.
    expect([FILE, SECRET, 'TP53'].map((cell) => other?.(cell))).toEqual([`${label} 1`, SECRET, 'TP53']);
    const platform = inputOf({ name: '分组', request: { from: 'rows', columns: [], rows: [] } });
    expect(neutralCells(batches, [platform], 'zh')).toBeUndefined();
    const values = { reference_batch: SECRET, method: 'combat' };
    const neutral = withNeutralNames(batches, recordOf(batches, files, { values, headline: `参照 ${SECRET}`, name: '合并' }), 'zh');
    expect([neutral.values, neutral.headline]).toEqual([{ reference_batch: `${label} 1`, method: 'combat' }, `参照 ${label} 1`]);
  });

  it('says them in nothing that is told of its tables and matrices', async () => {
    const batches = toolOf('multi_dataset_batch_removal');
    const facts = { annotations: { columns: [{ name: '批次', values: [FILE] }] } } as unknown as MatrixFacts;
    const [first, ...others] = resultOf(batches).tables;
    const result = { ...resultOf(batches), tables: [{ ...(first ?? others[0]), matrix: { blob: 'b', facts } }, ...others] } as StoredResult;
    const whole = recordOf(batches, [inputOf({ field: 'file_ids' })], { result });
    const neutral = withNeutralNames(batches, whole, 'zh');
    const renderer = { changed: async () => ({ sha256: 'changed', size: 1 }) };
    const told = await neutralTables({ renderer, tools: { require: () => batches } }, whole, neutral.result?.tables ?? [], 'zh');
    expect(JSON.stringify(told)).not.toContain(SECRET);
    expect([told[0]?.sha256, told[1]?.sha256]).toEqual([first?.sha256, 'changed']);
  });
});
