import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { address, choose, chooseOf, expect, expectAccessible, openResult, register, screenshot, test } from './support/page.ts';

/** The drawer with a figure and its editor, opened from the figure's card. */
async function edit(page: Page, title: string | RegExp): Promise<Locator> {
  await page.getByRole('region', { name: title }).getByRole('button', { name: '编辑图形' }).click();
  const drawer = page.getByRole('dialog', { name: /编辑图形/ });
  await expect(drawer.locator('.printed-sheet svg')).toBeVisible();
  // While it slides in, what a pointer is put on moves away from it.
  await expect(page.locator('.ant-drawer-content-wrapper').filter({ has: drawer })).not.toHaveClass(/motion/);
  return drawer;
}

async function close(drawer: Locator): Promise<void> {
  await drawer.getByRole('button', { name: '关闭编辑' }).click();
  await expect(drawer).toHaveCount(0);
}

/** A finished run on the example data, its volcano's editor open. */
async function openEditor(page: Page): Promise<Locator> {
  await register(page);
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(`${address()}/bulk-analysis/limma-differential/analysis`);
  await page.getByRole('button', { name: /使用示例数据/ }).click();
  await expect(page.getByRole('button', { name: /开始分析/ })).toBeEnabled();
  // The first one meets an engine that is still warming up.
  await expect(page.getByText('正在核对填写的内容')).toBeHidden({ timeout: 60_000 });
  await page.getByRole('button', { name: /开始分析/ }).click();
  await openResult(page);
  const volcano = await edit(page, '火山图');
  await expect(volcano.locator('.printed-sheet [data-part="group"]')).toHaveCount(3);
  return volcano;
}

/** Unfolds a section of the editor by keys. */
async function unfold(figure: Locator, title: string): Promise<void> {
  await figure.locator('.figure-editor summary', { hasText: title }).press('Enter');
}

const groups = (volcano: Locator) => volcano.locator('[data-part="group"] text');

test.describe('the editor of a figure', () => {
  test('changes language, names and order; takes back and brings again; keeps them; the file has them', async ({ page }) => {
    const volcano = await openEditor(page);
    const language = volcano.getByRole('combobox', { name: '图中文字' });
    await language.click();
    await expect(page.locator('.ant-select-item-option[title=English]')).toBeVisible();
    await language.press('ArrowDown');
    await language.press('Enter');
    await expect(groups(volcano)).toContainText(['Up', 'Down', 'Not significant']);

    // A press on a part of the picture opens what edits it.
    // What takes the press lies over all parts.
    await volcano.locator('[data-part="group"]').first().click({ force: true });
    const name = volcano.getByLabel('「上调」在图中写作');
    await expect(name).toBeFocused();
    await name.fill('Induced');
    await name.press('Alt+ArrowDown');
    await expect(groups(volcano)).toContainText(['Down', 'Induced', 'Not significant']);
    await expect(name).toBeFocused();

    await page.keyboard.press('Control+z');
    await expect(groups(volcano)).toContainText(['Induced', 'Down', 'Not significant']);
    await page.keyboard.press('Control+z');
    await expect(groups(volcano)).toContainText(['Up', 'Down', 'Not significant']);
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+y');
    await expect(groups(volcano)).toContainText(['Down', 'Induced', 'Not significant']);
    await expectAccessible(page, 'editor');
    await screenshot(page, 'figure-editor-1440');

    await volcano.getByRole('button', { name: '下载' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), choose(page, /^SVG/)]);
    const svg = readFileSync(await download.path(), 'utf8');
    const written = [...svg.matchAll(/data-part="group">.*?<text[^>]*>([^<]+)</g)].map(([, text]) => text);
    expect(written).toEqual(['Down', 'Induced', 'Not significant']);

    await page.reload();
    await expect(page.getByRole('region', { name: '火山图' }).getByText('Induced')).toBeVisible();
  });

  test('opens over the page, which stays where it is, and gives the focus back', async ({ page }) => {
    const drawer = await openEditor(page);
    const opener = page.getByRole('region', { name: 'P 值分布' }).getByRole('button', { name: '编辑图形' });
    for (const [width, height] of [
      [1440, 900],
      [390, 780],
    ] as const) {
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
      await page.setViewportSize({ width, height });
      await opener.scrollIntoViewIfNeeded();
      const place = () => opener.evaluate((button) => JSON.stringify(button.getBoundingClientRect()));
      const before = await place();
      await opener.click();
      const [sheet, editor] = [drawer.locator('.printed-sheet'), drawer.locator('.figure-editor')];
      await expect(sheet.locator('svg')).toBeInViewport({ ratio: 1 });
      await editor.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(sheet.locator('svg')).toBeInViewport({ ratio: 1 });
      expect(await place()).toBe(before);
      await editor.evaluate((element) => element.scrollTo(0, 0));
      await unfold(drawer, '标题');
      const title = drawer.getByLabel('标题', { exact: true });
      await title.fill(`宽 ${width}`);
      await expect(sheet).toContainText(`宽 ${width}`);
      await expectAccessible(page, `editor ${width}`);
      await screenshot(page, `figure-editor-drawer-${width}`);
      await page.keyboard.press('Escape');
      await expect(drawer).toHaveCount(0);
      await expect(opener).toBeFocused();
      await expect(page.getByRole('region', { name: 'P 值分布' })).toContainText(`宽 ${width}`);
      // Its steps are kept: what was done before can still be taken back.
      await page.keyboard.press('Enter');
      await expect(drawer.getByRole('button', { name: '撤销' })).toBeEnabled();
    }
  });

  test('moves a label by the arrow keys, and back to where the figure puts it', async ({ page }) => {
    const volcano = await openEditor(page);
    const sheet = volcano.getByRole('application', { name: /图的各部分/ });
    const label = volcano.locator('[data-part="label"]').first();
    const before = await label.getAttribute('x');
    const name = (await label.getAttribute('data-name')) ?? '';
    // A drawer that still moves in takes the label away from under the pointer.
    await expect(async () => {
      await page.mouse.move(0, 0);
      await label.hover({ force: true });
      await expect(sheet).toContainText(name, { timeout: 2_000 });
    }).toPass();
    await sheet.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(label).not.toHaveAttribute('x', before ?? '');
    await unfold(volcano, '标注与内容');
    await volcano.getByRole('button', { name: '放回自动位置' }).click();
    await expect(label).toHaveAttribute('x', before ?? '');
  });

  test('says how many points a range hides, and keeps a look for other figures', async ({ page }) => {
    const volcano = await openEditor(page);
    await unfold(volcano, '坐标轴');
    await volcano.getByLabel('横轴从').fill('0');
    await expect(volcano.getByText(/坐标轴范围以外还有 [\d,]+ 个点没有画出/)).toBeVisible();
    await volcano.getByLabel('横轴从').fill('');
    await expect(volcano.getByText(/坐标轴范围以外/)).toBeHidden();

    const axis = volcano.locator('.printed-sheet [data-part="axis-x"] line').first();
    await volcano.getByRole('slider', { name: '坐标轴线宽' }).press('End');
    await expect(axis).toHaveAttribute('stroke-width', '3');
    await unfold(volcano, '点与线');
    await volcano.getByRole('slider', { name: '线宽', exact: true }).press('End');
    await expect(volcano.locator('.printed-sheet [data-part="lines"] path').first()).toHaveAttribute('stroke-width', '4');

    await chooseOf(page, volcano.getByRole('combobox', { name: '字体' }), 'Times New Roman');
    await volcano.getByLabel('样式的名字').fill('期刊 A');
    await volcano.getByRole('button', { name: '保存', exact: true }).click();
    await expect(volcano.getByRole('button', { name: '所有图默认用样式「期刊 A」' })).toBeVisible();
    await close(volcano);

    const pca = await edit(page, /PCA|主成分/);
    await pca.getByRole('button', { name: '这张图用样式「期刊 A」' }).click();
    await expect(pca.locator('.printed-sheet [data-part="legend"]').first()).toHaveAttribute('font-family', /Times New Roman/);
    await close(pca);

    const histogram = await edit(page, 'P 值分布');
    await unfold(histogram, '坐标轴');
    await histogram.getByLabel('纵轴到').fill('300');
    await expect(histogram.getByText(/有 \d+ 根柱子全部或一部分在坐标轴范围以外/)).toBeVisible();
    await histogram.getByLabel('纵轴到').fill('');
    await histogram.getByRole('switch', { name: '纵轴用对数坐标' }).press('Space');
    await expect(histogram.locator('.printed-sheet [data-part="axis-y"] text')).toHaveText(['1', '10', '100']);
  });
});
