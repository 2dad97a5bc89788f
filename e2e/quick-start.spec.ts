import { address, expect, expectAccessible, login, openResult, picture, screenshot, test } from './support/page.ts';

/** The page without sidebar and navbar, as wide as the content may be. */
const PAGE = { x: 210, y: 56, width: 1230, height: 780 };

test('the first ten minutes go as quick start tells them', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address());
  await page.getByRole('link', { name: /注册/ }).click();
  await expect(page.getByRole('heading', { name: '注册' })).toBeVisible();
  await picture(page, 'sign-up');
  await login(page);

  await page.goto(`${address()}/quick-start`);
  await page.getByRole('main').getByRole('link', { name: 'limma 差异分析' }).first().click();
  await page.getByRole('button', { name: /使用示例数据/ }).click();
  await expect(page.getByRole('button', { name: /开始分析/ })).toBeEnabled();
  await expect(page.getByText('正在核对填写的内容')).toBeHidden();
  await picture(page, 'example', PAGE);
  await page.getByRole('button', { name: /开始分析/ }).click();
  await openResult(page);
  await expect(page.locator('canvas').first()).toBeVisible();
  await expect(page.getByText(/个基因上调/).first()).toBeVisible();
  // The sentence and the whole first figure.
  await page.setViewportSize({ width: 1440, height: 1200 });
  await picture(page, 'summary', { ...PAGE, height: 1144 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('heading', { name: '引用' }).scrollIntoViewIfNeeded();
  await picture(page, 'methods', PAGE);

  await page.goto(`${address()}/quick-start`);
  await expect(page.getByRole('heading', { name: '快速开始' })).toBeVisible();
  for (const image of await page.locator('.guide-picture img').all()) {
    await image.scrollIntoViewIfNeeded();
    await expect(image).not.toHaveJSProperty('naturalWidth', 0);
  }
  await screenshot(page, '20-quick-start-1440');
});

test('the doors of home: a file is recognised, a gene found, and every plot shows what it draws', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await login(page);
  const mine = page.getByRole('region', { name: '我的数据' });
  const rows = [
    'gene,T1,T2,N1,N2',
    ...Array.from({ length: 60 }, (_, i) => `ENSG${String(141_510 + i).padStart(11, '0')},${i},${i + 3},${2 * i},7`),
  ];
  await mine
    .locator('input[type=file]')
    .setInputFiles({ name: '计数.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) });
  await expect(mine.getByText(/表达矩阵 · .*60 行 × 4 列/)).toBeVisible();
  const pictures = page.getByRole('region', { name: '绘图' }).locator('.plot-gallery img');
  await expect(pictures).toHaveCount(11);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
  await expectAccessible(page, 'home with a file 1440');
  await screenshot(page, 'home-doors-1440');
  await page.setViewportSize({ width: 390, height: 844 });
  await screenshot(page, 'home-doors-390');
  await page.setViewportSize({ width: 1440, height: 900 });
  await mine.getByRole('link', { name: 'limma 差异分析' }).click();
  await expect(page.getByText('计数.csv').first()).toBeVisible();
});
