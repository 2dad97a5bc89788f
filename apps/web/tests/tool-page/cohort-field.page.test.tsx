import type { Cohort } from '@oncoloom/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import ToolPage from '../../src/tool-page/tool-page.tsx';
import { entryOf, fakeServer, renderPage } from '../support/page.tsx';

const matrix = { unit: 'log2(TPM+1)', genes: 20_501, samples: 79, tumours: 79, normals: 0, gtex: 0, pairs: 0 };
const cohort: Cohort = {
  ...{ code: 'acc', label: 'TCGA-ACC', name: '肾上腺皮质癌', english: 'Adrenocortical carcinoma', installed: true },
  ...{ only_tcga: 0, tcga_gtex: 1, usable: { tumour_vs_normal: false, with_gtex: false, OS: true, PFI: true } },
  ...{ samples: 79, normals: 0, events: 28, source: 'x', release: '1', simulated: false, notes: [] },
  matrices: { expression: matrix },
  clinical: { age: { known: 79 } },
  survival: { OS: { patients: 79, events: 28 } },
};

test.each([
  ['is proposed where a tool needs one', 'uni_cox_analysis', true],
  // It would stand there as if chosen, and choosing what is shown changes nothing.
  ['is not where a matrix may take its place', 'risk_model_validation', false],
])('a public cohort %s', async (_, taskType, proposed) => {
  const entry = entryOf(taskType);
  fakeServer({
    '/cohorts': () => ({ results: [cohort] }),
    '/get_analysis_list': () => ({ results: [], count: 0, page: 1, page_size: 10, current_page: 1 }),
    '/estimate_analysis': () => ({ points: 3, remaining_points: 60, seconds: 1, queue: 0, findings: [], plan: '', task_name: '' }),
  });
  renderPage(<ToolPage entry={entry} />, { path: entry.routes.analysis, at: entry.routes.analysis });
  await screen.findByRole('button', { name: '开始分析' });
  if (proposed) expect(await screen.findByText('TCGA-ACC 肾上腺皮质癌')).toBeDefined();
  else expect(await screen.findByText('选一个队列')).toBeDefined();
  expect(screen.queryAllByText('TCGA-ACC 肾上腺皮质癌').length > 0).toBe(proposed);
});
