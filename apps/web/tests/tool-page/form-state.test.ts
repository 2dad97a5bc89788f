import type { Finding, MatrixFacts, UserFile } from '@oncoloom/contract';
import { FIGURE_TEMPLATES, taskName } from '@oncoloom/tool-kit';
import { describe, expect, test } from 'vitest';
import limma from '../../../../tools/differential/limma-differential/tool.ts';
import clustering from '../../../../tools/expression/consensus-clustering/tool.ts';
import km from '../../../../tools/plotting/kaplan-meier/tool.ts';
import volcano from '../../../../tools/plotting/volcano-plot/tool.ts';
import validation from '../../../../tools/prognosis/risk-model-validation/tool.ts';
import { countFindings, sortFindings } from '../../src/files/findings.ts';
import { withInput } from '../../src/tool-page/data/choose-input.ts';
import {
  applyFix,
  completeValues,
  EMPTY_FORM,
  type FormState,
  factsOf,
  isInUse,
  missingFields,
  requestBody,
  rowsOf,
  undoFix,
  withTemplate,
  withValues,
} from '../../src/tool-page/form/form-state.ts';
import { formOf, readWish } from '../../src/tool-page/form/prefill.ts';
import { requestKey } from '../../src/tool-page/form/request-key.ts';

const matrix: MatrixFacts = {
  rows: 10,
  columns: 4,
  kind: 'counts',
  identifiers: 'symbol',
  identifierColumn: 'gene',
  platform: null,
  species: null,
  samples: ['S1', 'S2', 'S3', 'S4'],
  minimum: 0,
  maximum: 900,
  missing: 0,
  negative: 0,
  fractional: 0,
  constantRows: 0,
  zeroRows: 0,
  columnSums: [],
  preview: { rows: [], values: [] },
  annotations: null,
};
const counts: UserFile = {
  id: 7,
  name: 'counts.tsv',
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
const groups = rowsOf(
  [
    { sample: 'S1', group: '正常' },
    { sample: 'S2', group: '正常' },
    { sample: 'S3', group: '肿瘤' },
    { sample: 'S4', group: '肿瘤' },
  ],
  { kind: 'pasted' },
);
const filled: FormState = { ...EMPTY_FORM, inputs: { file_id: { from: 'file', file: counts }, sample_groups: groups } };
const valuesOf = (state: FormState) => completeValues(limma, state, factsOf(limma, state)).values;

describe('values of the form', () => {
  test('the file suggests the kind of data, and defaults follow it', () => {
    const { values, origins } = completeValues(limma, filled, factsOf(limma, filled));
    expect(values).toMatchObject({ data_type: 'rnaseq', trend: true, robust: true, case_group: '肿瘤', control_group: '正常', padj: 0.05 });
    expect(origins).toMatchObject({ data_type: 'suggested', padj: 'default' });
  });
  test('what the user set stands', () => {
    expect(valuesOf({ ...filled, changed: { data_type: 'microarray', case_group: '正常' } })).toMatchObject({
      data_type: 'microarray',
      trend: false,
      case_group: '正常',
    });
  });
});

describe('the request', () => {
  test('names the file, sends rows as records, leaves hidden and empty fields out', () => {
    const body = requestBody(limma, filled, valuesOf(filled));
    expect(body).toMatchObject({ task_type: 'limma_differential_analysis', file_id: 7, case_group: '肿瘤', data_type: 'rnaseq' });
    expect(body.sample_groups).toContainEqual({ sample: 'S3', group: '肿瘤' });
    expect(body).not.toHaveProperty('log2_transform');
    expect(body).not.toHaveProperty('covariates');
    expect(body).not.toHaveProperty('example');
  });
  test('a groups file goes under its own field', () => {
    const state: FormState = { ...filled, inputs: { ...filled.inputs, sample_groups: { from: 'file', file: { ...counts, id: 9 } } } };
    expect(requestBody(limma, state, valuesOf(state))).toMatchObject({ sample_groups_file_id: 9 });
  });
  test('the example brings its own values and no inputs', () => {
    const state: FormState = { ...filled, example: true };
    const body = requestBody(limma, state, valuesOf(state));
    expect(body).toMatchObject({ example: true, case_group: 'BCR/ABL', control_group: 'NEG' });
    expect(body).not.toHaveProperty('file_id');
    expect(missingFields(limma, state, valuesOf(state))).toEqual([]);
  });
  test('of alternative inputs only the one in view is sent', () => {
    const state: FormState = {
      ...EMPTY_FORM,
      inputs: { source_analysis_id: { from: 'analysis', id: 3, name: 'run' }, file_id: { from: 'file', file: counts } },
      sources: { source_analysis_id: 'file_id' },
    };
    const body = requestBody(volcano, state, completeValues(volcano, state, {}).values);
    expect(body).toMatchObject({ file_id: 7 });
    expect(body).not.toHaveProperty('source_analysis_id');
  });
});

test('fields that say how an optional input is read are asked for with it alone', () => {
  const asked = (state: FormState) => {
    const { values } = completeValues(clustering, state, {});
    return ['time_unit', 'status_event'].filter((name) => isInUse(clustering, state, name, values));
  };
  const followUp = rowsOf([{ sample: 'S1', time: '10', status: '1' }], { kind: 'pasted' });
  expect(asked(EMPTY_FORM)).toEqual([]);
  expect(asked({ ...EMPTY_FORM, inputs: { survival_data: followUp } })).toEqual(['time_unit', 'status_event']);
});

describe('fields of an alternative', () => {
  const asked = (source: string) => {
    const state: FormState = { ...EMPTY_FORM, sources: { dataset: source }, changed: { time_unit: 'month', endpoint: 'PFI' } };
    const { values } = completeValues(validation, state, {});
    const shown = Object.keys(validation.parameters).filter((name) => isInUse(validation, state, name, values));
    return { shown, body: requestBody(validation, state, values) };
  };

  test('are asked for with it alone: the matrix and the unit with the own follow-up, the endpoint with a cohort', () => {
    const cohort = asked('dataset');
    expect([cohort.shown.includes('endpoint'), cohort.shown.includes('file_id'), cohort.shown.includes('time_unit')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(cohort.body).toMatchObject({ endpoint: 'PFI' });
    expect(cohort.body).not.toHaveProperty('time_unit');
    const own = asked('survival_data');
    expect([own.shown.includes('endpoint'), own.shown.includes('file_id'), own.shown.includes('time_unit')]).toEqual([false, true, true]);
    expect(own.body).toMatchObject({ time_unit: 'month' });
    expect(own.body).not.toHaveProperty('endpoint');
    // A cohort's patients have neither times of entry nor a coding that has to be told.
    const ofFollowUp = (shown: string[]) => ['entry_column', 'status_event'].filter((name) => shown.includes(name));
    expect([ofFollowUp(cohort.shown), ofFollowUp(own.shown)]).toEqual([[], ['entry_column', 'status_event']]);
  });

  test('that hang on none are always asked for', () => {
    expect(asked('dataset').shown).toContain('standardise');
    expect(asked('survival_data').shown).toContain('standardise');
  });
});

describe('what is missing', () => {
  test('inputs first; groups are asked for when there is a table to choose from', () => {
    expect(missingFields(limma, EMPTY_FORM, valuesOf(EMPTY_FORM)).map(({ field }) => field)).toEqual(['file_id', 'sample_groups']);
    expect(missingFields(limma, filled, valuesOf(filled))).toEqual([]);
    expect(missingFields(volcano, EMPTY_FORM, {}).map(({ field }) => field)).toEqual(['source_analysis_id']);
  });
});

describe('fixes', () => {
  test('set values and rows, and are taken back alone', () => {
    const finding: Finding = {
      code: 'samples_absent',
      level: 'must',
      field: 'sample_groups',
      message: '',
      fix: { label: '按相近名称匹配', parameters: { sample_groups: [{ sample: 'S1', group: '肿瘤' }], data_type: 'microarray' } },
    };
    const fixed = applyFix(limma, filled, finding);
    expect(fixed.inputs.sample_groups).toMatchObject({ from: 'rows', rows: [['S1', '肿瘤']], origin: { kind: 'pasted' } });
    expect(fixed.changed).toEqual({ data_type: 'microarray' });
    const later = { ...fixed, changed: { ...fixed.changed, padj: 0.01 } };
    const back = undoFix(limma, later, later.applied[0] ?? { finding, changed: {}, inputs: {} });
    expect(back.inputs.sample_groups).toBe(groups);
    expect(back.changed).toEqual({ padj: 0.01 });
    expect(back.applied).toEqual([]);
  });
});

describe('findings', () => {
  test('in the order of their weight, each once', () => {
    const note: Finding = { code: 'b', level: 'note', message: 'n' };
    const must: Finding = { code: 'a', level: 'must', message: 'm' };
    const passed: Finding = { code: 'c', level: 'passed', message: 'p' };
    expect(sortFindings([note, passed, must, note])).toEqual([must, passed, note]);
    expect(countFindings([must, passed, passed, note])).toBe('1 项必须处理 · 2 项正常');
  });
});

describe('links to the form', () => {
  test('reads what makes sense and leaves the rest', () => {
    expect(readWish(new URLSearchParams('from=12&set={"padj":0.1}'))).toEqual({
      from: 12,
      source: undefined,
      file: undefined,
      set: { padj: 0.1 },
      example: false,
    });
    expect(readWish(new URLSearchParams('from=x&source=-1&set={"padj"'))).toEqual({
      from: undefined,
      source: undefined,
      file: undefined,
      set: {},
      example: false,
    });
  });
  test('an earlier run comes back with what was changed only', async () => {
    const parameters = {
      ...valuesOf(filled),
      padj: 0.01,
      covariates: [],
      pair_column: null,
      sample_groups: [{ sample: 'S1', group: '肿瘤' }],
    };
    const state = await formOf(limma, { parameters, task_name: '第一次', inputs: [], example: false });
    expect(state.taskName).toBe('第一次');
    // The file is gone: nothing suggests counts. The groups are not what the form would compare.
    expect(state.changed).toEqual({ data_type: 'rnaseq', case_group: '肿瘤', control_group: '正常', padj: 0.01 });
    expect(state.inputs.sample_groups).toMatchObject({ from: 'rows', origin: { kind: 'earlier' } });
  });
  test('an earlier run of untouched values changes nothing', async () => {
    const parameters = { ...valuesOf(EMPTY_FORM), covariates: [], pair_column: null };
    const state = await formOf(limma, { parameters, task_name: taskName(limma, parameters, []), inputs: [], example: false });
    expect(state.changed).toEqual({});
    expect(state.taskName).toBe('');
    const example: FormState = { ...EMPTY_FORM, example: true };
    const ofExample = await formOf(limma, { parameters: { ...valuesOf(example), robust: true }, task_name: '', inputs: [], example: true });
    expect(ofExample.changed).toEqual({ robust: true });
  });
  test('another file suggests again what nobody touched since', async () => {
    const parameters = { ...valuesOf(EMPTY_FORM), data_type: 'rnaseq', trend: true, robust: false };
    const state = await formOf(limma, { parameters, task_name: '', inputs: [], example: false });
    expect(state.changed).toEqual({ data_type: 'rnaseq', robust: false });
    const logged: UserFile = { ...counts, facts: { findings: [], matrix: { ...matrix, kind: 'log' } } };
    const swapped = withInput(limma, state, 'file_id', { from: 'file', file: logged });
    expect(valuesOf(swapped)).toMatchObject({ data_type: 'microarray', robust: false });
    const touched = withInput(limma, withValues(state, { data_type: 'rnaseq' }), 'file_id', { from: 'file', file: logged });
    expect(valuesOf(touched).data_type).toBe('rnaseq');
  });
});

describe('a look taken from the gallery', () => {
  test('goes into the request, and gives way to the next as a whole', () => {
    const [plain, slides] = ['plain', 'slides'].map((id) => FIGURE_TEMPLATES.find((template) => template.id === id));
    if (plain === undefined || slides === undefined) throw new Error('no such template');
    const taken = withTemplate(volcano, EMPTY_FORM, slides);
    const asked = requestBody(volcano, taken, completeValues(volcano, taken, {}).values);
    expect(asked).toMatchObject({ font_size: 14, transparent_ground: true, up_color: '#D55E00' });
    const back = withTemplate(volcano, taken, plain);
    const again = requestBody(volcano, back, completeValues(volcano, back, {}).values);
    expect(again).not.toHaveProperty('font_size');
    expect(again).toMatchObject({ up_color: completeValues(volcano, EMPTY_FORM, {}).values.up_color });
  });
});

test('pasted follow-up of many rows is the same request until it changes itself', () => {
  const rows = (count: number) =>
    rowsOf(
      Array.from({ length: count }, (_, i) => ({ sample: `p${i}`, time: String(i), status: '1' })),
      { kind: 'pasted' },
    );
  const state: FormState = { ...EMPTY_FORM, inputs: { survival_data: rows(1000) } };
  const keyOf = (form: FormState) => requestKey(requestBody(km, form, completeValues(km, form, factsOf(km, form)).values));
  expect(keyOf({ ...state, taskName: '名字' })).toBe(keyOf(state));
  expect(keyOf(withValues(state, { conf_int: true }))).not.toBe(keyOf(state));
  expect(keyOf({ ...state, inputs: { survival_data: rows(1000) } })).not.toBe(keyOf(state));
});
