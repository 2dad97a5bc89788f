import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openSearch } from '../../src/base/search-state.ts';
import SearchDialog from '../../src/search/search-dialog.tsx';
import { fakeServer, renderPage } from '../support/page.tsx';

const ERBB2 = {
  symbol: 'ERBB2',
  name: 'erb-b2 receptor tyrosine kinase 2',
  type: 'protein-coding',
  entrez: '2064',
  ensembl: ['ENSG00000141736'],
  location: ['17q12'],
  aliases: ['HER2'],
  matched: { by: 'alias', text: 'HER2', exact: true },
};

test('genes that the server was not heard on are not called unknown, and are asked for again', async () => {
  let heard = false;
  fakeServer({
    '/genes': () => {
      if (!heard) throw new TypeError('network');
      return { results: [ERBB2] };
    },
  });
  openSearch();
  renderPage(<SearchDialog />, { path: '/home', at: '/home' });
  const user = userEvent.setup();
  await user.type(await screen.findByRole('combobox', { name: '搜索工具和基因' }), 'her2');
  expect(await screen.findByText(/这次没有查成基因/)).toBeDefined();
  expect(screen.queryByText(/没有找到/)).toBeNull();
  heard = true;
  await user.click(screen.getByRole('button', { name: '再查一次' }));
  expect(await screen.findByRole('option', { name: /ERBB2/ })).toBeDefined();
  expect(screen.queryByText(/没有查成/)).toBeNull();
});

test('what the register does not know is said to be unknown', async () => {
  fakeServer({ '/genes': () => ({ results: [] }) });
  openSearch();
  renderPage(<SearchDialog />, { path: '/home', at: '/home' });
  await userEvent.setup().type(await screen.findByRole('combobox', { name: '搜索工具和基因' }), 'zzyzx');
  expect(await screen.findByText(/没有找到与「zzyzx」相关的工具或基因/)).toBeDefined();
});
