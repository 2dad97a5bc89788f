import { expect, openResult, register, test } from './support/page.ts';

test('a figure is read by keys, and stays zoomed when a drawn box is taken away', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await register(page);
  await page.goto(`${process.env.ONCOLOOM_URL}/bulk-analysis/limma-differential/analysis`);
  await page.getByRole('button', { name: /使用示例数据/ }).click();
  await page.getByRole('button', { name: /开始分析/ }).click();
  await openResult(page);

  const volcano = page.getByRole('region', { name: '火山图' });
  const points = volcano.getByRole('application', { name: /图中的点/ });
  const said = volcano.locator('[aria-live="polite"]').first();
  const shown = () => volcano.locator('.chart-stage svg').first().textContent();
  const whole = volcano.getByRole('button', { name: /还原/ });
  await points.scrollIntoViewIfNeeded();
  await points.focus();
  await page.keyboard.press('ArrowRight');
  await expect(said).toContainText('log2');
  await expect(whole).toBeDisabled();
  const before = await shown();
  await page.keyboard.press('+');
  await expect.poll(shown).not.toBe(before);
  const closer = await shown();
  await page.keyboard.press('+');
  await expect.poll(shown).not.toBe(closer);
  await expect(whole).toBeEnabled();
  const zoomed = await shown();

  const area = await points.boundingBox();
  if (area === null) throw new Error('the volcano is not in the window');
  await page.mouse.move(area.x + area.width * 0.15, area.y + area.height * 0.2);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.6, area.y + area.height * 0.5);
  await page.mouse.move(area.x + area.width * 0.85, area.y + area.height * 0.85);
  await page.mouse.up();
  await expect(volcano.getByText(/框选了 \d+ 个/)).toBeVisible();
  await volcano.getByRole('button', { name: '取消框选' }).click();
  await expect(volcano.getByText(/框选了/)).toBeHidden();
  await expect(whole).toBeEnabled();
  expect(await shown()).toBe(zoomed);
  await expect(volcano.locator('.selection-box')).toHaveCount(0);
  await whole.click();
  await expect.poll(shown).toBe(before);
});
