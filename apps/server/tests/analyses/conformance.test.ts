import * as contract from '@oncoloom/contract';
import { completeRequest, type ToolDefinition } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';

/**
 * Walks the specification's second document: entities and client state (section 3), status and list behaviour (4), the
 * error catalogue (8) and the constants (9) that belong to analyses. Its calls (7): conformance-calls.test.ts.
 */

let url: string;
let user: Client;
let id: number;

beforeAll(async () => {
  url = await sharedServer();
  user = await Client.register(url);
  id = (await user.example('limma_differential_analysis', { task_name: '演示 100%_分析' })).id;
});

describe('section 3: the analysis', () => {
  it('carries both spellings of each field with the same value', async () => {
    const { body } = await user.post<contract.AnalysisList>('/api/get_analysis_list', { task_type: 'limma_differential_analysis' });
    const [row] = body.results;
    expect(row).toMatchObject({ id, task_type: 'limma_differential_analysis', status: 'completed', progress: 100, error_msg: null });
    expect(row?.task_name).toBe(row?.name);
    expect(row?.result).toEqual(row?.output);
    expect(row?.error_msg).toEqual(row?.error_message);
    expect(row?.updated_at).toBe(row?.modified);
    expect(Date.parse(row?.finished ?? '')).toBeGreaterThan(0);
  });

  it('has tools of known task types only, one of each', () => {
    const types = catalogue.map(({ tool }) => tool.taskType);
    expect(types.filter((type, i) => !contract.TASK_TYPES.includes(type) || types.indexOf(type) !== i)).toEqual([]);
  });
});

describe('section 3: fields seen across types', () => {
  // The lists of the first one are counted below.
  let caller: Client;
  beforeAll(async () => {
    caller = await Client.register(url);
  });

  const parametersOf = async (fields: Record<string, unknown>) => {
    const { status, body } = await caller.create({ example: true, ...fields });
    expect([status, body.errors]).toEqual([200, undefined]);
    return (await caller.analysis(body.id)).parameters;
  };

  it('leaves out a field of another tool and says so; one that no tool has is refused', async () => {
    const gsea = { task_type: 'gsea_enrichment', example: true, organism: 'hsa', dataSource: 'paste', tumor_color: '#ff4757' };
    const notes = ['organism', 'dataSource', 'tumor_color'].map((field) => ({ code: 'field_ignored', level: 'note', field }));
    const estimate = await caller.post<contract.Estimate>('/api/estimate_analysis', gsea);
    expect(estimate.body.findings).toEqual(expect.arrayContaining(notes.map((note) => expect.objectContaining(note))));
    const created = await caller.create(gsea);
    expect(created).toMatchObject({ status: 200, body: { notes } });
    expect((await caller.analysis(created.body.id)).parameters).not.toHaveProperty('organism');
    const misspelt = await caller.create({ ...gsea, pvalue_cutof: 0.01 });
    expect([misspelt.status, misspelt.body.errors?.map(({ field }) => field)]).toEqual([422, ['pvalue_cutof']]);
  });

  it.each([
    ['paste', { gene_list: ['TP53', 'EGFR', 'MYC', 'KRAS', 'BRCA1', 'PTEN'] }],
    ['file', { file_id: 0 }],
  ])('takes dataSource %s', async (dataSource, given) => {
    const file = await caller.file(`genes-${dataSource}.txt`, 'TP53\nEGFR\nMYC\nKRAS\nBRCA1\nPTEN\n', 'gene_list');
    // A client with one form for all sources sends what the others hold too.
    const fields = { task_type: 'go_enrichment', dataSource, gene_list: ['TP53'], ...given, file_id: file.id };
    const { status, body } = await caller.create(fields);
    expect([status, body.errors]).toEqual([200, undefined]);
    const { parameters } = await caller.analysis(body.id);
    expect(parameters).toMatchObject(dataSource === 'file' ? { file_id: file.id } : given);
    const missing = await caller.create({ ...fields, dataSource: 'analysis' });
    expect([missing.status, missing.body.errors?.[0]?.field]).toEqual([422, 'gene_list']);
  });

  it('knows species as organism', async () => {
    const conversion = { task_type: 'rna_seq_conversion', to: 'cpm', id_to: 'none' };
    expect(await parametersOf({ ...conversion, species: 'mmu' })).toMatchObject({ organism: 'mmu' });
    for (const { tool } of catalogue.filter(({ tool }) => Object.hasOwn(tool.parameters, 'organism'))) {
      const completed = completeRequest(tool, { ...tool.example.parameters, file_id: 1, parameters: { species: 'mmu' } });
      expect(completed).toMatchObject({ ok: true, request: { values: { organism: 'mmu' } } });
    }
    const wrong = await caller.create({ ...conversion, example: true, species: 'dino' });
    expect(wrong.status).toBe(422);
  });

  it('takes color_scheme, below the colours that are named themselves', async () => {
    const limma = { task_type: 'limma_differential_analysis', color_scheme: 'npg' };
    expect(await parametersOf(limma)).toMatchObject({ up_color: '#E64B35', down_color: '#3C5488' });
    expect(await parametersOf({ ...limma, up_color: '#123456' })).toMatchObject({ up_color: '#123456', down_color: '#3C5488' });
    expect(await parametersOf({ ...limma, color_scheme: 'default' })).toMatchObject({ up_color: '#ff4757', down_color: '#546de5' });
    const wrong = await caller.create({ ...limma, example: true, color_scheme: 'no such scheme' });
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([422, 'color_scheme']);
  });
});

describe('section 3: descriptions', () => {
  it('of a folder are given, read in the tree and its contents, changed and emptied', async () => {
    const made = await user.post<{ directory: contract.Directory }>('/api/directories/create', {
      name: '批次一',
      description: ' 三月测序 ',
    });
    const { id: folder } = made.body.directory;
    const read = async () => {
      const tree = (await user.get<{ directories: contract.Directory[] }>('/api/directories/tree')).body.directories;
      const contents = (await user.get<{ directory: contract.Directory }>(`/api/directories/${folder}/contents`)).body.directory;
      return [tree.find(({ id }) => id === folder)?.description, contents.description];
    };
    expect(await read()).toEqual(['三月测序', '三月测序']);
    const change = (description: string) =>
      user.call<{ directory: contract.Directory }>('PUT', `/api/directories/${folder}/update`, { description });
    expect((await change('去掉 3 个离群样本')).body.directory).toMatchObject({ name: '批次一', description: '去掉 3 个离群样本' });
    expect(await read()).toEqual(['去掉 3 个离群样本', '去掉 3 个离群样本']);
    expect((await change('')).body.directory.description).toBe('');
    expect((await change('x'.repeat(501))).status).toBe(422);
  });

  it('of a file are given at its upload, read, changed and emptied', async () => {
    const { id: file } = await user.file('groups.csv', 'sample,group\ns1,a\ns2,b\n', 'groups');
    const change = (description: string) =>
      user.call<{ file: contract.UserFile }>('PUT', `/api/bulk/files/${file}/update`, { description });
    const read = async () => (await user.get<{ file: contract.UserFile }>(`/api/file/${file}/info`)).body.file.description;
    expect(await read()).toBe('');
    expect((await change('盲法分组')).body.file.description).toBe('盲法分组');
    expect(await read()).toBe('盲法分组');
    await change('');
    expect(await read()).toBe('');
  });
});

describe('section 4: status and lists', () => {
  it('uses the four statuses and reads their aliases', () => {
    expect(contract.TASK_STATUSES).toEqual(['pending', 'running', 'completed', 'failed']);
    expect([contract.statusGroup('success'), contract.statusGroup('error'), contract.statusGroup('fail')]).toEqual([
      'done',
      'failed',
      'failed',
    ]);
  });

  it.each(['name', 'search_name', 'search'])('filters by %s; wildcards are letters', async (field) => {
    const count = async (text: string) => (await user.post<contract.AnalysisList>('/api/get_analysis_list', { [field]: text })).body.count;
    expect(await count('演示 100%_')).toBe(1);
    expect(await count('演示%分析')).toBe(0);
    expect(await count('')).toBe(1);
  });

  it('narrows the list of all types by status and family', async () => {
    const count = async (request: Record<string, string>) =>
      (await user.post<contract.AnalysisList>('/api/get_analysis_list', request)).body.count;
    expect(await count({ status: 'done' })).toBe(1);
    expect(await count({ status: 'failed' })).toBe(0);
    expect(await count({ status: 'in-progress' })).toBe(0);
    expect(await count({ status: 'done', family: 'bulk' })).toBe(1);
    expect(await count({ status: 'done', family: 'tcga' })).toBe(0);
    expect((await user.post('/api/get_analysis_list', { status: 'gone' })).status).toBe(422);
  });

  it('lists several types by one call, joined with commas', async () => {
    const count = async (task_type: string) => (await user.post<contract.AnalysisList>('/api/get_analysis_list', { task_type })).body.count;
    expect(await count('gsea_enrichment,limma_differential_analysis')).toBe(1);
    expect(await count('gsea_enrichment,bulk_wgcna_stage2')).toBe(0);
  });

  it('answers results and count with page, page_size and current_page; 10 and 1 by default', async () => {
    const { body } = await user.post<contract.AnalysisList>('/api/get_analysis_list', { task_type: 'limma_differential_analysis' });
    expect(body).toMatchObject({ count: 1, page: 1, page_size: 10, current_page: 1 });
    const beyond = await user.post<contract.AnalysisList>('/api/get_analysis_list', { page: 9, page_size: 50 });
    expect(beyond.body).toMatchObject({ results: [], count: 1, page: 9, page_size: 50 });
    for (const [page_size, status] of [
      [1, 200],
      [7, 200],
      [100, 200],
      [0, 422],
      [101, 422],
    ])
      expect([page_size, (await user.post('/api/get_analysis_list', { page_size })).status]).toEqual([page_size, status]);
  });

  it('answers as get_analysis when the list call carries analysis_id', async () => {
    const { body } = await user.post<contract.Analysis>('/api/get_analysis_list', { analysis_id: id });
    expect(body).toMatchObject({ id, status: 'completed' });
  });
});

describe('section 8: errors', () => {
  it('answers a Chinese sentence and the field at fault', async () => {
    const { status, body } = await user.create({ task_type: 'limma_differential_analysis', padj: 5 });
    expect(status).toBe(422);
    expect(body.detail).toMatch(/[\u4e00-\u9fff]/);
    expect(body.errors?.map((error) => error.field)).toEqual(expect.arrayContaining(['file_id', 'padj']));
  });

  it('answers 406 when the points are too few, and nothing is created', { timeout: 240_000 }, async () => {
    const poor = await Client.register(url);
    const samples = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'];
    const lines = Array.from(
      { length: 80 },
      (_, gene) => `G${gene},${samples.map((_, i) => (8 + Math.sin(gene * 3.7 + i * 1.9)).toFixed(3)).join(',')}`,
    );
    const file = await poor.file('m.csv', `gene,${samples.join(',')}\n${lines.join('\n')}\n`, 'expression');
    const request = {
      task_type: 'limma_differential_analysis',
      file_id: file.id,
      sample_groups: samples.map((sample) => ({ sample, group: sample.slice(0, 1) })),
      case_group: 'a',
      control_group: 'b',
    };
    for (let points = 60; points > 0; points -= 5) {
      // Another threshold each time: running the same again costs nothing.
      const { status, body } = await poor.create({ ...request, padj: points / 1000 });
      expect([status, body.remaining_points]).toEqual([200, points - 5]);
      await poor.ended(body.id);
    }
    const count = (await poor.post<contract.AnalysisList>('/api/get_analysis_list', {})).body.count;
    const refused = await poor.create({ ...request, padj: 0.5 });
    expect([refused.status, refused.body.detail]).toEqual([406, expect.stringContaining('点数不够')]);
    expect((await poor.post<contract.AnalysisList>('/api/get_analysis_list', {})).body.count).toBe(count);
  });
});

describe('section 9: constants', () => {
  it('holds those of analyses and of the live channel', () => {
    expect(contract).toMatchObject({
      DEFAULT_PAGE_SIZE: 10,
      FIRST_PAGE: 1,
      FILE_PAGE_SIZE: 20,
      OPERATION_HISTORY_MAX: 50,
      TASK_CACHE_RETENTION_MS: 300_000,
      TASK_CACHE_MAX: 50,
      TASK_CACHE_CLEANUP_MS: 60_000,
      COMPLETED_CLEAR_DELAY_MS: 100,
      REQUEST_TIMEOUT_MS: 10_000,
      ERROR_TOAST_MS: 5_000,
      LIVE_RETRIES: 3,
      LIVE_RETRY_DELAY_MS: 3_000,
      MOBILE_BREAKPOINT_PX: 992,
      SIDEBAR_WIDTH_PX: 210,
    });
    expect(contract.COLOURS).toMatchObject({
      tumor: '#ff4757',
      normal: '#546de5',
      lowHr: '#377eb8',
      highHr: '#e41a1c',
      up: '#ff4757',
      down: '#546de5',
      noChange: '#d2dae2',
    });
  });

  it('lists 50 of RNA-seq conversion and correlation scatterplot, 10 of the others, and as many as a caller says', async () => {
    const size = async (body: object) => (await user.post<contract.AnalysisList>('/api/get_analysis_list', body)).body.page_size;
    expect(await size({ task_type: 'rna_seq_conversion' })).toBe(50);
    expect(await size({ task_type: 'correlation_scatterplot' })).toBe(50);
    expect(await size({ task_type: 'limma_differential_analysis' })).toBe(10);
    expect(await size({})).toBe(10);
    expect(await size({ task_type: 'rna_seq_conversion', page_size: 20 })).toBe(20);
  });

  it('gives limma and the volcano their defaults', () => {
    const limma = catalogue.find(({ tool }) => tool.taskType === 'limma_differential_analysis')?.tool as ToolDefinition;
    const completed = completeRequest(limma, { file_id: 1, sample_groups_file_id: 2, case_group: 'a', control_group: 'b' });
    expect(completed.ok && completed.request.values).toMatchObject({
      log2fc: 1,
      padj: 0.05,
      filter_threshold: 0,
      data_type: 'microarray',
      up_color: '#ff4757',
      down_color: '#546de5',
      nochange_color: '#d2dae2',
    });
  });
});
