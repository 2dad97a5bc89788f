import type { Page } from '@playwright/test';
import { PAGE_PATHS } from '../apps/web/src/base/paths.ts';
import { account } from './support/account.ts';
import { admin, mailedLink } from './support/operator.ts';
import { address, expect, expectAccessible, login, openedDialog, openResult, register, screenshot, test } from './support/page.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
/** Pages that stand without the layout, for a visitor without a session. */
const OPEN = ['/login', '/login?tab=register', '/forgot-password', '/verify-email?token=gone', '/reset-password?token=gone'];
const INSIDE = PAGE_PATHS.map(({ path }) => path).filter((path) => !OPEN.some((open) => open.startsWith(path)));
const TOOL = '/general-plotting/volcano-plot/analysis';
const OF_A_USER = [...INSIDE, '/profile?tab=points', '/profile?tab=devices', '/profile?tab=data', '/gene/CD20', TOOL];
/** So many that two workers have something to share. */
const PAGES_AT_ONCE = 6;
const portions = Array.from({ length: Math.ceil(OF_A_USER.length / PAGES_AT_ONCE) }, (_, i) =>
  OF_A_USER.slice(i * PAGES_AT_ONCE, (i + 1) * PAGES_AT_ONCE),
);

/** The page has its heading and nothing on it is still loading. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0);
}

/** No serious fault for people who see, hear or move differently; nothing of the operator's; nothing wider than the narrowest screen. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const [width, size] of [
    ['1440', WIDE],
    ['390', NARROW],
  ] as const) {
    await page.setViewportSize(size);
    await settled(page);
    await expectAccessible(page, `${name} ${width}`);
    await screenshot(page, `page-${name}-${width}`);
  }
  expect(await page.locator('body').innerText()).not.toMatch(/npm (run|start|test)|ONCOLOOM_/);
  await page.setViewportSize({ width: 360, height: 800 });
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  await expect.poll(overflow, { message: `${name} is as wide as the screen` }).toBe(0);
}

const nameOf = (path: string): string => path.replace(/\W+/g, '-').replace(/^-|-$/g, '');

test.describe('every page', () => {
  test('of a visitor', async ({ page }) => {
    for (const path of OPEN) {
      await page.setViewportSize(WIDE);
      await page.goto(address() + path);
      await inspect(page, nameOf(path));
    }
  });

  for (const [i, paths] of portions.entries()) {
    test(`of a user, ${i + 1} of ${portions.length}`, async ({ page }) => {
      await login(page);
      for (const path of paths) {
        await page.setViewportSize(WIDE);
        await page.goto(address() + path);
        await inspect(page, nameOf(path));
      }
    });
  }
});

test('an unknown path leads a visitor to login and back; nothing leads to another site', async ({ page }) => {
  await page.goto(`${address()}/no/such/page`);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fno%2Fsuch%2Fpage$/);
  await page.goto(`${address()}/login?redirect=${encodeURIComponent('//evil.example/x')}`);
  const { email, password } = await account();
  await page.getByLabel('邮箱或用户名').fill(email);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(`${address()}/home`);
  await page.goto(`${address()}/no/such/page`);
  await expect(page).toHaveURL(/\/404\?/);
  await expect(page.getByText('/no/such/page')).toBeVisible();
  await page.goto(`${address()}/login`);
  await expect(page).toHaveURL(`${address()}/home`);
  await page.goto(`${address()}/general-plotting`);
  await expect(page).toHaveURL(/\/general-plotting\/[\w-]+\/analysis$/);
  await expect(page).toHaveTitle(/OncoLoom/);
});

test('tools are found by Chinese, pinyin and keys alone', async ({ page }) => {
  await login(page);
  // The sidebar is as wide as specified, and a drawer on a narrower page.
  const sidebar = page.locator('.layout-side');
  await page.setViewportSize({ width: 992, height: 800 });
  await expect(sidebar).toHaveCSS('width', '210px');
  await page.setViewportSize({ width: 991, height: 800 });
  await expect(sidebar).toBeHidden();
  await page.setViewportSize(WIDE);
  await expect(page.getByRole('button', { name: /搜索工具/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: '搜索工具' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('option')).not.toHaveCount(0);
  await expectAccessible(page, 'dialog search');
  await field.fill('huoshan');
  await expect(page.getByRole('option').first()).toContainText('火山图');
  await field.fill('甲基化');
  await expect(page.getByText('没有找到与「甲基化」相关的工具')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await page.keyboard.press('Control+k');
  await field.fill('火山');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${address()}${TOOL}`);
});

test.describe('where the system asks for little motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a menu and a dialog open inside the window, and nothing moves', async ({ page }) => {
    await login(page);
    await page.locator('.user-button').click();
    await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await page.locator('.navbar-points').click();
    await expect(page.getByRole('dialog', { name: '升级订阅' })).toBeInViewport();
    const moving = 'document.getAnimations().filter(({ effect }) => effect.getTiming().duration >= 1).length';
    expect(await page.evaluate(moving)).toBe(0);
  });
});

test('a card is typed, pasted, redeemed, and the upgrade is said once', async ({ page }) => {
  const email = await register(page);
  await expect(page.getByRole('button', { name: new RegExp(email) })).toBeVisible();
  await page.getByRole('button', { name: /重发验证邮件/ }).click();
  await expect(page.getByText('验证邮件已重新发送，请检查您的邮箱')).toBeVisible();
  await page
    .getByRole('button', { name: /升级|60 点/ })
    .first()
    .click();
  const dialog = await openedDialog(page, '升级订阅');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 450);
  await expect(dialog).toBeVisible();
  const field = dialog.getByLabel('卡密兑换');
  await dialog.getByRole('button', { name: '兑换', exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText('请输入卡密');
  await field.pressSequentially('abcd-1234x');
  await expect(field).toHaveValue('ABCD-1234-X');
  await field.press('Home');
  await field.pressSequentially('z');
  await expect(field).toHaveValue('ZABC-D123-4X');
  await expect(field).toHaveJSProperty('selectionStart', 1);
  await screenshot(page, 'dialog-upgrade-1440');
  await expectAccessible(page, 'dialog upgrade');
  const [card] = admin<{ code: string }[]>('cards', 'make', '--plan', 'quarter', '--count', '1');
  await field.fill(card?.code.toLowerCase().replaceAll('-', '') ?? '');
  await dialog.getByRole('button', { name: '兑换', exact: true }).click();
  await expect(page.getByText('订阅升级成功！')).toHaveCount(1);
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2,060').first()).toBeVisible();
});

test('a forgotten password is set anew by mail, and every session ends', async ({ page, browser }) => {
  const email = await register(page);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${address()}/forgot-password`);
  await visitor.getByLabel('邮箱', { exact: true }).fill(email);
  await visitor.getByRole('button', { name: '发送重设邮件' }).click();
  await expect(visitor.getByRole('heading', { name: '请查收邮件' })).toBeVisible();
  await visitor.goto(address() + (await mailedLink(email, '/reset-password')));
  await visitor.getByLabel('新密码', { exact: true }).fill('kidney2027renal');
  await visitor.getByLabel('再输入一次新密码').fill('kidney2027renal');
  await visitor.getByRole('button', { name: '设为新密码' }).click();
  await expect(visitor).toHaveURL(/\/login/);
  await visitor.getByLabel('邮箱或用户名').fill(email);
  await visitor.getByLabel('密码', { exact: true }).fill('kidney2027renal');
  await visitor.getByRole('button', { name: '登录' }).click();
  await expect(visitor).toHaveURL(`${address()}/home`);
  // The first device notices at its next call.
  await page.goto(`${address()}/profile`);
  await expect(page).toHaveURL(/\/login/);
});

test('keys alone lead from login to a result', async ({ page }) => {
  const { email, password } = await account();
  await page.goto(`${address()}/login`);
  await expect(page.getByLabel('邮箱或用户名')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home');
  await expect(page.getByRole('button', { name: /搜索工具/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: '搜索工具' })).toBeFocused();
  await page.keyboard.type('火山');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${address()}${TOOL}`);
  await tabTo(page, /使用示例数据/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /开始分析/ })).toBeEnabled();
  await expect(page.getByText('正在核对填写的内容')).toBeHidden();
  await tabTo(page, /开始分析/);
  await page.keyboard.press('Enter');
  await openResult(page);
  await expect(page.locator('canvas').first()).toBeVisible();
  await inspect(page, 'result');
});

/** Presses Tab until the first button that is called so has the focus, once it is there. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const target = page.getByRole('button', { name }).first();
  await expect(target).toBeVisible();
  for (let i = 0; i < 150; i += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}
