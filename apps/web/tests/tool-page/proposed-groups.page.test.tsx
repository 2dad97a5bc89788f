import type { UserFile } from '@oncoloom/contract';
import type { GroupsTableParameter } from '@oncoloom/tool-kit';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { describe, expect, test } from 'vitest';
import deseq2 from '../../../../tools/differential/deseq2-differential/tool.ts';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import removal from '../../../../tools/expression/batch-removal/tool.ts';
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

function Removal({ file }: { file: UserFile }) {
  form = useToolForm(removal, { ...EMPTY_FORM, inputs: { file_ids: { from: 'files', items: [{ from: 'file', file }] } } });
  return <ProposedGroups name="sample_groups" parameter={removal.parameters.sample_groups as GroupsTableParameter} form={form} />;
}

function Counts({ file }: { file: UserFile }) {
  form = useToolForm(deseq2, { ...EMPTY_FORM, inputs: { file_id: { from: 'file', file } } });
  return <ProposedGroups name="sample_groups" parameter={deseq2.parameters.sample_groups as GroupsTableParameter} form={form} />;
}

const show = (columns: Record<string, string[]>) => showPart(<Part file={seriesFile(columns)} />);
const showRemoval = (columns: Record<string, string[]>) => showPart(<Removal file={seriesFile(columns)} />);

function showPart(part: ReactElement) {
  const refuse = () => {
    throw new Refusal(503, { detail: '分析引擎还在准备' });
  };
  fakeServer({ '/estimate_analysis': refuse, '/check_inputs': refuse });
  renderPage(part, { path: '/', at: '/' });
  return userEvent.setup();
}

const xist = (values: number[]) => ({ gene: 'XIST', values });
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
  const grouped = async (columns: Record<string, string[]>) => {
    const user = show({ 样本标题: ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'], tissue: alternating('tumor', 'normal'), ...columns });
    const part = within(await screen.findByRole('region', { name: '从样本信息看' }));
    await user.click(part.getByRole('button', { name: '用这个分组' }));
    return { user, part };
  };
  test('may be covariates, with their counts in both groups; what one has, the other stays', async () => {
    const { user, part } = await grouped({
      batch: ['1', '1', '2', '2', '3', '3'],
      gender: ['f', 'f', 'f', 'f', 'm', 'NA'],
      race: alternating('x', 'y'),
    });
    expect(part.getByText('「1」tumor 1、normal 1；「2」tumor 1、normal 1；「3」tumor 1、normal 1')).toBeDefined();
    await user.click(part.getByRole('button', { name: '把「batch」作协变量' }));
    // 1, 2, 3 are codes here, not quantities.
    expect(form.values).toMatchObject({ case_group: 'tumor', covariates: ['batch'], covariate_codes: ['batch'] });
    const sex = part.getByRole('button', { name: '把「gender」作协变量' });
    expect(sex.textContent).toBe('作协变量，去掉 1 个样本');
    sex.focus();
    await user.keyboard('{Enter}');
    expect(form.values).toMatchObject({ case_group: 'tumor', control_group: 'normal', covariates: ['batch', 'gender'] });
    const table = form.state.inputs.sample_groups;
    expect(table?.from === 'rows' && table.rows.map(([sample]) => sample)).toEqual(['G1', 'G2', 'G3', 'G4', 'G5']);
    // A trait that divides as the groups do may be what they are made of.
    expect(part.queryByText(/race/)).toBeNull();
  });
  test('is a warning of a batch that cannot be told from the groups, and of one that was removed', async () => {
    const { part } = await grouped({ batch: alternating('1', '2') });
    expect(part.getByText('批次「batch」和分组完全重合，分不开')).toBeDefined();
    expect(part.queryByRole('button', { name: /协变量/ })).toBeNull();
  });
  test('may be samples to leave out, each with its reason, which stay until they are left out by a click', async () => {
    const { user, part } = await grouped({ 样本标题: ['T 1', 'N 1', 'T 2', 'N 2', 'T 3', 'N 2 technical replicate'] });
    expect(part.getByText('已按 tissue 分组：tumor 3 个，normal 3 个（参照）')).toBeDefined();
    expect(part.getByText('建议去掉 1 个样本：G6')).toBeDefined();
    expect(part.getByText('G6：「N 2 technical replicate」与 G4「N 2」是同一份样本的重复')).toBeDefined();
    const samples = () => {
      const table = form.state.inputs.sample_groups;
      return table?.from === 'rows' ? table.rows.map(([sample]) => sample) : [];
    };
    expect(samples()).toContain('G6');
    part.getByRole('button', { name: '去掉 1 个样本' }).focus();
    await user.keyboard('{Enter}');
    expect(samples()).toEqual(['G1', 'G2', 'G3', 'G4', 'G5']);
    expect(form.values).toMatchObject({ case_group: 'tumor', control_group: 'normal' });
    expect(part.getByText('分组里没有 1 个样本：G6')).toBeDefined();
    expect(part.getByText('已按 tissue 分组：tumor 3 个，normal 2 个（参照）')).toBeDefined();
  });
  test('may be a doubt: samples of one patient in a group', async () => {
    const { part } = await grouped({ 'patient id': ['1', '2', '1', '3', '4', '5'] });
    expect(part.getByText('同一组里有样本来自同一患者：1 位')).toBeDefined();
    expect(part.getByText('1 在「tumor」里有 2 个样本：G1、G3')).toBeDefined();
  });
  test('takes patients with several samples as random blocks by a click, instead of pairs', async () => {
    const { user, part } = await grouped({ 'patient id': ['1', '2', '1', '3', '4', 'NA'] });
    act(() => form.setValues({ pair_column: 'group' }));
    await user.click(part.getByRole('button', { name: '患者作随机区组' }));
    expect(form.values).toMatchObject({ case_group: 'tumor', block_column: 'patient', pair_column: null });
    const table = form.state.inputs.sample_groups;
    // Who has no number is a patient of one sample.
    expect(table?.from === 'rows' && table.rows.map((row) => row[table.columns.indexOf('patient')])).toEqual([
      '1',
      '2',
      '1',
      '3',
      '4',
      'G6',
    ]);
    expect(part.getByText('患者作随机区组：1 位在同一组里不止一个样本')).toBeDefined();
    expect(part.queryByRole('button', { name: '患者作随机区组' })).toBeNull();
  });
  test('says what a tool without random blocks has instead', async () => {
    const user = showPart(
      <Counts
        file={seriesFile({
          样本标题: ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'],
          tissue: alternating('tumor', 'normal'),
          'patient id': ['1', '2', '1', '3', '4', '5'],
        })}
      />,
    );
    const part = within(await screen.findByRole('region', { name: '从样本信息看' }));
    await user.click(part.getByRole('button', { name: '用这个分组' }));
    expect(part.getByText(/这个工具没有随机区组：每位患者两组都有样本时可以选配对列/)).toBeDefined();
    expect(part.queryByRole('button', { name: '患者作随机区组' })).toBeNull();
  });
  test('may be a doubt: a sex that expression contradicts', async () => {
    const file = seriesFile(
      { tissue: ['t', 't', 't', 't', 'n', 'n', 'n', 'n'], sex: ['f', 'f', 'f', 'f', 'm', 'm', 'm', 'm'] },
      { kind: 'log', sexGenes: [xist([9, 9, 9, 2, 2, 2, 2, 2]), { gene: 'DDX3Y', values: [1, 1, 1, 8, 8, 8, 8, 8] }] },
    );
    showPart(<Part file={file} />);
    const part = within(await screen.findByRole('region', { name: '从样本信息看' }));
    expect(part.getByText('1 个样本写的性别与表达对不上：G4')).toBeDefined();
    expect(part.getByText('G4：写的是「f」，表达像男性：XIST 2.0，Y 染色体基因 8.0（log2）')).toBeDefined();
  });
  test('may be batches to remove, which need no groups', async () => {
    const columns = { 样本标题: ['a1', 'a2', 'a3', 'b1', 'b2', 'b3'], 'scan date': ['d1', 'd1', 'd1', 'd2', 'd2', 'd2'] };
    const user = showRemoval(columns);
    const part = within(await screen.findByRole('region', { name: '从样本信息看' }));
    expect(part.getByText('「scan date」把样本分成 2 批：d1 3 个、d2 3 个')).toBeDefined();
    await user.click(part.getByRole('button', { name: '按「scan date」分批' }));
    expect(form.values.batch_column).toBe('scan date');
    expect(form.state.inputs.sample_groups).toMatchObject({ columns: ['sample', 'group', 'scan date'] });
    expect(part.getByText('已按「scan date」分批')).toBeDefined();
  });
  test('may be that there is no comparison', async () => {
    show({ 样本标题: ['0 h', '1 h', '2 h', '3 h', '4 h', '5 h'] });
    const part = within(await screen.findByRole('region', { name: '从样本信息看' }));
    expect(part.getByText(/6 个样本各是一个时间点/)).toBeDefined();
    expect(part.queryAllByRole('button')).toEqual([]);
  });
});
