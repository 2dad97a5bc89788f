import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '../../src/accounts/session.ts';
import { VerifyBanner } from '../../src/app/verify-banner.tsx';
import { fakeServer, renderPage } from '../support/page.tsx';

/** The reminder of an address that is not verified can be put away for a day. */

const user = { id: 1, username: 'lin', email: 'lin@hospital.example', email_verified: false } as never;
const show = () => {
  fakeServer({});
  useSession.setState({ user });
  renderPage(<VerifyBanner />, { path: '/home', at: '/home' });
};
const shown = () => screen.queryAllByText('lin@hospital.example').length > 0;

afterEach(() => {
  vi.useRealTimers();
  useSession.setState({ user: undefined });
});

test('it goes away when it is put away, stays away on other pages, and is back a day later', async () => {
  show();
  await userEvent.setup().click(screen.getByRole('button', { name: '今天不再提醒' }));
  expect(shown()).toBe(false);
  show();
  expect(shown()).toBe(false);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24.5 * 3600 * 1000 });
  show();
  expect(shown()).toBe(true);
});
