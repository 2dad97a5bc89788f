import type { UserFile } from '@oncoloom/contract';
import type { SurvivalDataParameter } from '@oncoloom/tool-kit';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import leaveOut from '../../../../tools/prognosis/leave-study-out/tool.ts';
import { EMPTY_FORM } from '../../src/tool-page/form/form-state.ts';
import { type ToolForm, useToolForm } from '../../src/tool-page/form/use-tool-form.ts';
import { StudyFollowUp } from '../../src/tool-page/study-follow-up.tsx';
import { fakeServer, Refusal, renderPage } from '../support/page.tsx';
import { oneOfSeveral } from '../support/series-file.ts';

let form: ToolForm;
function Part({ files }: { files: readonly UserFile[] }) {
  const items = files.map((file) => ({ from: 'file', file }) as const);
  form = useToolForm(leaveOut, { ...EMPTY_FORM, inputs: { file_ids: { from: 'files', items } } });
  return <StudyFollowUp name="survival_data" parameter={leaveOut.parameters.survival_data as SurvivalDataParameter} form={form} />;
}

function show(...files: UserFile[]) {
  const refuse = () => {
    throw new Refusal(503, { detail: '分析引擎还在准备' });
  };
  fakeServer({ '/estimate_analysis': refuse, '/check_inputs': refuse });
  renderPage(<Part files={files} />, { path: '/', at: '/' });
  return userEvent.setup();
}

const months = ['12', '24.5', '3', '60', '48', '7', '33', 'NA'];
const days = ['365', '700', '90', '1800', '1500', '210', '1000', '40'];

describe('the follow-up of several studies', () => {
  test('is read of each series in its own columns and words, and brought to one unit', async () => {
    const user = show(
      oneOfSeveral('GSE1_series_matrix.txt.gz', {
        'os.time (months)': months,
        'os.event': ['1', '0', '1', '0', '0', '1', '1', '0'],
      }),
      oneOfSeveral('GSE2_series_matrix.txt.gz', {
        'overall survival (days)': days,
        'overall survival status': ['dead', 'alive', 'dead', 'alive', 'alive', 'dead', 'dead', 'alive'],
      }),
    );
    const part = within(await screen.findByRole('region', { name: '各数据集的随访' }));
    expect(form.state.inputs.survival_data).toBeUndefined();
    await user.click(part.getByRole('button', { name: '用这些随访' }));
    const choice = form.state.inputs.survival_data;
    const rows = choice?.from === 'rows' ? choice.rows : [];
    // The sample without a time is left out.
    expect(rows).toHaveLength(15);
    expect(rows[0]).toEqual(['GSE1_1', String(12 * 30.4375), '1', 'GSE1']);
    expect(rows.find(([sample]) => sample === 'GSE2_1')).toEqual(['GSE2_1', '365', '1', 'GSE2']);
    expect(form.values.time_unit).toBe('day');
    expect(part.getByRole('status').textContent).toContain('已采用，共 15 例');
  });

  test('is not asked of series that tell none', async () => {
    show(oneOfSeveral('GSE1_a.txt', { tissue: Array(8).fill('tumour') }), oneOfSeveral('GSE2_a.txt', { tissue: Array(8).fill('tumour') }));
    expect(screen.queryByRole('region', { name: '各数据集的随访' })).toBeNull();
  });
});
