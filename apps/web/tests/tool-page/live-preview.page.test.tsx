import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { useSession } from '../../src/accounts/session.ts';
import { EMPTY_FORM } from '../../src/tool-page/form/form-state.ts';
import { useToolForm } from '../../src/tool-page/form/use-tool-form.ts';
import { LivePreview } from '../../src/tool-page/preview/live-preview.tsx';
import ToolPage from '../../src/tool-page/tool-page.tsx';
import { entryOf, fakeServer, renderPage } from '../support/page.tsx';

/** The figure beside the form, against a server that answers the older of two calls last. */

const VOLCANO = entryOf('volcano_plot_analysis');
const PASTED = 'gene\tlogFC\tP.Value\nTP53\t1.8\t0.001\nGPC3\t-2.1\t0.0002\nAFP\t0.1\t0.8';
const ESTIMATED = { points: 1, remaining_points: 60, seconds: 1, queue: 0, findings: [], plan: '照填写的运行。', task_name: '名字' };

async function open(preview: (body: Record<string, unknown>) => unknown) {
  await VOLCANO.load();
  const calls = fakeServer({
    '/get_analysis_list': () => ({ results: [], count: 0, page: 1, page_size: 10, current_page: 1 }),
    '/estimate_analysis': () => ESTIMATED,
    '/preview_analysis': preview,
  });
  renderPage(<ToolPage entry={VOLCANO} />, { path: VOLCANO.routes.analysis, at: VOLCANO.routes.analysis });
  await screen.findByRole('button', { name: '开始分析' });
  const user = userEvent.setup();
  await user.click(screen.getByText('粘贴的差异表', { selector: '.ant-segmented-item-label' }));
  fireEvent.change(await screen.findByPlaceholderText('在这里粘贴，第一行是列名'), { target: { value: PASTED } });
  return { user, calls };
}

const shown = () => within(screen.getByRole('region', { name: '预览' }));
const answer = (finding: Record<string, unknown>) => ({ tables: {}, words: {}, texts: {}, values: {}, findings: [finding] });

beforeEach(() => useSession.setState({ user: undefined }));

describe('a live preview', () => {
  test('ends in the last of fifty quick changes, whichever answer comes last', async () => {
    const waiting: (() => void)[] = [];
    const tool = await VOLCANO.load();
    const calls = fakeServer({
      '/estimate_analysis': () => ESTIMATED,
      '/preview_analysis': async ({ log2fc }) => {
        // The first answer waits for the last call.
        if (Number(log2fc) < 5) await new Promise<void>((resolve) => waiting.push(resolve));
        else for (const go of waiting) go();
        return answer({ code: 'threshold', level: 'note', message: `阈值 ${log2fc}` });
      },
    });
    // The preview and one field of the form: fifty drawings of all fields would be most of the test's time.
    function Form() {
      const form = useToolForm(tool, { ...EMPTY_FORM, example: true });
      const value = String(form.values.log2fc);
      return (
        <>
          <input aria-label="阈值" value={value} onChange={(event) => form.setValue('log2fc', Number(event.target.value))} />
          <LivePreview form={form} />
        </>
      );
    }
    renderPage(<Form />, { path: '/', at: '/' });
    await expect.poll(() => calls['/preview_analysis']?.length ?? 0).toBeGreaterThan(0);
    const threshold = await screen.findByLabelText('阈值');
    for (let change = 1; change <= 50; change += 1) fireEvent.change(threshold, { target: { value: String(change / 10) } });
    expect(await shown().findByText('阈值 5')).toBeDefined();
    expect(shown().queryAllByText(/^阈值/)).toHaveLength(1);
    expect(calls['/preview_analysis']?.at(-1)).toMatchObject({ log2fc: 5 });
  });

  test('offers what a finding proposes, and one click fills it into the form', async () => {
    const finding = { code: 'wide', level: 'should', message: '试试更宽的阈值', fix: { label: '改成 0.5', parameters: { log2fc: 0.5 } } };
    const { user, calls } = await open(({ log2fc }) =>
      answer(log2fc === 0.5 ? { ...finding, message: '已经是 0.5', fix: undefined } : finding),
    );
    await user.click(await shown().findByRole('button', { name: '改成 0.5' }));
    expect(await shown().findByText('已经是 0.5')).toBeDefined();
    expect(calls['/preview_analysis']?.at(-1)).toMatchObject({ log2fc: 0.5 });
  });
});
