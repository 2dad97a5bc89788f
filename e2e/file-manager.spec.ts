import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { address, expect, expectAccessible, openedDialog, register, screenshot, test } from './support/page.ts';

const shared = process.env.ONCOLOOM_SHARED ?? join(import.meta.dirname, '../../shared/data');
const COUNTS = join(shared, 'bulk/airway_rawcounts.csv.gz');
const CLINICAL = join(shared, 'tcga/TCGA-ACC.clinical.tsv');

/** Drops files from outside of the browser on a part of the page. */
async function dropFiles(page: Page, target: Locator, files: readonly { name: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const { name, text } of ${JSON.stringify(files)}) data.items.add(new File([text], name));
    return data;
  })()`);
  for (const type of ['dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer: transfer });
}

test('files are brought, ordered, found and taken away, by mouse and by keys', async ({ page }) => {
  test.skip(!existsSync(COUNTS) || !existsSync(CLINICAL), `needs ${COUNTS} and ${CLINICAL}`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await register(page);
  await page.getByRole('link', { name: '文件空间' }).first().click();
  await expect(page.getByText(/这里还没有文件/)).toBeVisible();
  const list = page.getByRole('region', { name: '文件', exact: true });
  const row = (name: RegExp) => page.getByRole('row', { name });
  const path = page.getByRole('navigation', { name: '所在文件夹' });

  // Two files by drop; the list follows while they are read.
  await dropFiles(page, list, [
    { name: '气道计数.csv', text: gunzipSync(readFileSync(COUNTS)).toString() },
    { name: 'ACC 临床.tsv', text: readFileSync(CLINICAL, 'utf8') },
  ]);
  await expect(row(/气道计数.csv.*表达矩阵.*(可用|建议)/)).toBeVisible();
  await expect(row(/ACC 临床.tsv.*生存数据.*(可用|建议)/)).toBeVisible();

  // Enter opens a file beside its report; closed again, the keyboard is back on it.
  await row(/ACC 临床/).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]file=\d+/);
  const panel = page.getByRole('region', { name: 'ACC 临床.tsv', exact: true });
  await expect(panel.getByRole('region', { name: '检查报告' })).toBeVisible();
  await expectAccessible(page, 'file report 1440');
  // The list is not covered: its rows end before the report begins, and another file opens from it.
  const [listBox, panelBox] = [await list.boundingBox(), await panel.boundingBox()];
  expect((listBox?.x ?? 0) + (listBox?.width ?? 0)).toBeLessThanOrEqual(panelBox?.x ?? 0);
  await page.getByRole('link', { name: '气道计数.csv' }).click();
  const counts = page.getByRole('region', { name: '气道计数.csv', exact: true });
  await expect(counts.getByRole('link', { name: /用于「/ })).toBeVisible();
  await counts.getByRole('button', { name: '更多工具' }).click();
  await expect(page.getByRole('menuitem', { name: 'DESeq2 差异分析' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'DESeq2 差异分析' })).toBeHidden();
  await counts.getByRole('tab', { name: '预览' }).click();
  await expect(counts.getByText(/共 .* 行 × .* 列/)).toBeVisible();
  await row(/ACC 临床/).focus();
  await page.keyboard.press('Enter');
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(row(/ACC 临床/)).toBeFocused();
  // On a phone the report takes the whole width.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: '气道计数.csv' }).click();
  const sheet = page.getByRole('dialog', { name: '气道计数.csv' });
  await expect(sheet.getByRole('tab', { name: '检查报告', selected: true })).toBeVisible();
  await expectAccessible(page, 'file report 390');
  await sheet.getByRole('button', { name: /关闭|Close/ }).click();
  await expect(sheet).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });

  // A folder, renamed in place, renamed back by Ctrl+Z.
  await page.getByRole('button', { name: '新建文件夹', exact: true }).click();
  await page.getByLabel('新文件夹的名称').fill('肝癌');
  await page.keyboard.press('Enter');
  await expect(row(/选择肝癌/)).toBeFocused();
  await page.keyboard.press('F2');
  await page.getByLabel('肝癌的新名称').fill('气道');
  await page.keyboard.press('Enter');
  await expect(row(/选择气道 /)).toBeFocused();
  await expect(page.getByRole('button', { name: '撤销重命名' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(row(/选择肝癌/)).toBeVisible();
  await expect(page.getByRole('button', { name: '撤销新建' })).toBeVisible();

  // Into the folder by drag, and up again by the dialog.
  await row(/气道计数/).dragTo(row(/选择肝癌/));
  await expect(row(/气道计数/)).toBeHidden();
  await expect(page.getByRole('treeitem', { name: '肝癌，1 个文件' })).toBeVisible();
  await row(/选择肝癌/).focus();
  await page.keyboard.press('Enter');
  await expect(path).toContainText('肝癌');
  await expect(row(/气道计数/)).toBeFocused();
  await page.getByLabel('选择气道计数.csv').check();
  await page.getByRole('button', { name: '移动到' }).click();
  const dialog = await openedDialog(page, /移动「气道计数.csv」/);
  await dialog.getByRole('treeitem', { name: /全部文件/ }).click();
  await dialog.getByRole('button', { name: '移到「全部文件」' }).click();
  await expect(page.getByText(/这个文件夹是空的/)).toBeVisible();
  // What had the keyboard went away with the file.
  await expect(page.locator('#files-content')).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(row(/选择肝癌/)).toBeFocused();

  // Search and filter stand in the address.
  await page.getByLabel('搜索文件名').fill('临床');
  await expect(row(/气道计数/)).toBeHidden();
  await page.getByRole('button', { name: '筛选' }).click();
  await page.getByLabel('生存数据').click();
  await expect(page).toHaveURL(/[?&]q=.*type=survival/);
  await page.reload();
  await expect(row(/ACC 临床/)).toBeVisible();
  await expect(page.getByText('找到 1 个文件')).toBeVisible();
  await expectAccessible(page, 'files found 1440');
  await page.goto(`${address()}/file-manager`);

  // Cards are the same grid.
  await page.getByRole('img', { name: '卡片' }).click();
  await expect(page).toHaveURL(/view=grid/);
  await expect(page.getByRole('grid')).toHaveClass(/is-grid/);
  await row(/选择肝癌/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(row(/气道计数/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(row(/ACC 临床/)).toBeFocused();
  await screenshot(page, 'files-cards-1440');
  await page.getByRole('img', { name: '列表' }).click();
  await expectAccessible(page, 'files 1440');

  // Everything at once by keys, after a question that says what goes.
  await page.setViewportSize({ width: 390, height: 844 });
  await row(/选择肝癌/).focus();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('已选 3 项，共 2 个文件和 1 个文件夹')).toBeVisible();
  await expectAccessible(page, 'files 390');
  await screenshot(page, 'files-390');
  await page.keyboard.press('Delete');
  const question = await openedDialog(page, /删除选中的 3 项/);
  await expect(question).toContainText('用过这些文件的分析不受影响');
  await question.getByRole('button', { name: '删除', exact: true }).click();
  await expect(page.getByText(/这里还没有文件/)).toBeVisible();
});

test('an upload that is cancelled counts in the space no more', async ({ page }) => {
  await register(page);
  await page.goto(`${address()}/general-plotting/box-plot/analysis`);
  // Its bytes never come.
  await page.route('**/api/bulk/files/tus/*', async (route) => {
    if (route.request().method() !== 'PATCH') await route.continue();
  });
  const begun = page.waitForResponse((response) => response.url().endsWith('/files/tus') && response.request().method() === 'POST');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '剂量.csv', mimeType: 'text/csv', buffer: Buffer.from('group,value\na,1\nb,2\n') });
  const place = new URL((await begun).headers().location ?? '', address()).pathname;
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: '取消', exact: true }).click();
  expect([new URL((await ended).url()).pathname, (await ended).status()]).toEqual([place, 204]);
  await expect(page.getByRole('button', { name: '取消', exact: true })).toBeHidden();
});

const GENES = Array.from({ length: 30 }, (_, i) => `ENSG${String(141_510 + i).padStart(11, '0')}`);
const SUMMARY = ['N_unmapped', 'N_multimapping', 'N_noFeature', 'N_ambiguous'].map((name) => `${name}\t900\t800\t700`);
const star = (sample: number) =>
  `${[...SUMMARY, ...GENES.map((gene, i) => `${gene}\t${sample * 100 + i}\t1\t${sample * 100 + i - 1}`)].join('\n')}\n`;

test('files of one sample each become a matrix', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await register(page);
  await page.getByRole('link', { name: '文件空间' }).first().click();
  await expect(page.getByText(/这里还没有文件/)).toBeVisible();
  const list = page.getByRole('region', { name: '文件', exact: true });
  const row = (name: RegExp) => page.getByRole('row', { name });
  const outputs = ['T1', 'T2', 'N1'].map((sample, i) => ({ name: `${sample}.ReadsPerGene.out.tab`, text: star(i + 1) }));
  await dropFiles(page, list, outputs);
  for (const { name } of outputs) await expect(row(new RegExp(name))).toBeVisible();

  // The report of one says what it is, and offers it with the others of its folder.
  await row(/T1/).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'T1.ReadsPerGene.out.tab', exact: true });
  await expect(panel.getByText(/这是 STAR 的输出，只有一个样本（30 个基因或转录本）/)).toBeVisible();
  await panel.getByRole('button', { name: '合并成矩阵' }).click();
  const dialog = await openedDialog(page, '合并成矩阵');
  await expect(dialog.getByRole('radio', { name: /reverse/ })).toBeChecked();
  for (const { name } of outputs) await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
  await expectAccessible(page, 'join dialog 1440');
  await screenshot(page, 'join-dialog');
  await dialog.getByRole('checkbox', { name: 'N1.ReadsPerGene.out.tab' }).uncheck();
  await dialog.getByRole('button', { name: '合并 2 个样本' }).click();
  const joined = page.getByRole('region', { name: 'STAR 合并 reverse.tsv', exact: true });
  await expect(joined.getByText(/表达矩阵：30 个基因 × 2 个样本/)).toBeVisible();
  await screenshot(page, 'joined-matrix');

  // Several that are picked are joined as well.
  await joined.getByRole('button', { name: '关闭' }).click();
  for (const { name } of outputs) await row(new RegExp(name)).getByRole('checkbox').check();
  await page.getByRole('region', { name: '已选的项' }).getByRole('button', { name: '合并成矩阵' }).click();
  await expect(dialog.getByRole('button', { name: '合并 3 个样本' })).toBeEnabled();
  await dialog.getByRole('button', { name: '取消' }).click();
});
