import type { UserFile } from '@oncoloom/contract';
import type { GroupsTableParameter } from '@oncoloom/tool-kit';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import { EMPTY_FORM } from '../../src/tool-page/form/form-state.ts';
import { type ToolForm, useToolForm } from '../../src/tool-page/form/use-tool-form.ts';
import { ProposedGroups } from '../../src/tool-page/proposed/proposed-groups.tsx';
import { fakeServer, Refusal, renderPage } from '../support/page.tsx';
import { seriesFile } from '../support/series-file.ts';

let form: ToolForm;
function Part({ file }: { file: UserFile }) {
  form = useToolForm(limma, { ...EMPTY_FORM, inputs: { file_id: { from: 'file', file } } });
  return <ProposedGroups name="sample_groups" parameter={limma.parameters.sample_groups as GroupsTableParameter} form={form} />;
}

function show(columns: Record<string, string[]>) {
  const refuse = () => {
    throw new Refusal(503, { detail: '分析引擎还在准备' });
  };
  fakeServer({ '/estimate_analysis': refuse, '/check_inputs': refuse });
  renderPage(<Part file={seriesFile(columns)} />, { path: '/', at: '/' });
  return userEvent.setup();
}

const alternating = (a: string, b: string) => [a, b, a, b, a, b];

describe('what the sample information proposes', () => {
  test('is taken by a click, with its reference; then its pairs by another', async () => {
    const user = show({
      样本标题: ['1-1', '1-2', '2-1', '2-2', '3-1', '3-2'],
      tissue: alternating('Gastric cancer tissue', 'Gastric paracancerous tissue'),
    });
    const part = within(await screen.findByRole('region', { name: '从样本信息看' }));
    expect(part.getByText('按 tissue 分组：Gastric cancer tissue 3 个，Gastric paracancerous tissue 3 个（参照）')).toBeDefined();
    expect(part.getByText(/「paracancerous」（癌旁）是对照的说法/)).toBeDefined();
    expect(form.state.inputs.sample_groups).toBeUndefined();
    await user.click(part.getByRole('button', { name: '用这个分组' }));
    expect(form.values).toMatchObject({ case_group: 'Gastric cancer tissue', control_group: 'Gastric paracancerous tissue' });
    expect(part.getByText(/^已按 tissue 分组/)).toBeDefined();
    await user.click(part.getByRole('button', { name: '按编号配对' }));
    expect(form.values).toMatchObject({ case_group: 'Gastric cancer tissue', pair_column: '配对编号' });
    expect(form.state.inputs.sample_groups).toMatchObject({
      columns: ['sample', 'group', '配对编号', 'tissue'].filter((name) => name !== 'tissue'),
    });
    expect(part.getByText('已按编号配对：3 对')).toBeDefined();
    expect(part.queryAllByRole('button')).toEqual([]);
  });
  test('may be that there is no comparison', async () => {
    show({ 样本标题: ['0 h', '1 h', '2 h', '3 h', '4 h', '5 h'] });
    const part = within(await screen.findByRole('region', { name: '从样本信息看' }));
    expect(part.getByText(/6 个样本各是一个时间点/)).toBeDefined();
    expect(part.queryAllByRole('button')).toEqual([]);
  });
});
