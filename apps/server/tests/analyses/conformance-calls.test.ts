import type * as contract from '@oncoloom/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { sharedServer } from '../support/shared.ts';
import { unzip } from '../support/unzip.ts';

/** Walks section 7 of the specification's second document: the analyses' calls. The other sections: conformance.test.ts. */

let url: string;
let user: Client;
let other: Client;
let id: number;

beforeAll(async () => {
  url = await sharedServer();
  [user, other] = await Promise.all([Client.register(url), Client.register(url)]);
  id = (await user.example('limma_differential_analysis', { task_name: '演示 100%_分析' })).id;
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
    // For Word a table is one of the result's files like any other: with its owner's token, and kept in the file space as a document.
    const word = await user.fetch(`/api/analysis/${task.id}/files/limma_docx_en/x`);
    expect([word.status, word.headers.get('content-type')]).toEqual([200, expect.stringContaining('wordprocessingml.document')]);
    const document = Buffer.from(await word.arrayBuffer());
    expect(unzip(document).get('word/document.xml')?.toString()).toContain('GENE0');
    expect(bundle.get('word/volcano_legend.docx')?.toString('latin1')).toMatch(/^PK/);
    expect((await new Client(url).fetch(`/api/analysis/${task.id}/files/limma_docx/x`)).status).toBe(401);
    const docx = (await user.analysis(task.id)).output?.files.find(({ file_key }) => file_key === 'limma_docx')?.filename ?? '';
    const kept = await user.post('/api/save_analysis_file_to_space', { analysis_id: task.id, file_key: 'limma_docx', filename: docx });
    expect([kept.status, kept.body]).toMatchObject([200, { file: { file_type: 'document' } }]);
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
    expect(status).toBe(200);
    const { steps, result } = await user.analysis(id);
    const text = body.lines.map((line) => line.text).join('\n');
    for (const { name } of steps) expect(text).toContain(`步骤：${name}`);
    for (const [name, version] of Object.entries(result?.versions ?? {})) expect(text).toContain(`${name} ${version}`);
    expect(text).toMatch(/提交「[^」]+」[\s\S]+开始运行[\s\S]+输入「表达矩阵」[\s\S]+写出「[\s\S]+完成，共/);
    const times = body.lines.map(({ time }) => Date.parse(time));
    expect(times).toEqual([...times].sort((a, b) => a - b));
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
