import type { SurvivalDataParameter } from '@oncoloom/tool-kit';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import uniCox from '../../../../tools/prognosis/bulk-uni-cox/tool.ts';
import { EMPTY_FORM } from '../../src/tool-page/form/form-state.ts';
import { type ToolForm, useToolForm } from '../../src/tool-page/form/use-tool-form.ts';
import { ProposedSurvival } from '../../src/tool-page/proposed/proposed-survival.tsx';
import { fakeServer, Refusal, renderPage } from '../support/page.tsx';
import { seriesFile } from '../support/series-file.ts';

let form: ToolForm;
function Part({ columns }: { columns: Record<string, string[]> }) {
  form = useToolForm(uniCox, { ...EMPTY_FORM, inputs: { file_id: { from: 'file', file: seriesFile(columns) } } });
  return <ProposedSurvival name="survival_data" parameter={uniCox.parameters.survival_data as SurvivalDataParameter} form={form} />;
}

async function show(columns: Record<string, string[]>) {
  const refuse = () => {
    throw new Refusal(503, { detail: '分析引擎还在准备' });
  };
  fakeServer({ '/estimate_analysis': refuse, '/check_inputs': refuse });
  renderPage(<Part columns={columns} />, { path: '/', at: '/' });
  return { user: userEvent.setup(), part: within(await screen.findByRole('region', { name: '从样本信息看' })) };
}

const numbers = (count: number, of: (i: number) => unknown) => Array.from({ length: count }, (_, i) => String(of(i)));

describe('follow-up that the sample information proposes', () => {
  test('is taken by a key with its unit, its event in words, and the other columns beside it', async () => {
    const { user, part } = await show({
      'os time (months)': numbers(10, (i) => i * 3 + 1),
      'os status': numbers(10, (i) => (i === 9 ? 'lost' : i % 3 ? 'alive' : 'dead')),
      stage: numbers(10, (i) => (i % 2 ? 'II' : 'III')),
    });
    expect(part.getByText('总生存（月）：9 例里 3 例事件')).toBeDefined();
    expect(form.state.inputs.survival_data).toBeUndefined();
    part.getByRole('button', { name: '用总生存这两列' }).focus();
    await user.keyboard('{Enter}');
    expect(form.values.time_unit).toBe('month');
    const choice = form.state.inputs.survival_data;
    expect(choice).toMatchObject({ from: 'rows', columns: ['sample', 'time', 'status', 'stage'] });
    const rows = choice?.from === 'rows' ? choice.rows : [];
    expect([rows[0], rows[1], rows[9]]).toEqual([
      ['G1', '1', '1', 'III'],
      ['G2', '4', '0', 'II'],
      // What became of this one nobody knows: neither event nor none.
      ['G10', '28', '', 'II'],
    ]);
    expect(part.getByText('时间是「os time (months)」，状态是「os status」，「dead」是发生事件')).toBeDefined();
    expect(part.queryAllByRole('button')).toEqual([]);
  });
  test('of a code that looks reversed is asked for, and either answer is taken as it is', async () => {
    const { user, part } = await show({
      'os months': numbers(16, (i) => (i > 5 ? 50 + i : i + 1)),
      'os event': numbers(16, (i) => (i > 5 ? 1 : 0)),
    });
    expect(part.getByText('总生存（月）：16 例，哪个是发生事件？')).toBeDefined();
    expect(part.getByText(/编码可能是反的。随访时间：「1」的中位数 60.5，「0」的中位数 3.5（月）/)).toBeDefined();
    await user.click(part.getByRole('button', { name: '总生存：「0」是发生事件' }));
    const choice = form.state.inputs.survival_data;
    const rows = choice?.from === 'rows' ? choice.rows : [];
    expect([rows[0], rows[15]]).toEqual([
      ['G1', '1', '1'],
      ['G16', '65', '0'],
    ]);
    expect(part.getByText('时间是「os months」，状态是「os event」，「0」是发生事件')).toBeDefined();
  });
  test('may be that there is none', async () => {
    const { part } = await show({ tissue: numbers(6, (i) => (i % 2 ? 'tumor' : 'normal')) });
    expect(part.getByText('样本信息里没有认出随访时间和状态')).toBeDefined();
  });
});
