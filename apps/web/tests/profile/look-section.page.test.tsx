import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LookSection } from '../../src/profile/look-section.tsx';
import { closePage, renderPage } from '../support/page.tsx';

afterEach(closePage);

it('follows the system until a look is chosen, which this browser keeps', () => {
  renderPage(<LookSection />, { path: '/profile', at: '/profile' });
  const { dataset } = document.documentElement;
  expect(dataset.scheme).toBe('light');
  fireEvent.click(screen.getByText('深色'));
  expect([dataset.scheme, localStorage.getItem('oncoloom.scheme')]).toEqual(['dark', 'dark']);
  fireEvent.click(screen.getByText('跟随系统'));
  expect([dataset.scheme, localStorage.getItem('oncoloom.scheme')]).toEqual(['light', null]);
});
