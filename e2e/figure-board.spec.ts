import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { address, choose, expect, expectAccessible, login, openedDialog, openResult, screenshot, test } from './support/page.ts';

const NAME = '拼图要用的主成分';
const BOARD = '图 1';

/** A finished example with two figures, by its form. */
async function run(page: Page): Promise<void> {
  await page.goto(`${address()}/general-plotting/batch-pca/analysis`);
  await page.getByRole('button', { name: /使用示例数据/ }).click();
  await page.getByLabel('任务名称').fill(NAME);
  await expect(page.getByText('正在核对填写的内容')).toBeHidden({ timeout: 60_000 });
  await page.getByRole('button', { name: /开始分析/ }).click();
  await openResult(page);
}

test('a board takes figures of results, follows their edits, is downloaded as one PDF, and names what was deleted', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1000 });
  await login(page);
  await run(page);
  const pca = page.getByRole('region', { name: '主成分图' });
  await pca.getByRole('button', { name: '放进拼图' }).click();
  const result = page.url();
  await (await openedDialog(page)).getByRole('button', { name: '放进新的拼图' }).click();
  await page.getByRole('link', { name: '打开这个拼图' }).click();
  const panels = page.getByRole('region', { name: '版面' }).getByRole('group');
  await expect(panels).toHaveCount(1);
  const board = page.url();
  await page.getByLabel('拼图的名字').fill(BOARD);

  await page.getByRole('button', { name: '添加图' }).click();
  const choice = await openedDialog(page, '添加图');
  await choice.getByRole('button', { name: NAME }).first().click();
  await choice.getByRole('checkbox', { name: '碎石图' }).check();
  await choice.getByRole('button', { name: '放进拼图（1）' }).click();
  await expect(panels).toHaveCount(2);
  await expect(page.getByText('已保存')).toBeVisible();
  await expectAccessible(page, 'board');
  await screenshot(page, 'figure-board-1440');

  await page.getByRole('button', { name: '下载' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, /PDF/)]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  await page.goto(result);
  await pca.getByRole('button', { name: '编辑图形' }).click();
  const drawer = page.getByRole('dialog', { name: /编辑图形/ });
  await drawer.locator('.figure-editor summary', { hasText: '标题' }).press('Enter');
  await drawer.getByLabel('标题', { exact: true }).fill('Tumour and mucosa');
  await expect(drawer.locator('.printed-sheet')).toContainText('Tumour and mucosa');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await page.getByRole('link', { name: /拼图$/ }).first().click();
  await page.getByRole('main').getByRole('link', { name: BOARD }).click();
  await expect(panels.first()).toContainText('Tumour and mucosa');

  await page.goto(`${address()}/general-plotting/batch-pca/analysis`);
  await page
    .getByRole('button', { name: `${NAME}的更多操作` })
    .first()
    .click();
  await choose(page, '删除');
  await (await openedDialog(page)).getByRole('button', { name: '删除', exact: true }).click();
  await expect(page.getByRole('row', { name: NAME })).toHaveCount(0);
  await page.goto(board);
  await expect(panels.first()).toContainText('主成分图');
  await expect(panels).toContainText([/这张图的分析已经删除/, /这张图的分析已经删除/]);
  await expect(page.getByRole('list', { name: '需要留意' })).toContainText('A、B');
});
