import { toolPages } from '@oncoloom/tools/menu';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import PrognosisIntroPage from '../../src/prognosis-intro/prognosis-intro-page.tsx';
import { PAPER_STEPS, toolsOfStep } from '../../src/prognosis-intro/steps.ts';
import { renderPage } from '../support/page.tsx';

describe('the introduction to the tools for prognosis', () => {
  test('goes from differential genes to validation, and warns of models without it', () => {
    renderPage(<PrognosisIntroPage />, { path: '/', at: '/' });
    const steps = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(steps).toHaveLength(6);
    for (const [i, word] of ['差异', '交集', '单因素 Cox', 'LASSO', '列线图', '外部验证'].entries()) expect(steps[i]).toContain(word);
    expect(screen.getByRole('note').textContent).toMatch(/没有在别处验证过的模型/);
  });

  test('leads to the tools that the catalogue has, and to no other', () => {
    renderPage(<PrognosisIntroPage />, { path: '/', at: '/' });
    const known = new Set(toolPages.map(({ routes }) => routes.analysis));
    for (const step of PAPER_STEPS) {
      const item = screen.getByRole('listitem', { name: `${step.name}：${step.aim}` });
      const links = within(item).queryAllByRole('link');
      expect(links.map((link) => link.getAttribute('href'))).toEqual(toolsOfStep(step, 'tcga').map(({ routes }) => routes.analysis));
      for (const link of links) expect(known.has(link.getAttribute('href') ?? '')).toBe(true);
      if (links.length === 0) expect(item.textContent).toContain('还没有开放');
    }
    expect(screen.getByRole('link', { name: /^交集基因/ }).getAttribute('href')).toBe(
      '/tcga-analysis/machine_learning/intersection_gene/analysis',
    );
  });

  test('shows a step without tools as one that is not open', () => {
    const [step] = PAPER_STEPS;
    expect(step && toolsOfStep(step, 'tcga', [])).toEqual([]);
  });
});
