import type { MatrixFacts, UserFile } from '@oncoloom/contract';
import { describe, expect, test } from 'vitest';
import normalization from '../../../../tools/expression/microarray-normalization/tool.ts';
import { withInput } from '../../src/tool-page/data/choose-input.ts';
import {
  applyFix,
  completeValues,
  EMPTY_FORM,
  type FormState,
  factsOf,
  inputsInView,
  missingFields,
  requestBody,
  undoFix,
  withValues,
} from '../../src/tool-page/form/form-state.ts';
import { formOf } from '../../src/tool-page/form/prefill.ts';

function arrays(platform: string | null, kind: MatrixFacts['kind'] = 'log'): UserFile {
  const matrix: MatrixFacts = {
    rows: 10,
    columns: 2,
    kind,
    identifiers: 'probe',
    identifierColumn: 'ID_REF',
    platform,
    species: 'human',
    samples: ['S1', 'S2'],
    minimum: 1,
    maximum: 14,
    missing: 0,
    negative: 0,
    fractional: 1,
    constantRows: 0,
    zeroRows: 0,
    columnSums: [],
    preview: { rows: [], values: [] },
    annotations: null,
  };
  return {
    id: 7,
    name: 'arrays.tsv',
    file_type: 'expression',
    description: '',
    file_size: 1000,
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
}

const valuesOf = (state: FormState) => completeValues(normalization, state, factsOf(normalization, state)).values;
const choose = (state: FormState, platform: string | null) =>
  withInput(normalization, state, 'file_id', { from: 'file', file: arrays(platform) });
const bodyOf = (state: FormState) => requestBody(normalization, state, valuesOf(state));

describe('the platform of a file', () => {
  test('is proposed with the file, and replaced with the next one', () => {
    const first = choose(EMPTY_FORM, 'GPL571');
    expect(first.inputs.platform).toEqual({ from: 'platform', platform: 'GPL571', proposed: true });
    expect(choose(first, 'GPL96').inputs.platform).toMatchObject({ platform: 'GPL96' });
    expect(choose(first, null).inputs.platform).toBeUndefined();
  });

  test('stays when the user chose it', () => {
    const chosen = withInput(normalization, choose(EMPTY_FORM, 'GPL571'), 'platform', {
      from: 'platform',
      platform: 'GPL3921',
      proposed: false,
    });
    expect(choose(chosen, 'GPL96').inputs.platform).toMatchObject({ platform: 'GPL3921' });
  });

  test('goes with the request where probes become genes, and only there', () => {
    const state = choose(EMPTY_FORM, 'GPL571');
    // Probes suggest it.
    expect(bodyOf(state)).toMatchObject({ file_id: 7, annotate: true, platform: 'GPL571' });
    expect(bodyOf(withValues(state, { annotate: false }))).not.toHaveProperty('platform');
  });

  test('counts for the checks only while it is in view', () => {
    const state = choose(EMPTY_FORM, 'GPL571');
    const inView = (values: Record<string, boolean>) => Object.keys(inputsInView(normalization, state, values));
    expect(inView({ annotate: true })).toEqual(['file_id', 'platform']);
    expect(inView({ annotate: false })).toEqual(['file_id']);
  });

  test('is missed where none is known, and not where it is not needed', () => {
    const state = choose(EMPTY_FORM, null);
    expect(missingFields(normalization, state, valuesOf(state)).map(({ field }) => field)).toEqual(['platform']);
    const without = withValues(state, { annotate: false });
    expect(missingFields(normalization, without, valuesOf(without))).toEqual([]);
  });

  test('gives way to an annotation of the user', () => {
    const own = withInput(
      normalization,
      { ...choose(EMPTY_FORM, 'GPL571'), sources: { platform: 'annotation_file_id' } },
      'annotation_file_id',
      {
        from: 'file',
        file: { ...arrays(null), id: 9, file_type: 'annotation', facts: { findings: [] } },
      },
    );
    expect(bodyOf(own)).toMatchObject({ annotation_file_id: 9 });
    expect(bodyOf(own)).not.toHaveProperty('platform');
  });

  test('is changed by a fix of one click, and back', () => {
    const state = choose(EMPTY_FORM, 'GPL571');
    const finding = {
      code: 'platform_differs',
      level: 'should',
      field: 'platform',
      message: '',
      fix: { label: '', parameters: { platform: 'GPL96' } },
    } as const;
    const fixed = applyFix(normalization, state, finding);
    expect(bodyOf(fixed)).toMatchObject({ platform: 'GPL96' });
    const [applied] = fixed.applied;
    expect(applied && bodyOf(undoFix(normalization, fixed, applied))).toMatchObject({ platform: 'GPL571' });
  });

  test('comes back with an earlier run', async () => {
    const parameters = { ...valuesOf(EMPTY_FORM), annotate: true, platform: 'GPL96' };
    const state = await formOf(normalization, { parameters, task_name: '', inputs: [], example: false });
    expect(state.inputs.platform).toEqual({ from: 'platform', platform: 'GPL96', proposed: false });
  });
});
