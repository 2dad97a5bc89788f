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
