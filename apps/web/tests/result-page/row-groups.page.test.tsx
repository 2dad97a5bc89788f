import { parseTsv } from '@oncoloom/figures';
import { type ToldTable, tellTool } from '@oncoloom/tool-kit';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../src/api/query-client.ts';
import { ResultTable } from '../../src/result-page/tables/result-table.tsx';
import { RESULT, RUNNING } from '../support/analysis.ts';
import { entryOf, renderPage } from '../support/page.tsx';

/** The table of an enrichment, whose similar terms stand under one of them, as a user reads it. */

/** Cell cycle represents two terms, lipid transport one; apoptosis stands alone. */
const TERMS = [
  'ID\tDescription\tpvalue\tCount\tgroup\tleads',
  'GO:1\tcell cycle\t0.0001\t40\tGO:1\t1',
  'GO:2\tmitotic cell cycle\t0.0002\t30\tGO:1\t0',
  'GO:3\tlipid transport\t0.0003\t20\tGO:3\t1',
  'GO:4\tnuclear division\t0.0004\t25\tGO:1\t0',
  'GO:5\tsterol transport\t0.0005\t12\tGO:3\t0',
  'GO:6\tapoptotic process\t0.0006\t50\tGO:6\t1',
  '',
].join('\n');

const tool = tellTool(await entryOf('go_enrichment').load(), 'zh', 'gene');
const declaration = tool.tables.enriched as ToldTable;

/** Shows the table and waits for its rows. */
async function open(text = TERMS) {
  // Only rows in view are drawn, and without a layout nothing has a height.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  queryClient.setQueryData(['result-table', 12, 'enriched'], parseTsv(text, declaration));
  const result = { ...RESULT, files: [] };
  const analysis = { ...RUNNING, task_type: 'go_enrichment' as const, parameters: {}, result };
  const props = { analysis, result, tool, id: 'enriched', declaration, onShowAll: () => undefined };
  renderPage(<ResultTable {...props} only={null} onlyRows={null} />, { path: '/', at: '/' });
  await screen.findByText('apoptotic process');
  return userEvent.setup();
}

/** The terms in view, those beneath a representative indented. */
const terms = () =>
  [...document.querySelectorAll('tbody tr[aria-rowindex]')].map(
    (row) => `${row.getAttribute('aria-level') === '2' ? '  ' : ''}${row.querySelector('td')?.textContent}`,
  );
const FOLDED = ['cell cycle', 'lipid transport', 'apoptotic process'];
const UNFOLDED = ['cell cycle', '  mitotic cell cycle', '  nuclear division', 'lipid transport', '  sterol transport', 'apoptotic process'];

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const says = (text: string) => expect.poll(() => document.querySelector('.table-note')?.textContent).toContain(text);
/** The row that has the focus. */
const focused = () => document.activeElement?.closest('tr')?.querySelector('td')?.textContent;

test('one row of each group stands there, and its button unfolds the others beneath it', async () => {
  const user = await open();
  expect(terms()).toEqual(FOLDED);
  await says('共 3 组，6 行');
  const unfold = button('展开 2 个相似条目');
  expect(unfold.getAttribute('aria-expanded')).toBe('false');
  await user.click(unfold);
  expect(terms()).toEqual(UNFOLDED.filter((name) => !name.includes('sterol')));
  const fold = button('收起 2 个相似条目');
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  await user.click(fold);
  expect(terms()).toEqual(FOLDED);
});

test('all groups are unfolded and folded at once, and the switch shows the rows without groups in the order of the table', async () => {
  const user = await open();
  await user.click(button('全部展开'));
  expect(terms()).toEqual(UNFOLDED);
  await user.click(button('全部收起'));
  expect(terms()).toEqual(FOLDED);
  await user.click(screen.getByRole('switch', { name: '合并相似条目' }));
  expect(terms()).toEqual(UNFOLDED.map((name) => name.trim()).sort((a, b) => TERMS.indexOf(`\t${a}\t`) - TERMS.indexOf(`\t${b}\t`)));
  expect(screen.queryByRole('button', { name: /相似条目$/ })).toBeNull();
  await says('共 6 行');
});

test('the keyboard reaches the button, and arrows unfold, go in, go out and fold', async () => {
  const user = await open();
  button('展开 2 个相似条目').focus();
  await user.keyboard('{ArrowRight}');
  expect(terms()).toContain('  nuclear division');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('mitotic cell cycle');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(focused()).toBe('lipid transport');
  await user.keyboard('{ArrowUp}{ArrowLeft}');
  expect(focused()).toBe('cell cycle');
  await user.keyboard('{ArrowLeft}');
  expect(terms()).toEqual(FOLDED);
  await user.tab();
  await user.keyboard(' ');
  expect(screen.getByRole('checkbox', { name: '选中 cell cycle' })).toHaveProperty('checked', true);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(terms()).toContain('  nuclear division');
});

test('a search finds a folded row and shows it beneath its representative, which is marked when it is not sought itself', async () => {
  const user = await open();
  const field = screen.getByRole('textbox', { name: '在「富集的条目」里找' });
  await user.type(field, 'nuclear division');
  await expect.poll(terms).toEqual(['cell cycle', '  nuclear division']);
  expect(screen.getByText('代表').closest('tr')?.textContent).toContain('GO:1');
  await says('共 1 组，1 行');
  expect(button(/复制 1 行/)).toBeDefined();
  // Folded by hand, it is unfolded again for what another search finds.
  await user.click(button('收起 1 个相似条目'));
  expect(terms()).toEqual(['cell cycle']);
  await user.clear(field);
  await user.type(field, 'mitotic');
  await expect.poll(terms).toEqual(['cell cycle', '  mitotic cell cycle']);
  await user.clear(field);
  await user.type(field, 'apoptotic');
  await expect.poll(terms).toEqual(['apoptotic process']);
  expect(screen.queryByRole('button', { name: /^全部/ })).toBeNull();
  // After the search the groups are as they were before it.
  await user.clear(field);
  await expect.poll(terms).toEqual(FOLDED);
});

test('a filter of a column shows the folded rows that it leaves', async () => {
  const user = await open();
  await user.click(button(/筛选$/));
  const least = await screen.findByRole('spinbutton', { name: '基因数，不小于' });
  await user.type(least, '30{Enter}');
  await expect.poll(terms).toEqual(['cell cycle', '  mitotic cell cycle', 'apoptotic process']);
  await says('共 2 组，3 行，按列筛选自 6 行');
});

test('a column sorts groups by their representatives, and the rows within a group', async () => {
  const user = await open();
  await user.click(button('全部展开'));
  await user.click(within(screen.getByRole('columnheader', { name: /^Count/ })).getByRole('button'));
  expect(terms()).toEqual([
    'lipid transport',
    '  sterol transport',
    'cell cycle',
    '  nuclear division',
    '  mitotic cell cycle',
    'apoptotic process',
  ]);
});

test('all rows are copied, folded or not, in the order of the groups', async () => {
  const user = await open();
  await user.click(button(/复制 6 行/));
  const copied = (await navigator.clipboard.readText()).split('\n').slice(1);
  expect(copied.map((line) => line.split('\t')[1])).toEqual(UNFOLDED.map((name) => name.trim()));
});

test('nothing is offered to fold where no two terms are alike', async () => {
  await open(
    TERMS.split('\n')
      .filter((line) => !/GO:[245]\t/.test(line))
      .join('\n'),
  );
  expect(screen.queryByRole('switch')).toBeNull();
  expect(screen.getByRole('table', { name: '富集的条目，3 行' })).toBeDefined();
  await says('共 3 行');
});
