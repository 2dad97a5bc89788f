import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { account } from './account.ts';
import { address } from './address.ts';

const SCREENSHOTS = join(import.meta.dirname, '../../test-results/screenshots');
const PICTURES = join(import.meta.dirname, '../../docs/images');

/**
 * What the console says of a refused call. A live channel is refused as a call is, where its session ends between the token and the opening; it
 * opens again with a new one.
 */
const REFUSED = /Failed to load resource|WebSocket handshake: Unexpected response code: 4\d\d/;

/** Every test watches for what a user should never meet: script errors, refused resources, English toasts of a crash. */
export const test = base.extend<{ faults: string[] }>({
  faults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !REFUSED.test(message.text())) faults.push(`console: ${message.text()}`);
      });
      page.on('response', (response) => {
        // 503 is the engine's warm-up, which the page explains.
        if (response.status() >= 500 && response.status() !== 503) faults.push(`${response.status()} ${response.url()}`);
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});
export { address, expect };

/** What moves for ever, such as a spinner, is not waited for. */
const AT_REST = `document.getAnimations().every(
  ({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
)`;

/** Images of the window are there, and those of examples, whose places are empty until they are drawn. */
const ALL_LOADED = `[...document.querySelectorAll('img, .example-picture:empty')].every(
  (place) => place.naturalWidth > 0 || place.getBoundingClientRect().top > innerHeight,
)`;

/** No serious fault for people who see, hear or move differently. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // A tooltip that comes or goes is half transparent for a moment.
  await page.mouse.move(0, 0);
  await expect.poll(() => page.evaluate(AT_REST)).toBe(true);
  // No page has frames, for which the other mode opens a page of its own and loads itself there, each time.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).exclude('canvas').analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => [name, id, nodes.map(({ target }) => String(target))])).toEqual([]);
}

/** A dialog that has grown into its place: the place of a click is looked up before the first picture of that, and lies beside what was meant. */
export async function openedDialog(page: Page, name: string | RegExp = /./): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expect(dialog).not.toHaveClass(/zoom/);
  return dialog;
}

/** Takes an entry of an open menu by keys: while it unfolds, what a pointer is put on moves away from it. */
export async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('menuitem', { name }).press('Enter');
}

/** Takes an entry out of the list of this select: that of another one may be closing, and has entries of the same names. */
export async function chooseOf(page: Page, select: Locator, name: string | RegExp): Promise<void> {
  await select.click();
  await expect(select).toHaveAttribute('aria-controls', /./);
  const list = page.locator(`[id="${await select.getAttribute('aria-controls')}"]`);
  await page.locator('.ant-select-dropdown').filter({ has: list }).getByTitle(name).first().click();
}

/** A picture of the whole page, for eyes. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** A part of the window, pixels. */
interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture for the README and for quick start, one window large or a part of it; taken by `npm run pictures` alone. */
export async function picture(page: Page, name: string, clip?: Clip): Promise<void> {
  if (process.env.ONCOLOOM_PICTURES !== '1') return;
  mkdirSync(PICTURES, { recursive: true });
  await expect(page.locator('.ant-message-notice')).toHaveCount(0);
  await expect.poll(() => page.evaluate(ALL_LOADED)).toBe(true);
  await page.screenshot({ path: join(PICTURES, `${name}.png`), ...(clip === undefined ? {} : { clip }) });
}

/** A new account through the registration form; ends on Home. */
export async function register(page: Page): Promise<string> {
  const email = `user-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.org`;
  await page.goto(address());
  await page.getByRole('link', { name: /注册/ }).click();
  await page.getByLabel('邮箱', { exact: true }).fill(email);
  await page.getByLabel('密码', { exact: true }).fill('liver2026cancer');
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await page.getByRole('button', { name: /注册/ }).click();
  await page.waitForURL('**/home');
  return email;
}

/** As this worker's subscriber, whose address is verified; ends on Home. */
export async function login(page: Page): Promise<void> {
  const { email, password } = await account();
  await page.goto(`${address()}/login`);
  await page.getByLabel('邮箱或用户名').fill(email);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL('**/home');
}

/**
 * Leads to the result of the run that was just started from a form: a short one opens by itself, to that of another one its link leads.
 * @param timeout Of a long one, ms.
 */
export async function openResult(page: Page, timeout?: number): Promise<void> {
  const form = new URL(page.url()).pathname;
  const row = page.locator('.history .is-fresh');
  await expect
    .poll(
      async () => {
        if (new URL(page.url()).pathname !== form) return true;
        if (await row.getByText('已完成').isVisible())
          // It may be gone by now: the result has opened.
          await row
            .getByRole('link', { name: '查看' })
            .click({ timeout: 2_000 })
            .catch(() => undefined);
        return false;
      },
      timeout === undefined ? {} : { timeout },
    )
    .toBe(true);
}

/** Makes a project of this name, and stays on its page. @returns Its address. */
export async function newProject(page: Page, name: string): Promise<string> {
  await page.goto(`${address()}/projects`);
  await page.getByRole('button', { name: '新建课题' }).click();
  await page.getByRole('button', { name: '改名' }).click();
  await page.getByLabel('课题的名字').fill(name);
  await page.getByLabel('课题的名字').press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  return page.url();
}

/** Takes what is called so for a field, out of what its button lists. */
export async function takeFor(page: Page, field: string, button: '从空间选择' | '从结果选择', name: string | RegExp): Promise<void> {
  await page.locator(`[data-field=${field}]`).getByRole('button', { name: button }).click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('button', { name }).first().click();
  await expect(picker).toBeHidden();
}
