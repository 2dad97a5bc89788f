import { address, expect, expectAccessible, openedDialog, openResult, register, screenshot, test } from './support/page.ts';

test('a result is read without an account by its link, until the link is revoked', async ({ page, browser }) => {
  const email = await register(page);
  await page.goto(`${address()}/bulk-analysis/limma-differential/analysis`);
  await page.getByRole('button', { name: /使用示例数据/ }).click();
  await expect(page.getByText('正在核对填写的内容')).toBeHidden();
  await page.getByRole('button', { name: /开始分析/ }).click();
  await openResult(page);
  await expect(page.getByRole('heading', { name: '火山图' })).toBeVisible();

  await page.getByRole('button', { name: '分享' }).click();
  const dialog = await openedDialog(page, '分享这个结果');
  await dialog.getByLabel(/给谁看/).fill('三位审稿人');
  await expectAccessible(page, 'dialog share');
  await dialog.getByRole('button', { name: '生成链接' }).click();
  const link = new URL(await dialog.getByLabel('分享链接').inputValue());
  await expect(dialog.getByRole('listitem').filter({ hasText: '三位审稿人' })).toBeVisible();

  const reader = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  const asked: string[] = [];
  reader.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await reader.goto(address() + link.pathname);
  await expect(reader.getByText('这是给「三位审稿人」看的只读结果')).toBeVisible();
  await expect(reader.getByText(/个基因上调/).first()).toBeVisible();
  await expect(reader.locator('canvas').first()).toBeVisible();
  await expect(reader.getByRole('button', { name: /编辑图形|存到空间|再次运行|改名/ })).toHaveCount(0);
  await expect(reader.getByText(email)).toHaveCount(0);
  await expect.poll(() => reader.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await expectAccessible(reader, 'shared result');
  await screenshot(reader, 'shared-result-360');
  const [download] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('region', { name: '差异表' }).getByRole('button', { name: 'tsv' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.tsv$/);
  // Nothing but this result is asked for.
  expect(asked.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/share/'))).toEqual([]);

  await reader.getByRole('link', { name: 'English' }).click();
  await expect(reader).toHaveURL(/\?lang=en$/);
  await expect(reader.getByRole('heading', { name: 'Differential expression (limma)' })).toBeVisible();
  await expect(reader.locator('.printed-sheet svg').first()).toBeVisible();
  await expect(reader.getByRole('columnheader', { name: 'Adjusted P' })).toBeVisible();
  expect(await reader.locator('.shared').innerText()).not.toMatch(/\p{Script=Han}/u);
  await expect.poll(() => reader.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await expectAccessible(reader, 'shared result in English');
  await screenshot(reader, 'shared-result-en-360');
  const [figure] = await Promise.all([
    reader.waitForEvent('download'),
    reader.getByRole('region', { name: 'Volcano plot' }).getByRole('link', { name: 'SVG' }).click(),
  ]);
  expect(figure.suggestedFilename()).toMatch(/^OncoLoom_\d+_volcano\.svg$/);
  await reader.goBack();

  await dialog.getByRole('button', { name: '撤回' }).click();
  await page.getByRole('tooltip').getByRole('button', { name: '撤回' }).click();
  await expect(dialog.getByText('还没有分享链接。')).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('heading', { name: '这个链接打不开了' })).toBeVisible();
});
