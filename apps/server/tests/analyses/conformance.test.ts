import * as contract from '@oncoloom/contract';
import { completeRequest, type ToolDefinition } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';
import { unzip } from '../support/unzip.ts';

/**
 * Walks the specification's second document: entities and client state (section 3), status and list behaviour (4), the
 * analyses' calls (7), the error catalogue (8) and the constants (9) that belong to analyses.
 */

/** Task types whose tools are not built yet: the list shrinks with each tool and ends empty. */

let url: string;
let user: Client;
let other: Client;
let id: number;

beforeAll(async () => {
  url = await sharedServer();
  [user, other] = await Promise.all([Client.register(url), Client.register(url)]);
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

  it('answers results and count with page, page_size and current_page; 10 and 1 by default', async () => {
    const { body } = await user.post<contract.AnalysisList>('/api/get_analysis_list', { task_type: 'limma_differential_analysis' });
    expect(body).toMatchObject({ count: 1, page: 1, page_size: 10, current_page: 1 });
    const beyond = await user.post<contract.AnalysisList>('/api/get_analysis_list', { page: 9, page_size: 50 });
    expect(beyond.body).toMatchObject({ results: [], count: 1, page: 9, page_size: 50 });
    expect((await user.post('/api/get_analysis_list', { page_size: 7 })).status).toBe(422);
  });

  it('answers as get_analysis when the list call carries analysis_id', async () => {
    const { body } = await user.post<contract.Analysis>('/api/get_analysis_list', { analysis_id: id });
    expect(body).toMatchObject({ id, status: 'completed' });
  });
});

describe('section 7: the calls', () => {
  it('creates, and answers the id under both names', async () => {
    const { status, body } = await user.create({ task_type: 'volcano_plot_analysis', source_analysis_id: id, name: '火山' });
    expect(status).toBe(200);
    expect(body.analysis_id).toBe(body.id);
    expect(body).toMatchObject({ points_consumed: 1, remaining_points: 59 });
    expect((await user.ended(body.id)).status).toBe('completed');
  });

  it('holds the limit of waiting tasks against calls that come at once', async () => {
    const hasty = await Client.register(url);
    const calls = Array.from({ length: 18 }, () => hasty.create({ task_type: 'limma_differential_analysis', example: true }));
    const answers = await Promise.all(calls);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    for (const { body } of refused) expect(body.detail).toMatch(/已有 \d+ 个任务在排队，上限是 10 个/);
    for (const { status, body } of answers) if (status === 200) await hasty.post('/api/delete_analysis', { analysis_id: body.id });
  });

  it('accepts the task type aliases wherever a task type stands', async () => {
    const { status, body } = await user.post<contract.AnalysisList>('/api/get_analysis_list', { task_type: 'gsea_analysis' });
    expect([status, body.count]).toEqual([200, 0]);
  });

  it('gives the genes that pass the run’s thresholds', async () => {
    const facts: Record<string, unknown> = (await user.analysis(id)).result?.facts ?? {};
    const all = await user.post<{ genes: { gene: string; logFC: number; padj: number }[]; count: number }>('/api/get_diff_gene_list', {
      analysis_id: id,
    });
    const up = await user.post<{ count: number }>('/api/get_diff_gene_list', { analysis_id: id, direction: 'up' });
    expect(all.body.count).toBe(Number(facts.up) + Number(facts.down));
    expect(up.body.count).toBe(facts.up);
    for (const gene of all.body.genes) expect(Math.abs(gene.logFC) >= 1 && gene.padj < 0.05).toBe(true);
  });

  it('serves a file by HEAD, ETag, 304 and range, to a bearer or a token of that file alone', async () => {
    const token = await user.post<{ success: boolean; download_url: string }>('/api/create_download_token', {
      analysis_id: id,
      file_key: 'limma_tsv',
      filename: '差异表.tsv',
    });
    expect(token.body.success).toBe(true);
    const anonymous = new Client(url);
    const head = await anonymous.fetch(token.body.download_url, { method: 'HEAD' });
    const etag = head.headers.get('etag') ?? '';
    expect([head.status, etag.length > 10, Number(head.headers.get('content-length')) > 1000]).toEqual([200, true, true]);
    expect((await anonymous.fetch(token.body.download_url, { method: 'HEAD', headers: { 'if-none-match': etag } })).status).toBe(304);
    const part = await anonymous.fetch(token.body.download_url, { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'gene']);
    const disposition = (await anonymous.fetch(token.body.download_url)).headers.get('content-disposition');
    // Renaming a task renames its files: an address with an old name still serves the file, under the name of today.
    expect(decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(disposition ?? '')?.[1] ?? '')).toMatch(/._差异表\.tsv$/u);
    const elsewhere = token.body.download_url.replace('limma_tsv', 'volcano_pdf');
    expect((await anonymous.fetch(elsewhere)).status).toBe(401);
    expect((await anonymous.fetch(token.body.download_url.replace(/.(?=.{5}$)/, (c) => (c === 'A' ? 'B' : 'A')))).status).toBe(401);
    expect((await anonymous.fetch(`/api/analysis/${id}/files/limma_tsv/${encodeURIComponent('差异表.tsv')}`)).status).toBe(401);
    expect((await user.fetch(`/api/analysis/${id}/files/limma_tsv/${encodeURIComponent('差异表.tsv')}`)).status).toBe(200);
  });

  it('makes texts of names like formulas in a table that is saved by a link, and nowhere else', async () => {
    const names = ['=1+1', '-AS1', '@x', ...Array.from({ length: 40 }, (_, i) => `GENE${i}`)];
    const samples = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'];
    const rows = names.map((name, g) => [name, ...samples.map((_, s) => (7 + Math.sin(g * 3.1 + s * s) + (s > 2 ? g % 5 : 0)).toFixed(4))]);
    const file = await user.file('names.csv', [['gene', ...samples], ...rows].map((row) => row.join()).join('\n'), 'expression');
    const created = await user.create({
      task_type: 'limma_differential_analysis',
      file_id: file.id,
      sample_groups: samples.map((sample) => ({ sample, group: sample[0] })),
      case_group: 'b',
      control_group: 'a',
    });
    const { body: task } = created;
    expect((await user.ended(task.id)).status).toBe('completed');
    const item = (await user.analysis(task.id)).output?.files.find(({ file_key }) => file_key === 'limma_tsv');
    const filename = item?.filename ?? '';
    const asStored = await (await user.fetch(`/api/analysis/${task.id}/files/limma_tsv/${encodeURIComponent(filename)}`)).text();
    expect(asStored.split('\n').map((line) => line.split('\t')[0])).toEqual(expect.arrayContaining(names));
    const link = await user.post<{ download_url: string }>('/api/create_download_token', {
      analysis_id: task.id,
      file_key: 'limma_tsv',
      filename,
    });
    const saved = await (await new Client(url).fetch(link.body.download_url)).text();
    expect(saved.split('\n').map((line) => line.split('\t')[0])).toEqual(expect.arrayContaining(["'=1+1", "'-AS1", "'@x", 'GENE0']));
    expect(saved.replace(/^'/gm, '')).toBe(asStored);
    const bundle = unzip(Buffer.from(await (await user.fetch(`/api/analysis/${task.id}/bundle`)).arrayBuffer()));
    expect(bundle.get('tables/limma.tsv')?.toString()).toBe(asStored);
  });

  it('exports the differential genes as a workbook', async () => {
    const response = await user.fetch(`/api/analysis/${id}/export_diff_genes`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([response.status, String.fromCharCode(...bytes.slice(0, 2))]).toEqual([200, 'PK']);
  });

  it('serves the bundle and the workbook by HEAD and 304, under a harmless name whatever the task is called', async () => {
    const before = (await user.analysis(id)).name;
    await user.post('/api/rename_analysis', { analysis_id: id, task_name: '../a"b\\c:\r\nX: y\u202e😀' });
    for (const path of ['bundle', 'export_diff_genes']) {
      const whole = await user.fetch(`/api/analysis/${id}/${path}`);
      const bytes = Buffer.from(await whole.arrayBuffer());
      const name = decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(whole.headers.get('content-disposition') ?? '')?.[1] ?? '');
      expect(name).toMatch(/^a_b_c_X_y_😀_(结果包\.zip|差异基因\.xlsx)$/u);
      const head = await user.fetch(`/api/analysis/${id}/${path}`, { method: 'HEAD' });
      expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, bytes.length]);
      const again = Buffer.from(await (await user.fetch(`/api/analysis/${id}/${path}`)).arrayBuffer());
      expect(again.equals(bytes), `${path} comes with the same bytes each time`).toBe(true);
      const etag = whole.headers.get('etag') ?? '';
      expect((await user.fetch(`/api/analysis/${id}/${path}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
    await user.post('/api/rename_analysis', { analysis_id: id, task_name: before });
  });

  it('reads the log', async () => {
    const { status, body } = await user.post<{ lines: contract.LogLine[] }>('/api/get_analysis_log', { analysis_id: id });
    expect([status, Array.isArray(body.lines)]).toEqual([200, true]);
  });

  it('makes a figure in other formats than the listed ones, each under a name of its own', async () => {
    const listed = (await user.analysis(id)).result?.files.filter(({ file_key }) => file_key.startsWith('volcano_')) ?? [];
    expect(listed.map(({ file_key }) => file_key)).toEqual(['volcano_pdf', 'volcano_svg', 'volcano_png']);
    const base = listed[0]?.filename.slice(0, -4);
    const draft = await user.post<{ files: { file_key: string; filename: string }[] }>('/api/replot_analysis', {
      analysis_id: id,
      plot: 'volcano',
      style: {},
    });
    const begins: Record<string, [mediaType: string, begin: string, name: string]> = {
      png600: ['image/png', '\x89PNG', `${base}_600dpi.png`],
      tiff: ['image/tiff', 'II*', `${base}_300dpi.tiff`],
      tiff600: ['image/tiff', 'II*', `${base}_600dpi.tiff`],
      pptx: ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'PK\x03\x04', `${base}.pptx`],
    };
    const tags = new Set<string | null>();
    for (const [format, [mediaType, begin, name]] of Object.entries(begins)) {
      expect(draft.body.files.find(({ file_key }) => file_key.startsWith(`volcano_${format}~`))?.filename).toBe(name);
      const drawn = await user.fetch(`/api/analysis/${id}/files/volcano_${format}/${encodeURIComponent(name)}`);
      expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, mediaType]);
      expect(drawn.headers.get('content-disposition')).toContain(encodeURIComponent(name));
      expect(Buffer.from(await drawn.arrayBuffer()).toString('latin1')).toMatch(new RegExp(`^${begin.replace('*', '\\*')}`));
      tags.add(drawn.headers.get('etag'));
    }
    expect(tags.size).toBe(4);
    expect((await user.fetch(`/api/analysis/${id}/files/volcano_tiff900/x.tiff`)).status).toBe(404);
  });

  it('refuses a title of 10,000 characters before anything is drawn', async () => {
    const style = { plot_title: '长'.repeat(10_000) };
    const { status, body } = await user.post<{ errors: { field: string }[] }>('/api/replot_analysis', {
      analysis_id: id,
      plot: 'volcano',
      style,
    });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['plot_title']]);
  });

  it('draws anew without points and without computing; a saved style changes the file, an unsaved one does not', async () => {
    const points = async () => (await user.get<contract.UserInfo>('/api/user/info')).body.points;
    const balance = await points();
    const before = await user.fetch(`/api/analysis/${id}/files/volcano_svg/${encodeURIComponent('火山图.svg')}`);
    const draft = await user.post<{ files: { file_key: string; filename: string }[] }>('/api/replot_analysis', {
      analysis_id: id,
      plot: 'volcano',
      style: { up_color: '#123456' },
    });
    const svg = draft.body.files.find((file) => file.file_key.startsWith('volcano_svg'));
    const drawn = await user.fetch(
      `/api/analysis/${id}/files/${encodeURIComponent(svg?.file_key ?? '')}/${encodeURIComponent(svg?.filename ?? '')}`,
    );
    expect((await drawn.text()).toUpperCase()).toContain('#123456');
    expect((await user.fetch(`/api/analysis/${id}/files/volcano_svg/${encodeURIComponent('火山图.svg')}`)).headers.get('etag')).toBe(
      before.headers.get('etag'),
    );
    await user.post('/api/replot_analysis', { analysis_id: id, plot: 'volcano', style: { up_color: '#654321' }, save: true });
    expect((await user.fetch(`/api/analysis/${id}/files/volcano_svg/${encodeURIComponent('火山图.svg')}`)).headers.get('etag')).not.toBe(
      before.headers.get('etag'),
    );
    expect((await user.analysis(id)).result?.styles.volcano).toMatchObject({ up_color: '#654321' });
    expect(await points()).toBe(balance);
  });

  it('renames, runs again, cancels, deletes', async () => {
    expect((await user.post<contract.AnalysisRow>('/api/rename_analysis', { analysis_id: id, task_name: '新名' })).body.task_name).toBe(
      '新名',
    );
    const again = await user.post<contract.CreatedAnalysis>('/api/rerun_analysis', { analysis_id: id });
    const cancelled = await user.post<contract.AnalysisRow>('/api/cancel_analysis', { analysis_id: again.body.id });
    expect(['completed', 'failed']).toContain(cancelled.body.status);
    if (cancelled.body.status === 'failed') expect(cancelled.body).toMatchObject({ error_msg: '已取消', error_code: 'cancelled' });
    expect((await user.post('/api/delete_analysis', { analysis_id: again.body.id })).status).toBe(200);
    expect((await user.post('/api/get_analysis', { analysis_id: again.body.id })).status).toBe(404);
  });

  it('hides everything of one user from another, exactly like the absent', async () => {
    const calls = ['get_analysis', 'get_analysis_log', 'cancel_analysis', 'delete_analysis', 'rerun_analysis', 'get_diff_gene_list'].map(
      (name) => [name, {}] as const,
    );
    const withFields = [
      ...calls,
      ['rename_analysis', { task_name: 'x' }],
      ['replot_analysis', { plot: 'volcano' }],
      ['create_download_token', { file_key: 'limma_tsv', filename: '差异表.tsv' }],
      ['create_analysis', { task_type: 'volcano_plot_analysis' }],
    ] as const;
    for (const [name, fields] of withFields) {
      const about = (analysis: number) =>
        name === 'create_analysis' ? { ...fields, source_analysis_id: analysis } : { ...fields, analysis_id: analysis };
      const theirs = await other.post(`/api/${name}`, about(id));
      const absent = await other.post(`/api/${name}`, about(999_999));
      expect([name, theirs.status, theirs.body]).toEqual([name, 404, absent.body]);
      expect((await new Client(url).post(`/api/${name}`, about(id))).status).toBe(401);
    }
    expect((await other.fetch(`/api/analysis/${id}/export_diff_genes`)).status).toBe(404);
    expect((await other.fetch(`/api/analysis/${id}/bundle`)).status).toBe(404);
  });

  it('assesses arrays by calls of their own, and writes the report when it is asked for', async () => {
    const arrays = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
    const rows = Array.from({ length: 60 }, (_, probe) => {
      const values = arrays.map((_array, i) => (8 + 2 * Math.sin(probe * 3.7) + Math.cos(probe * 1.3 + i * 1.9) / 4).toFixed(4));
      return `${probe}_at,${values.join(',')}`;
    });
    const sheet = (count: number) =>
      [
        `probe,${arrays.slice(0, count).join(',')}`,
        ...rows.map((row) =>
          row
            .split(',')
            .slice(0, count + 1)
            .join(','),
        ),
      ].join('\n');
    const owner = await Client.register(url);
    const path = '/api/microarray/quality-assessment';
    const two = await owner.file('two.csv', sheet(2), 'expression');
    const refused = await owner.post<{ detail: string }>(`${path}/submit`, { file_id: two.id });
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('至少要 3 张')]);
    const six = await owner.file('six.csv', sheet(6), 'expression');
    const created = await owner.post<contract.CreatedAnalysis>(`${path}/submit`, { file_id: six.id, task_name: '第一批' });
    expect([created.status, created.body.points_consumed]).toEqual([200, 5]);
    await owner.ended(created.body.id);
    const told = await owner.post<contract.Analysis>(`${path}/result`, { analysis_id: created.body.id });
    expect(told.body).toMatchObject({ task_type: 'microarray_quality_assessment', status: 'completed', result: { facts: { arrays: 6 } } });
    const listed = told.body.result?.files.find((file) => file.file_key === 'report_pdf');
    expect(listed).toMatchObject({ kind: 'document', filename: '质量评估报告_第一批.pdf', media_type: 'application/pdf' });

    const report = `/microarray/quality-assessment/download-report/${created.body.id}`;
    const first = await owner.fetch(report);
    const bytes = Buffer.from(await first.arrayBuffer());
    expect([first.status, bytes.subarray(0, 5).toString('latin1')]).toEqual([200, '%PDF-']);
    expect(first.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('质量评估报告_第一批.pdf')}`);
    const etag = first.headers.get('etag') ?? '';
    expect((await owner.fetch(report, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const again = await owner.fetch(`/api/analysis/${created.body.id}/files/report_pdf/${encodeURIComponent('质量评估报告_第一批.pdf')}`);
    expect([again.headers.get('etag'), Buffer.from(await again.arrayBuffer()).equals(bytes)]).toEqual([etag, true]);
    expect((await owner.fetch('/microarray/quality-assessment/download-report/999999')).status).toBe(404);
    expect((await user.fetch(`/microarray/quality-assessment/download-report/${id}`)).status).toBe(404);
    expect((await user.post(`${path}/result`, { analysis_id: id })).status).toBe(404);
  });
});

describe('section 8: errors', () => {
  it('answers a Chinese sentence and the field at fault', async () => {
    const { status, body } = await user.create({ task_type: 'limma_differential_analysis', padj: 5 });
    expect(status).toBe(422);
    expect(body.detail).toMatch(/[\u4e00-\u9fff]/);
    expect(body.errors?.map((error) => error.field)).toEqual(expect.arrayContaining(['file_id', 'padj']));
  });

  it('answers 406 when the points are too few, and nothing is created', async () => {
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
