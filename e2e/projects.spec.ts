import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import {
  choose,
  expect,
  expectAccessible,
  login,
  newProject,
  openedDialog,
  openResult,
  screenshot,
  takeFor,
  test,
} from './support/page.ts';

const EXAMPLE = fileURLToPath(new URL('../tools/differential/limma-differential/example/', import.meta.url));
const MATRIX = gunzipSync(readFileSync(`${EXAMPLE}expression.tsv.gz`)).toString();
const GROUPS = readFileSync(`${EXAMPLE}groups.tsv`, 'utf8');
const NAME = '白血病 BCR/ABL';

/** The matrix with the values of its first two thousand genes in other samples: what is made of it is not what it was. */
function changedMatrix(): string {
  const [head = '', ...rows] = MATRIX.split('\n');
  const turned = rows.slice(0, 2000).map((row) => {
    const [gene, ...values] = row.split('\t');
    return [gene, ...values.reverse()].join('\t');
  });
  return [head, ...turned, ...rows.slice(2000)].join('\n');
}

const text = (name: string, content: string) => ({ name, mimeType: 'text/tab-separated-values', buffer: Buffer.from(content) });

/** Starts what a form has, once it is checked, and opens the result. */
async function start(page: Page): Promise<void> {
  await expect(page.getByText('正在核对填写的内容')).toBeHidden({ timeout: 60_000 });
  await page.getByRole('button', { name: /开始分析/ }).click();
  await openResult(page);
}

test('a project holds what is made in it, marks exactly what a new version of a file leaves behind, and runs it again', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await login(page);
  const project = await newProject(page, NAME);
  const files = page.getByRole('region', { name: '文件' });
  for (const file of [text('课题矩阵.tsv', MATRIX), text('课题分组.tsv', GROUPS)]) {
    await files.locator('#project-upload').setInputFiles(file);
    await expect(files.getByRole('link', { name: file.name })).toBeVisible({ timeout: 60_000 });
  }

  // The first step is begun inside, the second from its result: both belong to the project.
  await page.getByRole('button', { name: '新建分析' }).click();
  await (await openedDialog(page, '新建分析')).getByLabel('用哪个工具').fill('limma');
  await page.getByTitle('limma 差异分析', { exact: true }).click();
  await page.waitForURL(/\?project=\d+/);
  await takeFor(page, 'file_id', '从空间选择', /课题矩阵/);
  await takeFor(page, 'sample_groups', '从空间选择', /课题分组/);
  await start(page);
  await page.getByRole('link', { name: '所在的课题' }).click();
  await expect(page).toHaveURL(project);
  const steps = page.getByRole('region', { name: '分析的先后' });
  await steps.getByRole('link', { name: /limma/ }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /GO 富集/ })
    .first()
    .click();
  await expect(page.locator('#project')).toBeVisible();
  await start(page);
  await expect(page.getByRole('link', { name: '所在的课题' })).toBeVisible();
  await page.goto(project);
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await expect(steps.locator('.stale-badge')).toHaveCount(0);
  await expectAccessible(page, 'project');
  await screenshot(page, 'project-1440');

  await files.getByLabel('「课题矩阵.tsv」的新版本', { exact: true }).setInputFiles(text('课题矩阵.tsv', changedMatrix()));
  await expect(steps.locator('.stale-badge')).toHaveCount(2, { timeout: 60_000 });
  await expect(page.getByText('用的文件「课题矩阵.tsv」有了新版本').first()).toBeVisible();

  await page.getByRole('button', { name: '重新运行过期的分析' }).click();
  await (await openedDialog(page, '重新运行过期的分析')).getByRole('button', { name: '开始（2 次分析）' }).click();
  await expect(steps.locator('.stale-badge')).toHaveCount(0, { timeout: 120_000 });
  await expect(page.getByText('正在重新运行：')).toBeHidden({ timeout: 60_000 });
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await steps
    .getByRole('button', { name: /更多操作/ })
    .first()
    .click();
  await choose(page, '和上一次比较');
  const compared = await openedDialog(page, /和上一次比较/);
  await expect(compared.getByText('有变化').first()).toBeVisible();
  await expect(compared.getByText(/不再过阈值|新过阈值|和上一次一样/).first()).toBeVisible();
});
