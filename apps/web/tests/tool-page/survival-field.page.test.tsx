import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { useSession } from '../../src/accounts/session.ts';
import ToolPage from '../../src/tool-page/tool-page.tsx';
import { entryOf, fakeServer, renderPage } from '../support/page.tsx';
import { seriesFile } from '../support/series-file.ts';

/** Follow-up that is pasted into a tool that matches it with nothing. */

const KM = entryOf('kaplan_meier');
const ESTIMATED = { points: 2, remaining_points: 60, seconds: 1, queue: 0, findings: [], plan: '照填写的画。', task_name: '名字' };

async function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  await KM.load();
  const calls = fakeServer({
    '/get_analysis_list': () => ({ results: [], count: 0, page: 1, page_size: 10, current_page: 1 }),
    '/estimate_analysis': () => ESTIMATED,
    '/preview_analysis': () => ({ tables: {}, words: {}, texts: {}, values: {}, findings: [] }),
    ...answers,
  });
  renderPage(<ToolPage entry={KM} />, { path: KM.routes.analysis, at: KM.routes.analysis });
  await screen.findByRole('button', { name: '开始分析' });
  const user = userEvent.setup();
  await user.click(screen.getByText('粘贴', { selector: '.ant-segmented-item-label' }));
  return { user, calls, area: await screen.findByPlaceholderText('从表格里连同列名一起复制，粘贴在这里') };
}

beforeEach(() => useSession.setState({ user: undefined }));

describe('pasted follow-up', () => {
  test('whose columns are chosen by hand needs no column of names', async () => {
    const { user, calls, area } = await open();
    fireEvent.change(area, { target: { value: 'lenfol\tfstat\tgender\n17\t0\tm\n230\t1\tf\n401\t1\tm' } });
    expect(await screen.findByText('没有，按行编号')).toBeDefined();
    const choose = async (role: string, column: string) => {
      fireEvent.mouseDown(screen.getByRole('combobox', { name: role }));
      const list = document.querySelectorAll<HTMLElement>('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
      fireEvent.click(await within([...list].at(-1) ?? document.body).findByText(column, { selector: '.ant-select-item-option-content' }));
    };
    await choose('时间', 'lenfol');
    await choose('状态', 'fstat');
    await user.click(screen.getByRole('button', { name: '用这几列' }));
    await expect
      .poll(() => calls['/preview_analysis']?.at(-1))
      .toMatchObject({
        survival_data: [
          { sample: '1', time: '17', status: '0', gender: 'm' },
          { sample: '2', time: '230', status: '1', gender: 'f' },
          { sample: '3', time: '401', status: '1', gender: 'm' },
        ],
      });
  });

  test('under names of its own is offered by what its columns say', async () => {
    const { user, calls, area } = await open();
    const rows = Array.from({ length: 12 }, (_, i) => `${i * 5 + 1}\t${i % 3 ? 'no relapse' : 'relapse'}\t${i % 2 ? 'm' : 'f'}`);
    fireEvent.change(area, { target: { value: ['relapse.delay (months)\trelapse.event\tgender', ...rows].join('\n') } });
    await user.click(await screen.findByRole('button', { name: '用无复发生存这两列' }));
    await expect
      .poll(() => calls['/preview_analysis']?.at(-1))
      .toMatchObject({
        time_unit: 'month',
        survival_data: expect.arrayContaining([
          { sample: '1', time: '1', status: '1', gender: 'f' },
          { sample: '2', time: '6', status: '0', gender: 'm' },
        ]),
      });
  });

  test('of a file that is too long is refused with the limit and stands nowhere', async () => {
    const { area } = await open();
    const clipboard = { getData: (type: string) => (type === 'text/plain' ? `a\tb\n${'1\t2\n'.repeat(50_000)}` : '') };
    fireEvent.paste(area, { clipboardData: clipboard });
    expect(await screen.findByText(/有 50,000 行，最多 20,000 行/)).toBeDefined();
    expect((area as HTMLTextAreaElement).value).toBe('');
  });
});

test('a series of GEO that was read as a table of patients is read again, for what it tells of its samples', async () => {
  const columns = ['ID_REF', 'GSM1', 'GSM2'].map((name) => ({ name, type: 'number', missing: 0 }));
  const asTable = { id: 9, name: 'GSE1_series_matrix.txt', file_size: 9, created_at: '2026-01-01T00:00:00Z', validation_status: 'valid' };
  const series = seriesFile({
    'os time (months)': Array.from({ length: 12 }, (_, i) => String(i * 5 + 1)),
    'os status': Array.from({ length: 12 }, (_, i) => (i % 3 ? 'alive' : 'dead')),
  });
  const { user, calls } = await open({
    '/files': () => ({ files: [{ ...asTable, facts: null }], count: 1 }),
    '/file/9/info': () => ({ file: { ...asTable, facts: { findings: [], table: { rows: 5, columns, preview: [] } } } }),
    '/bulk/files/9/update': () => ({ file: series }),
  });
  await user.click(screen.getByText('文件', { selector: '.ant-segmented-item-label' }));
  await user.click(await screen.findByRole('button', { name: '从空间选择' }));
  await user.click(await screen.findByText('GSE1_series_matrix.txt'));
  await user.click(await screen.findByRole('button', { name: '用总生存这两列' }));
  expect(calls['/bulk/files/9/update']).toEqual([{ file_type: 'expression' }]);
  await expect.poll(() => calls['/preview_analysis']?.at(-1)).toMatchObject({ time_unit: 'month' });
});
