import type { MatrixFacts, UserFile } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import { withInput } from '../../src/tool-page/data/choose-input.ts';
import { EMPTY_FORM, type FormState, type InputChoice, type RowsOrigin, rowsOf } from '../../src/tool-page/form/form-state.ts';

function matrixFile(samples: string[], annotations: MatrixFacts['annotations'] = null): InputChoice {
  const matrix: MatrixFacts = {
    rows: 10,
    columns: samples.length,
    kind: 'log',
    identifiers: 'symbol',
    identifierColumn: 'gene',
    platform: null,
    species: null,
    samples,
    minimum: 0,
    maximum: 15,
    missing: 0,
    negative: 0,
    fractional: 1,
    constantRows: 0,
    zeroRows: 0,
    columnSums: [],
    preview: { rows: [], values: [] },
    annotations,
  };
  const file: UserFile = {
    id: 1,
    name: 'matrix.csv',
    file_type: 'expression',
    description: '',
    file_size: 100,
    directory_id: null,
    project_id: null,
    validation_status: 'valid',
    created_at: '2026-11-20T00:00:00Z',
    updated_at: '2026-11-20T00:00:00Z',
    version: 1,
    fix: null,
    versions: [],
    suggestions: 0,
    facts: { findings: [], matrix },
  };
  return { from: 'file', file };
}

const annotated = matrixFile(['N1', 'N2', 'N3', 'N4'], {
  columns: [{ name: 'tissue', values: ['tumor', 'tumor', 'normal', 'normal'] }],
});
const rows = (origin: RowsOrigin) =>
  rowsOf(
    [
      { sample: 'S1', group: 'a', batch: 'x' },
      { sample: 'S2', group: 'b', batch: 'y' },
    ],
    origin,
  );
const formWith = (origin: RowsOrigin): FormState => ({
  ...EMPTY_FORM,
  inputs: { file_id: matrixFile(['S1', 'S2']), sample_groups: rows(origin) },
  changed: { case_group: 'b', covariates: ['batch'] },
});
const groupsAfter = (origin: RowsOrigin, next: InputChoice | undefined) =>
  withInput(limma, formWith(origin), 'file_id', next).inputs.sample_groups;

describe('another matrix', () => {
  test('keeps groups that the user brought, and what was chosen of them', () => {
    const next = withInput(limma, formWith({ kind: 'pasted' }), 'file_id', annotated);
    expect(next.inputs.sample_groups).toEqual(rows({ kind: 'pasted' }));
    expect(next.changed).toEqual({ case_group: 'b', covariates: ['batch'] });
    const file = matrixFile([]);
    const state: FormState = { ...EMPTY_FORM, inputs: { sample_groups: file } };
    expect(withInput(limma, state, 'file_id', annotated).inputs.sample_groups).toBe(file);
  });
  test('keeps groups given by hand while a sample is the same', () => {
    expect(groupsAfter({ kind: 'by-hand' }, matrixFile(['S2', 'S9']))).toEqual(rows({ kind: 'by-hand' }));
    expect(groupsAfter({ kind: 'by-hand' }, undefined)).toEqual(rows({ kind: 'by-hand' }));
    const next = withInput(limma, formWith({ kind: 'by-hand' }), 'file_id', matrixFile(['S8', 'S9']));
    expect(next.inputs).not.toHaveProperty('sample_groups');
    expect(next.changed).toEqual({});
  });
  test('takes the groups of the analysis that made it, and only these: what a data set says of its samples is proposed', () => {
    const before: RowsOrigin = { kind: 'annotation', column: 'title' };
    expect(groupsAfter(before, annotated)).toBeUndefined();
    expect(groupsAfter(before, undefined)).toBeUndefined();
    expect(groupsAfter(before, matrixFile(['S1', 'S2', 'S3']))).toEqual(rows(before));
    const made = matrixFile(['N1', 'N2', 'N3', 'N4'], { columns: [{ name: 'group', values: ['a', 'a', 'b', 'b'] }] });
    expect(groupsAfter(before, made)).toMatchObject({ origin: { kind: 'annotation', column: 'group' } });
  });
});
