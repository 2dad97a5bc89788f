import type { UserFile } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import studies from '../../../../tools/differential/multi-study-differential/tool.ts';
import leaveOut from '../../../../tools/prognosis/diagnostic-leave-study-out/tool.ts';
import { EMPTY_FORM } from '../../src/tool-page/form/form-state.ts';
import { type ToolForm, useToolForm } from '../../src/tool-page/form/use-tool-form.ts';
import { StudyGroups } from '../../src/tool-page/study-groups.tsx';
import { fakeServer, Refusal, renderPage } from '../support/page.tsx';
import { oneOfSeveral } from '../support/series-file.ts';

let form: ToolForm;
interface PartProps {
  files: readonly UserFile[];
  tool: ToolDefinition;
  table: string;
}
function Part({ files, tool, table }: PartProps) {
  const items = files.map((file) => ({ from: 'file', file }) as const);
  form = useToolForm(tool, { ...EMPTY_FORM, inputs: { file_ids: { from: 'files', items } } });
  return <StudyGroups name={table} of="file_ids" form={form} />;
}

const show = (...files: UserFile[]) => showTool(studies, 'sample_groups', files);

function showTool(tool: ToolDefinition, table: string, files: readonly UserFile[]) {
  const refuse = () => {
    throw new Refusal(503, { detail: '分析引擎还在准备' });
  };
  fakeServer({ '/estimate_analysis': refuse, '/check_inputs': refuse });
  renderPage(<Part files={files} tool={tool} table={table} />, { path: '/', at: '/' });
  return userEvent.setup();
}

const alternating = (a: string, b: string) => [a, b, a, b];
const rowsOf = (): readonly (readonly string[])[] => {
  const choice = form.state.inputs.sample_groups;
  return choice?.from === 'rows' ? choice.rows : [];
};

describe('the two groups of several studies', () => {
  test('are proposed from what each series says, and taken together by a click', async () => {
    const user = show(
      oneOfSeveral('GSE1_series_matrix.txt.gz', { tissue: alternating('gastric cancer', 'normal mucosa') }),
      oneOfSeveral('GSE2_series_matrix.txt.gz', { diagnosis: alternating('tumor', 'healthy') }),
    );
    const part = within(await screen.findByRole('region', { name: '各数据集的两组' }));
    expect(form.state.inputs.sample_groups).toBeUndefined();
    await user.clear(part.getByLabelText('病例组叫什么'));
    await user.type(part.getByLabelText('病例组叫什么'), '胃癌');
    await user.clear(part.getByLabelText('对照组叫什么（参照）'));
    await user.type(part.getByLabelText('对照组叫什么（参照）'), '正常');
    await user.click(part.getByRole('button', { name: '用这些分组' }));
    expect(rowsOf()).toEqual([
      ['GSE1_1', '胃癌', 'GSE1'],
      ['GSE1_2', '正常', 'GSE1'],
      ['GSE1_3', '胃癌', 'GSE1'],
      ['GSE1_4', '正常', 'GSE1'],
      ['GSE2_1', '胃癌', 'GSE2'],
      ['GSE2_2', '正常', 'GSE2'],
      ['GSE2_3', '胃癌', 'GSE2'],
      ['GSE2_4', '正常', 'GSE2'],
    ]);
    expect(form.values).toMatchObject({ case_group: '胃癌', control_group: '正常' });
    expect(part.getByRole('status').textContent).toContain('已采用，共 8 个样本');
  });

  test('a study that says nothing of its samples keeps the others from being taken, and says what to do', async () => {
    show(oneOfSeveral('GSE1_matrix.txt', { tissue: alternating('gastric cancer', 'normal mucosa') }), oneOfSeveral('GSE2_matrix.txt', {}));
    const part = within(await screen.findByRole('region', { name: '各数据集的两组' }));
    expect(part.getByRole('button', { name: '用这些分组' })).toHaveProperty('disabled', true);
    expect(part.getByText(/「GSE2」的两组还没有选好/)).toBeDefined();
    expect(part.getByText(/没有带样本信息/)).toBeDefined();
  });

  test('studies of one name are not taken', async () => {
    const own = { tissue: alternating('gastric cancer', 'normal mucosa') };
    const user = show(oneOfSeveral('GSE1_a.txt', own), oneOfSeveral('GSE2_a.txt', own));
    const part = within(await screen.findByRole('region', { name: '各数据集的两组' }));
    const [, second] = part.getAllByLabelText('数据集的名字');
    if (second === undefined) throw new Error('two studies have two names');
    await user.clear(second);
    await user.type(second, 'GSE1');
    expect(part.getByText('数据集的名字要各不相同。')).toBeDefined();
    await user.type(second, ' 验证');
    await user.click(part.getByRole('button', { name: '用这些分组' }));
    expect(new Set(rowsOf().map(([, , study]) => study))).toEqual(new Set(['GSE1', 'GSE1 验证']));
  });

  test('are the outcome of a model that leaves each study out, with the cases as the positive ones', async () => {
    const user = showTool(leaveOut, 'clinical_data', [
      oneOfSeveral('GSE1_series_matrix.txt.gz', { response: alternating('responder', 'non-responder') }),
      oneOfSeveral('GSE2_series_matrix.txt.gz', { response: alternating('responder', 'non-responder') }),
    ]);
    const part = within(await screen.findByRole('region', { name: '各数据集的两组' }));
    const cases = (part.getByLabelText('病例组叫什么') as HTMLInputElement).value;
    await user.click(part.getByRole('button', { name: '用这些分组' }));
    const choice = form.state.inputs.clinical_data;
    expect(choice).toMatchObject({ from: 'rows', columns: ['sample', 'group', 'study'] });
    expect(choice?.from === 'rows' ? choice.rows : []).toHaveLength(8);
    expect(form.values).toMatchObject({ label_column: 'group', positive_label: cases });
  });
});
