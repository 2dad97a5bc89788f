import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHARTS } from '@oncoloom/tool-kit';
import { expect, test } from '@playwright/test';
import { difference } from './support/pictures.ts';

const root = join(import.meta.dirname, '..');

test.use({ viewport: { width: 900, height: 700 }, deviceScaleFactor: 2 });

/** Also of kinds that no tool has yet; a process of its own draws them, since a test's own compiler takes their elements for a page's. */
test('a figure of every kind looks in a browser as in its file', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'oncoloom-kinds-'));
  execFileSync(process.execPath, ['--import', 'tsx', 'e2e/support/draw-kinds.ts', folder], { cwd: root });
  let other: Buffer | undefined;
  for (const chart of CHARTS) {
    const file = readFileSync(join(folder, `${chart}.png`));
    await page.setContent(`<body style="margin:0">${readFileSync(join(folder, `${chart}.svg`), 'utf8')}</body>`);
    const screen = await page.locator('svg').screenshot({ animations: 'disabled' });
    expect(await difference(screen, file), chart).toBeLessThan(0.01);
    // Two kinds do differ by that measure.
    if (other !== undefined) expect(await difference(screen, other), `${chart} and the one before`).toBeGreaterThan(0.01);
    other = file;
  }
  rmSync(folder, { recursive: true, force: true });
});
