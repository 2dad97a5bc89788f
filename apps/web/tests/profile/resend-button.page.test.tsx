import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ResendButton } from '../../src/profile/resend-button.tsx';
import { fakeServer, Refusal, renderPage } from '../support/page.tsx';

/** What is said of another verification mail, as the specification words it. */

const PATH = '/user/resend-verification-email';

test('another verification mail is told', async () => {
  const calls = fakeServer({ [PATH]: () => ({ message: '' }) });
  renderPage(<ResendButton email="lin@hospital.example" />, { path: '/', at: '/' });
  await userEvent.setup().click(screen.getByRole('button', { name: '重新发送验证邮件' }));
  expect(await screen.findByText('验证邮件已重新发送，请检查您的邮箱')).toBeDefined();
  expect(calls[PATH]).toHaveLength(1);
});

test.each([
  ['', '重发邮件失败'],
  ['请 60 秒后再试', '请 60 秒后再试'],
])('a refusal with 「%s」 is told as 「%s」', async (detail, told) => {
  fakeServer({
    [PATH]: () => {
      throw new Refusal(500, { detail });
    },
  });
  renderPage(<ResendButton email="lin@hospital.example" />, { path: '/', at: '/' });
  await userEvent.setup().click(screen.getByRole('button', { name: '重新发送验证邮件' }));
  expect(await screen.findByText(told)).toBeDefined();
});
