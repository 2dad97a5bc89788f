import type { FigureLook } from '@oncoloom/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { LookFields } from '../../src/figure-looks/look-fields.tsx';
import { FiguresSection } from '../../src/profile/figures-section.tsx';
import { fakeServer, renderPage } from '../support/page.tsx';

const user = userEvent.setup();

it('shows what is set for all figures, and clears one field without the others', async () => {
  const saved: FigureLook[] = [];
  const look = { figure_language: 'en', plot_pdf_width: 114 / 25.4, font_size: 8 };
  renderPage(<LookFields look={look} unset="各图自己的" onChange={(next) => saved.push(next)} />, { path: '/', at: '/' });
  expect(screen.getByText('English')).toBeDefined();
  expect(screen.getByText('1.5 栏 114 mm')).toBeDefined();
  await user.clear(screen.getByLabelText('字号'));
  expect(saved.at(-1)).toEqual({ figure_language: 'en', plot_pdf_width: 114 / 25.4 });
});

it('keeps the look of all figures with the account, beside the named ones', async () => {
  const themes = [{ name: 'Cell', style: { font_size: 6 } }];
  const calls = fakeServer({ '/user/figure_theme': (body) => (body.themes === undefined ? { themes, look: { font_size: 8 } } : body) });
  renderPage(<FiguresSection />, { path: '/', at: '/' });
  await user.click(await screen.findByText('全部清除'));
  await waitFor(() => expect(calls['/user/figure_theme']).toContainEqual({ themes, look: {} }));
});
