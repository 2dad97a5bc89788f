import type { MatrixFacts, TaskType, UserFile } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import { toolsFor } from '../../src/files/tools-for-file.ts';

type Facts = Pick<MatrixFacts, 'kind' | 'identifiers' | 'minimum' | 'maximum' | 'fractional'>;

const file = (facts: Facts): Pick<UserFile, 'file_type' | 'validation_status' | 'facts'> => ({
  file_type: 'expression',
  validation_status: 'valid',
  facts: {
    findings: [],
    matrix: {
      rows: 16_863,
      columns: 12,
      identifierColumn: 'gene',
      platform: null,
      species: 'human',
      samples: Array.from({ length: 12 }, (_, i) => `S${i}`),
      missing: 0,
      negative: 0,
      constantRows: 0,
      zeroRows: 0,
      columnSums: [],
      preview: { rows: [], values: [] },
      annotations: null,
      ...facts,
    },
  },
});
const COUNTS: Facts = { kind: 'counts', identifiers: 'symbol', minimum: 0, maximum: 90_000, fractional: 0 };
const LOGGED: Facts = { kind: 'log', identifiers: 'symbol', minimum: 0, maximum: 14.2, fractional: 0.98 };
const LINEAR: Facts = { kind: 'linear', identifiers: 'symbol', minimum: 0, maximum: 21_000, fractional: 0.9 };
const offered = (facts: Facts): string[] => toolsFor(file(facts)).map(({ taskType }) => taskType);

const DESEQ2: TaskType = 'bulk_deseq2_diff';
const LIMMA: TaskType = 'limma_differential_analysis';
const COUNTS_TO_LOG: TaskType = 'count_expression_transform';
const TAKE_LOG: TaskType = 'log_transform';
const ARRAYS: TaskType = 'microarray_normalization';

describe('the tools that a matrix is offered for', () => {
  it('are those of counts for counts', () => {
    expect(offered(COUNTS)).toEqual(expect.arrayContaining([DESEQ2, LIMMA, COUNTS_TO_LOG, 'rna_seq_conversion', 'batch_sd_calculation']));
    expect(offered(COUNTS)).not.toContain(ARRAYS);
  });

  it('are none of counts, and no second logarithm, for a logged one', () => {
    expect(offered(LOGGED)).toEqual(expect.arrayContaining([LIMMA, 'multi_dataset_batch_removal', 'gene_expression_extract']));
    for (const tool of [DESEQ2, COUNTS_TO_LOG, TAKE_LOG]) expect(offered(LOGGED)).not.toContain(tool);
  });

  it('are the logarithm, and none of counts, for one that has none', () => {
    expect(offered(LINEAR)).toEqual(expect.arrayContaining([TAKE_LOG, LIMMA, ARRAYS]));
    for (const tool of [DESEQ2, COUNTS_TO_LOG, 'multi_dataset_batch_removal']) expect(offered(LINEAR)).not.toContain(tool);
  });

  it('do not remove batches a second time, nor take a batch-corrected matrix for a comparison', () => {
    const corrected = offered({ ...LOGGED, kind: 'batch-corrected' });
    for (const tool of [DESEQ2, LIMMA, TAKE_LOG, 'multi_dataset_batch_removal']) expect(corrected).not.toContain(tool);
    expect(corrected).toContain('gene_expression_extract');
  });

  it('follow the row names: probes are no RNA-seq', () => {
    const probes = offered({ ...LOGGED, identifiers: 'probe' });
    expect(probes).toEqual(expect.arrayContaining([ARRAYS, LIMMA]));
    for (const tool of [DESEQ2, 'rna_seq_conversion', 'multi_dataset_batch_removal']) expect(probes).not.toContain(tool);
  });
});

it('tools of other types follow the type alone, and what cannot be read is for none', () => {
  expect(toolsFor({ file_type: 'table', validation_status: 'valid', facts: { findings: [] } }).map(({ taskType }) => taskType)).toContain(
    'volcano_plot_analysis',
  );
  expect(toolsFor({ ...file(COUNTS), validation_status: 'invalid' })).toEqual([]);
});
