import { mailedLink } from './support/operator.ts';
import { address, choose, expect, expectAccessible, openedDialog, register, test } from './support/page.ts';

const PASSWORD = 'liver2026cancer';
const NEW_PASSWORD = 'kidney2027renal';
const PREMIUM_TOOL = '/bulk-analysis/microarray-normalization/analysis';

test('an account from its verification to the last device', async ({ page, browser }) => {
  const email = await register(page);
  await page.goto(address() + (await mailedLink(email, '/verify-email')));
  await expect(page.getByText(/邮箱已验证/).first()).toBeVisible();
  await page.goto(`${address()}/profile`);
  await expect(page.getByRole('button', { name: /重发验证邮件/ })).toHaveCount(0);

  await page.getByLabel('单位（选填）').fill('肝癌研究所');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('单位（选填）')).toHaveValue('肝癌研究所');

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${address()}/login?redirect=%2Fprofile%3Ftab%3Ddevices`);
  await other.getByLabel('邮箱或用户名').fill(email);
  await other.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: '登录' }).click();
  await expect(other.getByText('Chrome').first()).toBeVisible();

  await page.goto(`${address()}/profile?tab=password`);
  await page.getByLabel('现在的密码').fill(PASSWORD);
  await page.getByLabel('新密码', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('再输入一次新密码').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('密码已修改，其他设备都已退出')).toBeVisible();
  // The other device is told at its next call, and comes back to where it was.
  await other.reload();
  await expect(other).toHaveURL(/\/login\?redirect=%2Fprofile/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/profile/);

  await page.goto(`${address()}/profile?tab=data`);
  await page.getByRole('button', { name: /注销|删除账号/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'dialog delete');
  await page.keyboard.press('Escape');

  await page.goto(`${address()}/home`);
  await page.getByRole('button', { name: new RegExp(email) }).press('Enter');
  await choose(page, '退出登录');
  await expect(page).toHaveURL(/\/login/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
});

test('a tool for subscribers asks for the upgrade, and costs nothing by that', async ({ page }) => {
  await register(page);
  await page.goto(address() + PREMIUM_TOOL);
  // Before anything is filled in.
  await expect(page.getByRole('button', { name: /开始分析/ })).toBeDisabled();
  await expect(page.getByText('需要订阅', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '订阅或兑换卡密' }).click();
  await (await openedDialog(page, '升级订阅')).getByRole('button', { name: '关闭' }).click();
  await page.goto(`${address()}/profile?tab=points`);
  await expect(page.getByText('注册赠送').first()).toBeVisible();
  await expect(page.getByText('60').first()).toBeVisible();
});
