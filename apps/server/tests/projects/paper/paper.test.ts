import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaperAnswer, PaperRequest, Project } from '@oncoloom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, looks } from '../../support/client.ts';
import { sharedServer } from '../../support/shared.ts';
import { unzip } from '../../support/unzip.ts';

const folder = mkdtempSync(join(tmpdir(), 'oncoloom-paper-'));
let user: Client;
let project: number;
let steps: number[];

beforeAll(async () => {
  user = await Client.register(await sharedServer());
  const first = (await user.example('limma_differential_analysis', { task_name: '第一次差异' })).id;
  const second = (await user.example('limma_differential_analysis', { task_name: '宽的阈值', log2fc: 0.5 })).id;
  const { body } = await user.create({ task_type: 'volcano_plot_analysis', source_analysis_id: first, task_name: '火山' });
  await user.ended(body.id);
  steps = [first, second, body.id];
  project = (await user.post<Project>('/api/projects', { name: '肝癌' })).body.id;
  await user.post(`/api/projects/${project}/add`, { analysis_ids: steps });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ask = (change: Partial<PaperRequest> = {}) =>
  user.post<PaperAnswer & { detail: string }>(`/api/projects/${project}/paper`, {
    ...{ file: 'word', language: 'zh', references: 'gb', analysis_ids: steps },
    ...change,
  });

/** The address of a file once it has been made. */
async function ready(change: Partial<PaperRequest> = {}): Promise<string> {
  for await (const _ of looks()) {
    const { status, body } = await ask(change);
    expect([status, body.detail]).toEqual([200, undefined]);
    if (body.state === 'ready') return body.download_url;
  }
  throw new Error('the document was not made');
}

const anonymous = () => new Client(user.url);
async function made(change: Partial<PaperRequest> = {}): Promise<Map<string, Buffer>> {
  const answer = await anonymous().fetch(await ready(change));
  expect(answer.status).toBe(200);
  return unzip(Buffer.from(await answer.arrayBuffer()));
}

const paragraphs = (docx: Map<string, Buffer>): string[] =>
  [...(docx.get('word/document.xml')?.toString() ?? '').matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([paragraph]) =>
    [...paragraph.matchAll(/<w:t(?: [^>]*)?>([^<]*)</g)].map(([, text]) => text).join(''),
  );

describe('the Word document of several analyses', { timeout: 120_000 }, () => {
  it('says methods, results, figures and works of all in their order, and each version once', async () => {
    const docx = await made();
    const told = paragraphs(docx);
    for (const heading of ['方法', 'limma 差异分析', '软件和版本', '结果', '1　第一次差异', '2　宽的阈值', '3　火山', '参考文献', '补充表'])
      expect(told).toContain(heading);
    expect(
      told.filter((text) => text.startsWith('步骤 2（宽的阈值）的方法与步骤 1 相同，只有下面的数值或选择不同：|log2FC| ≥ 0.5')),
    ).toHaveLength(1);
    const legends = told.flatMap((text) => /^图 (\d+)　/.exec(text)?.[1] ?? []).map(Number);
    expect(legends).toEqual(legends.map((_, i) => i + 1));
    expect(legends.length).toBeGreaterThan(8);
    // The same picture twice is kept once in the file.
    expect(
      docx
        .get('word/document.xml')
        ?.toString()
        .match(/<wp:inline/g),
    ).toHaveLength(legends.length);
    const whole = told.join('\n');
    for (const name of ['limma', 'R']) expect(whole.match(new RegExp(`(?<![\\p{L}.])${name} \\d+\\.\\d+`, 'gu'))).toHaveLength(1);
    const works = told.flatMap((text) => /^\[(\d+)\] /.exec(text)?.[1] ?? []).map(Number);
    expect(works).toEqual(works.map((_, i) => i + 1));
    const cited = [...whole.slice(0, whole.indexOf('参考文献')).matchAll(/\[(\d+)[\d,-]*\]/g)].map(([, number]) => Number(number));
    expect(cited[0]).toBe(1);
  });

  it('is English to the last word, but for names of the user’s', async () => {
    const told = paragraphs(await made({ language: 'en', references: 'vancouver' })).join('\n');
    expect(told).toContain('2. Differential expression (limma), run 2');
    expect(told).toContain('See Figures 1–5');
    expect(told).not.toMatch(/\p{Script=Han}/u);
  });

  it('is what it was when it is asked for again, and its link opens no other steps', async () => {
    const [once, again] = [await ready(), await ready()];
    const head = async (url: string) => (await anonymous().fetch(url, { method: 'HEAD' })).headers.get('etag');
    expect(await head(once)).toBe(await head(again));
    const other = once.replace(/analysis_ids=[^&]+/, `analysis_ids=${steps[0]}`);
    expect((await anonymous().fetch(other)).status).toBe(401);
  });
});

describe('all of it in one zip', { timeout: 240_000 }, () => {
  it('has figures in order, the workbook with its index, and a bundle that R computes again', async () => {
    const files = await made({ file: 'zip' });
    const figures = [...files.keys()].filter((path) => path.startsWith('figures/'));
    expect(figures).toEqual(figures.map((_, i) => `figures/Figure_${i + 1}.pdf`));
    expect([...files.keys()]).toEqual(expect.arrayContaining(['肝癌_论文材料.docx', '补充表.xlsx', 'bundle/README.md', 'SHA256SUMS']));
    const book = unzip(files.get('补充表.xlsx') ?? Buffer.alloc(0));
    const sheets = [...(book.get('xl/workbook.xml')?.toString() ?? '').matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name);
    expect(sheets.slice(0, 2)).toEqual(['目录', 'S1 差异表']);
    // The plot reads what the first step gave: it is packed once.
    expect(files.get('bundle/links.tsv')?.toString()).toContain(
      '03_volcano_plot_analysis/inputs/statistics.tsv\t01_limma_differential_analysis/tables/limma.tsv\t',
    );
    writeFileSync(join(folder, 'all.zip'), await bytesOf());
    execFileSync('unzip', ['-q', 'all.zip'], { cwd: folder });
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder });
    const output = execFileSync('Rscript', ['--vanilla', 'reproduce.R'], { cwd: join(folder, 'bundle') }).toString();
    expect(output).toContain('全部一致');
    expect(output).not.toContain('不一致');
  });

  it('tells where a table is not what it was', () => {
    const table = join(folder, 'bundle/03_volcano_plot_analysis/tables/volcano.tsv');
    execFileSync('sed', ['-i', '2s/\\t[^\\t]*$/\\t0.5/', table]);
    expect(() => execFileSync('Rscript', ['--vanilla', 'reproduce.R'], { cwd: join(folder, 'bundle'), stdio: 'pipe' })).toThrow();
  });
});

async function bytesOf(): Promise<Buffer> {
  return Buffer.from(await (await anonymous().fetch(await ready({ file: 'zip' }))).arrayBuffer());
}

describe('what is refused', () => {
  it.each([
    [[], 422, '没有选中已完成的分析'],
    [Array.from({ length: 31 }, (_, i) => i + 1), 422, '选了 31 个步骤，一份材料最多 30 个'],
    [[2_000_000_000], 404, '选中的步骤有的已经删除'],
  ])('%#: no steps, too many, absent ones', async (chosen, status, sentence) => {
    const answer = await ask({ analysis_ids: chosen });
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toContain(sentence);
  });

  it('is a project of somebody else', async () => {
    const other = await Client.register(user.url);
    expect(
      (await other.post(`/api/projects/${project}/paper`, { file: 'word', language: 'zh', references: 'gb', analysis_ids: steps })).status,
    ).toBe(404);
  });
});
