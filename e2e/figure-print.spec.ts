import type { Analysis } from '@oncoloom/contract';
import { catalogue } from '@oncoloom/tools';
import type { APIRequestContext, Locator } from '@playwright/test';
import { account } from './support/account.ts';
import { address, expect, login, test } from './support/page.ts';
import { difference } from './support/pictures.ts';

/** Tools whose results show every kind of figure that a tool has. */
const TOOLS = [
  'limma_differential_analysis',
  'bulk_deseq2_diff',
  'microarray_normalization',
  'multi_dataset_batch_removal',
  'batch_sd_calculation',
  'coexpression_analysis',
  'single_gene_differential_expression',
  'survival_analysis',
];

/** This worker's subscriber by calls: its token, and finished examples. */
async function signIn(request: APIRequestContext): Promise<{ authorization: string }> {
  const { email, password } = await account();
  const answer = await request.post(`${address()}/api/login`, {
    data: { username: email, password },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { authorization: `Bearer ${token}` };
}

async function finished(request: APIRequestContext, headers: { authorization: string }, taskType: string): Promise<Analysis> {
  const created = await request.post(`${address()}/api/create_analysis`, { headers, data: { task_type: taskType, example: true } });
  const { id } = (await created.json()) as { id: number };
  let analysis: Analysis | undefined;
  await expect
    .poll(
      async () => {
        const answer = await request.post(`${address()}/api/get_analysis`, { headers, data: { analysis_id: id } });
        analysis = (await answer.json()) as Analysis;
        return analysis.status;
      },
      { timeout: 300_000 },
    )
    .toBe('completed');
  return analysis as Analysis;
}

/** A figure as it is shown at its printed size. */
async function printed(card: Locator): Promise<Buffer> {
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('button', { name: '按印刷尺寸看' }).click();
  const sheet = card.locator('.printed-sheet');
  await expect(sheet.locator('svg text').first()).toBeVisible();
  return sheet.screenshot({ animations: 'disabled' });
}

test.use({ viewport: { width: 1440, height: 1400 }, deviceScaleFactor: 2 });

test.describe('a figure at its printed size', () => {
  for (const taskType of TOOLS) {
    test(`is on the screen as in its file: ${taskType}`, async ({ page, request }) => {
      const tool = catalogue.find((entry) => entry.tool.taskType === taskType)?.tool;
      if (tool === undefined) throw new Error(`no tool ${taskType}`);
      const headers = await signIn(request);
      const analysis = await finished(request, headers, taskType);
      const files = analysis.output?.files ?? [];
      const figures = Object.keys(tool.figures).filter((figure) => files.some(({ file_key: key }) => key === `${figure}_png`));
      await login(page);
      await page.goto(address() + tool.pages[0].routes.result.replace(':id', `${analysis.id}`));
      const cards = page.locator('.figure-card');
      await expect(cards).toHaveCount(figures.length);
      let other: Buffer | undefined;
      for (const [i, figure] of figures.entries()) {
        const file = files.find(({ file_key: key }) => key === `${figure}_png`);
        const path = `/api/analysis/${analysis.id}/files/${figure}_png/${encodeURIComponent(file?.filename ?? '')}`;
        const png = await (await request.get(address() + path, { headers })).body();
        const screen = await printed(cards.nth(i));
        expect(await difference(screen, png), figure).toBeLessThan(0.01);
        // Two figures do differ by that measure.
        if (other !== undefined) expect(await difference(screen, other), `${figure} and the one before`).toBeGreaterThan(0.01);
        other = png;
      }
    });
  }
});
