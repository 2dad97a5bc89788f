import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { address, expect, expectAccessible, login, openedDialog, openResult, screenshot, test } from './support/page.ts';

test('a gene leads from the search to its survival curves in a cohort', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await login(page);
  // By an alias, from anywhere.
  await expect(page.getByRole('button', { name: /搜索工具/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: '搜索工具' }).fill('her2');
  await page.getByRole('option', { name: /ERBB2/ }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'ERBB2' })).toBeVisible();
  await page.goto(`${address()}/gene/her2`);
  await expect(page.getByText(/HER2 是 ERBB2 的别名/i)).toBeVisible();
  await expectAccessible(page, 'gene page 1440');

  await page.goto(`${address()}/gene/FOXM1`);
  const tools = page.locator('.card', { hasText: '生存分析（OS）' });
  await tools.getByRole('link', { name: /在 TCGA-ACC 里做/ }).click();
  await expect(page.getByLabel('基因', { exact: true })).toHaveValue('FOXM1');
  await page.getByRole('button', { name: /^(运行|提交|开始)/ }).click();
  await expect(page.getByText(/TCGA-ACC/).first()).toBeVisible();
  await openResult(page);
  await expect(page.getByText(/HR/).first()).toBeVisible();
  await screenshot(page, 'cohort survival result 1440');
});

test("a gene's report runs what is chosen and shows it on one page, with the figures and the paper's material", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await login(page);
  await page.goto(`${address()}/gene/FOXM1`);
  const card = page.locator('.gene-report');
  // What TCGA-ACC does not hold cannot be chosen, and says why.
  await expect(card.getByRole('checkbox', { name: '无进展间期' })).toBeDisabled();
  await expect(card.getByText('没有无进展间期（PFI）的随访数据')).toBeVisible();
  await card.getByRole('checkbox', { name: '免疫微环境' }).uncheck();
  await card.getByRole('button', { name: /生成报告（\d+ 点）/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'FOXM1 基因报告' })).toBeVisible();
  const contents = page.getByRole('navigation', { name: '要点' });
  // Parts that follow another begin by themselves.
  await expect(page.getByText('完成 4 / 4 项', { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(contents.getByText(/Log-rank P/)).toBeVisible();
  const survival = page.getByRole('region', { name: '总生存' });
  await expect(survival.getByRole('heading', { name: '生存曲线' })).toBeVisible();
  await expect(survival.locator('svg, canvas').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '下载 Word' })).toBeEnabled();
  await expectAccessible(page, 'gene report 1440');
  await screenshot(page, 'gene report 1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'gene report 390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await survival.getByRole('link', { name: /看完整结果/ }).click();
  await expect(page.getByText(/HR/).first()).toBeVisible();
  await page.goto(`${address()}/gene/FOXM1`);
  await expect(card.getByRole('heading', { name: '做过的报告' })).toBeVisible();
});

test('a file of a cohort comes once for points and again for none, and says what it is', async ({ page }) => {
  await login(page);
  await page.goto(`${address()}/data_download`);
  await page.getByRole('button', { name: '下载 SIM' }).click();
  const dialog = await openedDialog(page, /下载 SIM/);
  const button = dialog.getByRole('button', { name: /^下载临床.*，TSV/i });
  // The notice goes away by itself: it is looked for while the file comes.
  const fetched = async (notice: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      expect(page.getByText(notice).last()).toBeVisible(),
      button.click(),
    ]);
    return { name: download.suggestedFilename(), text: gunzipSync(readFileSync(await download.path())).toString() };
  };
  const { name, text } = await fetched('用去 20 点');
  expect(name).toMatch(/\.tsv\.gz$/);
  expect(text).toMatch(/^# 模拟演示数据/);
  expect(text.trim().split('\n').length).toBeGreaterThan(300);
  await expectAccessible(page, 'cohort files 1440');
  expect((await fetched('已付过，不收点')).text).toBe(text);
});
