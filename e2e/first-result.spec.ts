import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, login, openResult, picture, register, screenshot, test } from './support/page.ts';

const shared = process.env.ONCOLOOM_SHARED ?? join(import.meta.dirname, '../../shared/data');
const series = join(shared, 'microarray/GSE14520-GPL571_series_matrix.txt.gz');

test.describe('a new user, from registration to a PDF of the volcano', () => {
  test('with the example data', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(process.env.ONCOLOOM_URL ?? '');
    await screenshot(page, '01-login-1440');
    await register(page);
    await screenshot(page, '02-home-1440');
    // A family of many tools is folded in the menu.
    await page.locator('.menu-group', { hasText: '通用转录组' }).getByRole('button', { name: /展开/ }).click();
    await page.getByRole('link', { name: 'limma 差异分析' }).first().click();
    await page.getByRole('button', { name: /使用示例数据/ }).click();
    await expect(page.getByRole('button', { name: /开始分析/ })).toBeEnabled();
    await expect(page.getByText('正在核对填写的内容')).toBeHidden();
    await screenshot(page, '03-tool-example-1440');
    await page.getByRole('button', { name: /开始分析/ }).click();
    await openResult(page);
    await expect(page.getByRole('heading', { name: '火山图' })).toBeVisible();
    await expect(page.locator('canvas').first()).toBeVisible();
    await screenshot(page, '04-result-example-1440');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('region', { name: '火山图' }).getByRole('button', { name: 'PDF' }).click(),
    ]);
    const path = await download.path();
    expect(readFileSync(path).subarray(0, 5).toString()).toBe('%PDF-');
    expect(statSync(path).size).toBeGreaterThan(10_000);
  });

  test('starts by a press of the mouse under which the page moves', async ({ page }) => {
    await register(page);
    await page.goto(`${process.env.ONCOLOOM_URL}/bulk-analysis/limma-differential/analysis`);
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/estimate_analysis', async (route) => {
      await asked;
      await route.continue();
    });
    await page.getByRole('button', { name: /使用示例数据/ }).click();
    const start = page.getByRole('button', { name: /开始分析/ });
    await start.hover();
    const before = await start.boundingBox();
    await page.mouse.down();
    // What will be done takes more lines than that it is being checked.
    answer();
    await expect.poll(async () => (await start.boundingBox())?.y, { timeout: 60_000 }).toBeGreaterThan((before?.y ?? 0) + 20);
    await page.mouse.up();
    await openResult(page);
  });

  test('labels the gene that was typed, and says where the figure leaves the run', async ({ page }) => {
    await register(page);
    await page.goto(`${process.env.ONCOLOOM_URL}/bulk-analysis/limma-differential/analysis`);
    await page.getByRole('button', { name: /使用示例数据/ }).click();
    await page.getByRole('button', { name: /开始分析/ }).click();
    await openResult(page);
    const volcano = page.getByRole('region', { name: '火山图' });
    await volcano.getByRole('button', { name: '编辑图形' }).click();
    const drawer = page.getByRole('dialog', { name: '编辑图形：火山图' });
    await drawer.locator('.figure-editor summary', { hasText: '标注与内容' }).click();
    const labels = drawer.getByLabel('另外标注');
    await labels.fill('TP53');
    await labels.press('Enter');
    // The beginning of many names is none of them.
    await labels.fill('TP5');
    await labels.press('Enter');
    await expect(drawer.locator('.ant-select-selection-item')).toHaveText(['TP53']);
    await drawer.getByLabel('|log2FC| 阈值').fill('2');
    await expect(drawer.getByText('仍是运行时的')).toBeVisible();
    await drawer.getByRole('link', { name: '用图上的阈值再运行' }).click();
    await expect(page.getByLabel('|log2FC| 阈值')).toHaveValue('2');
  });

  test('with a series matrix of GEO, groups from the file itself, and a Chinese title in the PDF', async ({ page }) => {
    test.skip(!existsSync(series), `needs ${series}`);
    await login(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${process.env.ONCOLOOM_URL}/bulk-analysis/limma-differential/analysis`);
    await page.locator('input[type=file]').first().setInputFiles(series);
    await expect(page.getByText(/22,268 行/).first()).toBeVisible();
    // The groups are in the file itself; the page says which column names tumour and non-tumour, and takes it by a click.
    await expect(page.getByText(/按 Tissue 分组：Liver Tumor Tissue 22 个/)).toBeVisible();
    await page.getByRole('button', { name: '用这个分组' }).first().click();
    await expect(page.getByText('Tissue（文件自带）')).toBeVisible();
    await expect(page.getByText('22 个样本')).toBeVisible();
    await screenshot(page, '05-tool-filled-1440');
    await picture(page, 'tool');
    await page.getByRole('button', { name: /开始分析/ }).click();
    await openResult(page);
    // The rows of an array are probes, and are called so.
    await expect(page.getByText(/个探针上调/).first()).toBeVisible();
    await screenshot(page, '06-result-1440');

    const volcano = page.getByRole('region', { name: '火山图' });
    await volcano.getByRole('button', { name: '编辑图形' }).click();
    const drawer = page.getByRole('dialog', { name: '编辑图形：火山图' });
    await drawer.locator('.figure-editor summary', { hasText: '标题' }).click();
    await drawer.getByLabel('标题', { exact: true }).fill('肝癌与癌旁：差异基因');
    await screenshot(page, '07-editor-1440');
    await picture(page, 'result');
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    const [download] = await Promise.all([page.waitForEvent('download'), volcano.getByRole('button', { name: 'PDF' }).click()]);
    const path = await download.path();
    const text = execFileSync('pdftotext', [path, '-']).toString();
    expect(text).toContain('肝癌与癌旁：差异基因');
    expect(execFileSync('pdffonts', [path]).toString()).toMatch(/NotoSansCJKsc/i);

    await page.goto(`${process.env.ONCOLOOM_URL}/home`);
    await expect(page.getByText('最近任务')).toBeVisible();
    await picture(page, 'home');
    await page.goBack();
    await page.setViewportSize({ width: 390, height: 844 });
    await screenshot(page, '08-result-390');
    await page.goto(`${process.env.ONCOLOOM_URL}/bulk-analysis/limma-differential/analysis`);
    await screenshot(page, '09-tool-390');
  });

  test('takes the bundle home, where it computes the same tables again', async ({ page }) => {
    await register(page);
    await page.goto(`${process.env.ONCOLOOM_URL}/bulk-analysis/limma-differential/analysis`);
    await page.getByRole('button', { name: /使用示例数据/ }).click();
    await page.getByRole('button', { name: /开始分析/ }).click();
    await openResult(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /下载结果包/ }).click()]);
    const folder = mkdtempSync(join(tmpdir(), 'oncoloom-bundle-'));
    execFileSync('unzip', ['-q', await download.path(), '-d', folder]);
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder });
    // Exit status 0: every column of every table agrees to 1e-9 (another allocator moves the last digit).
    const output = execFileSync('Rscript', ['--vanilla', 'reproduce.R'], { cwd: folder }).toString();
    expect(output).toContain('tables/limma.tsv');
    expect(output).not.toContain('不一致');
  });
});
