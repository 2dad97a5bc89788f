import { describe, expect, test } from 'vitest';
import { standSideBySide } from '../../src/tool-page/fields/choice-field.tsx';

/** Answers stand side by side where a column of the form has room for them; measured in a browser: 252 px at the least. */

const fits = (...labels: string[]) => standSideBySide(labels.map((label) => ({ label })));

describe('answers of a choice', () => {
  test('stand side by side while they are few and short', () => {
    expect(fits('密度', '直方图', '不画')).toBe(true);
    expect(fits('Pearson', 'Spearman', 'Kendall')).toBe(true);
  });

  test('are a list where they would reach out of their column', () => {
    // Measured: 301 px.
    expect(fits('直线（最小二乘）', '曲线（loess）', '不画')).toBe(false);
    expect(fits('一', '二', '三', '四')).toBe(false);
  });
});
