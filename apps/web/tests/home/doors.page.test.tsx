import type { UserFile } from '@oncoloom/contract';
import { toolPages } from '@oncoloom/tools/menu';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Doors } from '../../src/home/doors.tsx';
import { Recognised } from '../../src/home/file-door.tsx';
import { fakeServer, renderPage, showPictures } from '../support/page.tsx';

/** Each door on Home is the first step of its way. */

const MATRIX = {
  id: 5,
  name: 'counts.csv',
  file_type: 'expression',
  file_size: 1000,
  validation_status: 'valid',
  facts: { findings: [], matrix: { rows: 20_000, columns: 12, kind: 'counts', identifiers: 'symbol' } },
} as unknown as UserFile;

const open = (answers: Parameters<typeof fakeServer>[0] = {}) => {
  fakeServer({ '/cohorts': () => ({ results: [] }), '/genes': () => ({ results: [] }), ...answers });
  return renderPage(<Doors />, { path: '/home', at: '/home' });
};
const door = (name: string) => within(screen.getByRole('region', { name }));

test('a gene that is typed leads to its page', async () => {
  const at = open();
  const user = userEvent.setup();
  await user.type(door('公共队列').getByRole('combobox', { name: '基因' }), 'her2{Enter}');
  await expect.poll(at).toBe('/gene/her2');
});

test('a file that was read is named, and offered to the tools that fit it', async () => {
  fakeServer({});
  renderPage(<Recognised file={MATRIX} onOther={() => undefined} />, { path: '/home', at: '/home' });
  expect(screen.getByText(/^表达矩阵 · .*20,000 行 × 12 列/)).toBeDefined();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links.filter((href) => href?.endsWith('/analysis?file=5'))).toHaveLength(5);
  expect(links).toContain('/file-manager?file=5');
});

test('a file of no use for a tool is led to its report', () => {
  fakeServer({});
  renderPage(<Recognised file={{ ...MATRIX, validation_status: 'pending' }} onOther={() => undefined} />, {
    path: '/home',
    at: '/home',
  });
  expect(screen.getByText(/没有直接用这种文件的工具/)).toBeDefined();
});

test('every plot is shown by what it draws from its example, and leaves the page its other connections', async () => {
  showPictures();
  let asked = 0;
  let most = 0;
  const draw = async () => {
    most = Math.max(most, ++asked);
    await new Promise((resolve) => setTimeout(resolve, 5));
    asked--;
    return new Response(new Blob(['picture']), { status: 200 });
  };
  open(Object.fromEntries(toolPages.map(({ taskType }) => [`/examples/${taskType}/figure.webp`, draw])));
  const plots = door('绘图').getAllByRole('listitem');
  expect(plots.length).toBeGreaterThanOrEqual(11);
  expect(plots).toHaveLength(new Set(toolPages.filter(({ family }) => family === 'plotting').map(({ taskType }) => taskType)).size);
  await waitFor(() => expect(plots.map((plot) => plot.querySelector('img')?.getAttribute('src'))).toEqual(plots.map(() => 'blob:picture')));
  expect(most).toBe(2);
  for (const plot of plots) expect(within(plot).getByRole('link').getAttribute('href')).toMatch(/^\/general-plotting\/.*/);
});
