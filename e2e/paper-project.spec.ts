import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { chooseOf, expect, login, newProject, openedDialog, openResult, screenshot, takeFor, test } from './support/page.ts';

const COHORT = fileURLToPath(new URL('../reference/cohorts/sim/', import.meta.url));
/** Of the simulated cohort: enough to select genes from, few enough to take minutes. */
const [GENES, TRAINED, VALIDATED, NORMALS] = [3000, 60, 60, 20];
/** A fit of a minute on a quiet machine takes several beside other work, ms. */
const LONG = 300_000;
const NAME = '肝癌预后模型';

const rowsOf = (file: string): string[][] =>
  readFileSync(`${COHORT}${file}`, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

interface Cohort {
  samples: string[];
  tumours: number[];
  normals: number[];
  counts: (columns: readonly number[]) => string;
  followUp: (columns: readonly number[]) => string;
}

/** The simulated cohort's counts and follow-up as the tables that people bring. */
function readCohort(): Cohort {
  const genes = rowsOf('counts.genes.tsv').map(([gene = '']) => gene);
  const samples = rowsOf('counts.samples.tsv').map(([sample = '']) => sample);
  const { buffer, byteOffset, length } = readFileSync(`${COHORT}counts.i32`);
  const counts = new Int32Array(buffer, byteOffset, length / 4);
  const known = new Map(rowsOf('samples.tsv').map(([sample = '', ...rest]) => [sample, rest]));
  const survival = new Map(rowsOf('survival.tsv').map(([patient = '', ...rest]) => [patient, rest]));
  const clinical = new Map(rowsOf('clinical.tsv').map(([patient = '', ...rest]) => [patient, rest]));
  const isTumour = (sample: string) => known.get(sample)?.[1] === 'tumour';
  const places = samples.map((_, i) => i);
  const table = (rows: string[][]) => `${rows.map((row) => row.join('\t')).join('\n')}\n`;
  return {
    samples,
    tumours: places.filter((i) => isTumour(samples[i] ?? '')),
    normals: places.filter((i) => !isTumour(samples[i] ?? '')),
    counts: (columns) =>
      table([
        ['gene', ...columns.map((i) => samples[i] ?? '')],
        ...genes.slice(0, GENES).map((gene, row) => [gene, ...columns.map((i) => String(counts[row * samples.length + i]))]),
      ]),
    followUp: (columns) =>
      table([
        ['sample', 'time', 'status', 'age', 'stage'],
        ...columns.flatMap((i) => {
          const sample = samples[i] ?? '';
          const patient = known.get(sample)?.[0] ?? '';
          const [status = '', time = ''] = survival.get(patient) ?? [];
          const [age = '', , , stage = ''] = clinical.get(patient) ?? [];
          return time === '' ? [] : [[sample, time, status, age, stage]];
        }),
      ]),
  };
}

const text = (name: string, content: string) => ({ name, mimeType: 'text/tab-separated-values', buffer: Buffer.from(content) });

/** What a document of Word holds. */
function wordText(path: string): { headings: string[]; paragraphs: string[]; pictures: number } {
  const xml = execFileSync('unzip', ['-p', path, 'word/document.xml'], { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 });
  const parts = [...xml.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([part]) => part);
  const textOf = (part: string) => [...part.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, own]) => own).join('');
  return {
    headings: parts.filter((part) => part.includes('w:val="Heading1"')).map(textOf),
    paragraphs: parts.map(textOf),
    pictures: parts.filter((part) => part.includes('<w:drawing')).length,
  };
}

/** The pages of one project, as its owner goes through them. */
class ProjectPages {
  constructor(
    private readonly page: Page,
    readonly url: string,
  ) {}

  field(name: string) {
    return this.page.locator(`[data-field=${name}]`);
  }

  async upload(name: string, content: string): Promise<void> {
    const files = this.page.getByRole('region', { name: '文件' });
    await files.locator('#project-upload').setInputFiles(text(`${name}.tsv`, content));
    await expect(files.getByRole('link', { name })).toBeVisible();
  }

  /** Opens a tool's form from the project. */
  async form(search: string, title: string): Promise<void> {
    await this.page.goto(this.url);
    await this.page.getByRole('button', { name: '新建分析' }).click();
    await (await openedDialog(this.page, '新建分析')).getByLabel('用哪个工具').fill(search);
    // Of two of one name the general tool, which takes files, is the later one.
    await this.page.getByTitle(title, { exact: true }).last().click();
    await this.page.waitForURL(/\?project=\d+/);
  }

  /** Opens the form of what goes on from a step. */
  async next(step: string, tool: RegExp): Promise<void> {
    await this.page.goto(this.url);
    await this.page.getByRole('region', { name: '分析的先后' }).getByRole('link', { name: step }).click();
    await this.page.waitForURL(({ pathname }) => !pathname.startsWith('/projects'));
    await this.page.getByRole('main').getByRole('link', { name: tool }).first().click();
    await expect(this.page.locator('#project')).toBeVisible();
  }

  async takeFile(field: string, name: string): Promise<void> {
    await takeFor(this.page, field, '从空间选择', name);
  }

  async takeResult(field: string, name: string): Promise<void> {
    await takeFor(this.page, field, '从结果选择', name);
  }

  /** Takes what is called so out of the n-th list of a field. */
  async choose(field: string, n: number, name: RegExp): Promise<void> {
    await chooseOf(this.page, this.field(field).getByRole('combobox').nth(n), name);
  }

  /** Starts what the form has, under this name, and waits for its result. */
  async run(name: string): Promise<void> {
    await this.page.getByLabel('任务名称').fill(name);
    await expect(this.page.getByText('正在核对填写的内容')).toBeHidden();
    await this.page.getByRole('button', { name: /开始分析/ }).click();
    await openResult(this.page, LONG);
  }
}

test('a paper of thirteen steps: made from forms, its stale steps told exactly, its report written', async ({ page }) => {
  test.setTimeout(1_500_000);
  await page.setViewportSize({ width: 1440, height: 1000 });
  const cohort = readCohort();
  const first = cohort.tumours.slice(0, TRAINED);
  const second = cohort.tumours.slice(TRAINED, TRAINED + VALIDATED);
  const normals = cohort.normals.slice(0, NORMALS);
  const named = (columns: readonly number[], group: string) => columns.map((i) => `${cohort.samples[i]}\t${group}\n`).join('');
  await login(page);
  const project = new ProjectPages(page, await newProject(page, NAME));
  await project.upload('训练计数', cohort.counts([...first, ...normals]));
  await project.upload('分组', `sample\tgroup\n${named(first, 'tumour')}${named(normals, 'normal')}`);
  await project.upload('训练随访', cohort.followUp(first));
  await project.upload('验证计数', cohort.counts(second));
  await project.upload('验证随访', cohort.followUp(second));

  await project.form('计数转换', '计数转换');
  await project.takeFile('file_id', '训练计数');
  await project.run('训练转换');
  await project.form('计数转换', '计数转换');
  await project.takeFile('file_id', '验证计数');
  await project.run('验证转换');
  await project.form('limma', 'limma 差异分析');
  await project.takeFile('file_id', '训练计数');
  await project.takeFile('sample_groups', '分组');
  await project.run('差异基因');
  await project.next('差异基因', /GO 富集/);
  await project.run('功能');
  await project.next('差异基因', /KEGG 富集/);
  await project.run('通路');
  await project.next('差异基因', /GSEA/);
  await project.run('排序富集');
  await project.next('训练转换', /WGCNA 软阈值/);
  await project.run('软阈值');
  await project.next('软阈值', /WGCNA 模块/);
  await project.takeFile('phenotype_data', '训练随访');
  await project.run('模块');
  await project.form('交集', '交集基因（韦恩图/UpSet）');
  for (const i of [0, 1]) await project.field('gene_sets').getByText('早先的结果', { exact: true }).nth(i).click();
  await project.choose('gene_sets', 0, /^差异基因/);
  await project.choose('gene_sets', 1, /^模块/);
  await project.choose('gene_sets', 2, /turquoise/);
  await project.run('交集');
  await project.form('单因素 Cox', '单因素 Cox');
  await project.takeResult('file_id', '训练转换');
  await project.takeFile('survival_data', '训练随访');
  await project.run('单基因');
  await project.next('单基因', /LASSO/);
  await project.run('模型');
  await project.next('模型', /外部验证/);
  await page.getByText('随访数据', { exact: true }).first().click();
  await project.takeResult('file_id', '验证转换');
  await project.takeFile('survival_data', '验证随访');
  await project.run('外部验证');
  await project.next('单基因', /列线图/);
  await project.field('gene_list').getByRole('textbox').fill('EZH2 GATA3');
  await project.run('临床列线图');
  await page.goto(project.url);
  const steps = page.getByRole('region', { name: '分析的先后' });
  await expect(steps.locator('.step-box')).toHaveCount(13);
  await expect(steps.locator('.stale-badge')).toHaveCount(0);
  await screenshot(page, 'paper-project');

  // One document of all steps, with their figures.
  const materials = page.getByRole('region', { name: '论文材料' });
  const began = Date.now();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: LONG }),
    materials.getByRole('button', { name: '下载 Word' }).click(),
  ]);
  const report = wordText(await download.path());
  test.info().annotations.push({ type: 'report', description: `${Date.now() - began} ms` });
  expect(report.pictures).toBeGreaterThanOrEqual(20);
  expect(report.headings).toEqual(expect.arrayContaining(['方法', '结果', '参考文献', '报告清单']));
  const software = report.paragraphs.find((text) => text.startsWith('全部计算用')) ?? '';
  for (const name of ['limma', 'WGCNA', 'survival', 'glmnet']) expect(software.split(`${name} `)).toHaveLength(2);
  const cited = [...report.paragraphs.join('\n').matchAll(/^\[(\d+)\] /gm)].map(([, number]) => Number(number));
  expect(cited.length).toBeGreaterThan(10);
  expect(cited).toEqual(cited.map((_, i) => i + 1));

  // New counts of the validation: what was made of them is out of date, and nothing else.
  const files = page.getByRole('region', { name: '文件' });
  const [head = '', ...rows] = cohort.counts(second).trimEnd().split('\n');
  const changed = [head, ...rows.map((row) => row.replace(/\t(\d+)$/, (_, last) => `\t${Number(last) + 7}`))].join('\n');
  await files.getByLabel(/「验证计数.*」的新版本/).setInputFiles(text('验证计数.tsv', changed));
  await expect(steps.locator('.stale-badge')).toHaveCount(2);
  const stale = steps.locator('.step-box', { has: page.locator('.stale-badge') }).locator('.box-name');
  expect((await stale.allTextContents()).toSorted()).toEqual(['外部验证', '验证转换'].toSorted());
  await page.getByRole('button', { name: '重新运行过期的分析' }).click();
  await (await openedDialog(page, '重新运行过期的分析')).getByRole('button', { name: '开始（2 次分析）' }).click();
  await expect(steps.locator('.stale-badge')).toHaveCount(0, { timeout: LONG });
});
