import { describe, expect, it } from 'vitest';
import { canonicalStatus, canonicalTaskType, statusGroup, TASK_TYPES } from '../src/index.ts';

describe('names of the specification', () => {
  it('accepts both spellings of a task type and stores one', () => {
    expect(canonicalTaskType('gsea_analysis')).toBe('gsea_enrichment');
    expect(canonicalTaskType('single_gene_tme_diff')).toBe('single_gene_tme_diff_analysis');
    expect(canonicalTaskType('toString')).toBeUndefined();
    for (const type of TASK_TYPES) expect(canonicalTaskType(type)).toBe(type);
  });

  it('reads every spelling of a status', () => {
    expect(['pending', 'running', 'completed', 'success', 'failed', 'fail', 'error', 'x'].map(canonicalStatus)).toEqual([
      'pending',
      'running',
      'completed',
      'completed',
      'failed',
      'failed',
      'failed',
      undefined,
    ]);
    expect(['completed', 'success', 'running', 'pending', 'failed', 'error'].map(statusGroup)).toEqual([
      'done',
      'done',
      'in-progress',
      'in-progress',
      'failed',
      'failed',
    ]);
  });
});
