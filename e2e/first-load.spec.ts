import { expect, test } from './support/page.ts';

/** Compressed script that a first visitor waits for; charts come later and apart. */
const BUDGET_KB = 300;
/** Files that it comes in: each is a request of its own. */
const BUDGET_FILES = 6;

test('the first page costs at most 300 KB of compressed script', async ({ page }) => {
  const sizes: number[] = [];
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') sizes.push((await response.request().sizes()).responseBodySize);
  });
  await page.goto(process.env.ONCOLOOM_URL ?? '', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  const total = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  test.info().annotations.push({ type: 'compressed script', description: `${total.toFixed(0)} KB in ${sizes.length} files` });
  expect(sizes.length).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(BUDGET_KB);
  expect(sizes.length).toBeLessThanOrEqual(BUDGET_FILES);
});

test('something is drawn before any script has come', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(process.env.ONCOLOOM_URL ?? '');
  await expect(page.getByRole('status', { name: '正在打开瘤析' })).toBeVisible();
});
