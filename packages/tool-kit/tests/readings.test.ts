import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import deseq2 from '../../../tools/differential/deseq2-differential/tool.ts';
import limma from '../../../tools/differential/limma-differential/tool.ts';
import modules from '../../../tools/wgcna/stage2/tool.ts';
import { checkInputs, completeRequest, type InputFacts, looksLikeCodes, numbersOf, type ToolDefinition } from '../src/index.ts';

const columns = JSON.parse(readFileSync(new URL('../../../engine/tests/fixtures/code-columns.json', import.meta.url), 'utf8')) as readonly {
  name: string;
  values: number[];
  codes: boolean;
}[];

describe('whole numbers that look like codes', () => {
  it.each(columns)('$name: $codes', ({ values, codes }) => {
    expect(looksLikeCodes(values)).toBe(codes);
    expect(looksLikeCodes([...values].reverse())).toBe(codes);
  });
});

describe('a column of numbers, as R takes it', () => {
  it.each([
    [
      ['1', '2', '2'],
      [1, 2, 2],
    ],
    [
      ['1.0', ' 2 ', 'NA', ''],
      [1, 2],
    ],
    [['1e3', '-Inf'], [1000]],
    [['007', '8'], undefined],
    [['P1', '2'], undefined],
    [['', 'NA'], undefined],
  ])('%j', (cells, numbers) => {
    expect(numbersOf(cells)).toEqual(numbers);
  });
});

const patients = ['1', '2', '3', '4', '5', '6', '7', '8'];
const samples = [...patients.map((id) => `T${id}`), ...patients.map((id) => `N${id}`)];
const ages = ['45', '52', '61', '38', '70', '66', '52', '59', '48', '73', '61', '57', '44', '39', '68', '63'];
const cells = samples.map((sample, i) => [sample, i < 8 ? 'T' : 'N', patients[i % 8] ?? '', ages[i] ?? '', i % 2 === 0 ? 'f' : 'm']);
const facts: Record<string, InputFacts> = {
  sample_groups: { name: 'groups', table: { columns: ['sample', 'group', 'patient', 'age', 'sex'], numeric: [], rowCount: 16, cells } },
};

function checked(tool: ToolDefinition, fields: Record<string, unknown>, inputs: Record<string, InputFacts> = facts) {
  const body = { file_id: 1, sample_groups_file_id: 2, case_group: 'T', control_group: 'N', ...fields };
  const completed = completeRequest(tool, body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  const { findings, values } = checkInputs(tool, completed.request, inputs);
  return { values, must: findings.filter(({ level }) => level === 'must') };
}

describe.each([limma, deseq2] as const)('covariates of $title', (tool) => {
  it('are asked about where codes and quantities look alike, with both answers of one click', () => {
    const { must } = checked(tool, { covariates: ['patient', 'age', 'sex'] });
    expect(must).toHaveLength(1);
    expect(must[0]).toMatchObject({
      code: 'codes_or_numbers',
      field: 'covariates',
      fix: { label: '按编号', parameters: { covariate_codes: ['patient'], covariate_numbers: [] } },
      alternative: { label: '按数值', parameters: { covariate_codes: [], covariate_numbers: ['patient'] } },
    });
    expect(must[0]?.message).toContain('「patient」是编号还是数值？它只有 8 种整数（1、2、3、4 等）');
    for (const answer of [must[0]?.fix, must[0]?.alternative]) {
      expect(checked(tool, { covariates: ['patient', 'age'], ...answer?.parameters }).must).toEqual([]);
    }
  });

  it('keep earlier answers beside the next one', () => {
    const twice = { ...facts, sample_groups: withColumn('batch', (i) => String((i % 4) + 1)) };
    const { must } = checked(tool, { covariates: ['patient', 'batch'], covariate_codes: ['patient'] }, twice);
    expect(must.map(({ fix }) => fix?.parameters)).toEqual([{ covariate_codes: ['patient', 'batch'], covariate_numbers: [] }]);
  });

  it('drop answers about columns that are not chosen, and refuse two answers to one question', () => {
    const { values, must } = checked(tool, { covariates: ['age'], covariate_codes: ['patient'], covariate_numbers: ['gone'] });
    expect(must).toEqual([]);
    expect(values).toMatchObject({ covariate_codes: [], covariate_numbers: [] });
    const both = checked(tool, { covariates: ['patient'], covariate_codes: ['patient'], covariate_numbers: ['patient'] });
    expect(both.must.map(({ code }) => code)).toEqual(['codes_and_numbers']);
    expect(checked(tool, { covariates: ['sex'], covariate_numbers: ['sex'] }).must.map(({ code }) => code)).toEqual(['numbers_text']);
  });

  it('are judged by the samples that are compared', () => {
    const third = [...cells, ...patients.map((_, i) => [`X${i}`, 'X', String(9 + i), '50', 'f'])];
    const plate = third.map((row, i) => [...row, row[1] === 'X' ? '7' : String(i + 1)]);
    const table = { columns: ['sample', 'group', 'patient', 'age', 'sex', 'plate'], numeric: [], rowCount: plate.length, cells: plate };
    expect(checked(tool, { covariates: ['plate'] }, { sample_groups: { name: 'groups', table } }).must).toEqual([]);
  });

  it('are not asked about as pairs, which are always codes', () => {
    expect(checked(tool, { pair_column: 'patient' }).must).toEqual([]);
  });
});

describe('traits of modules, of which all are used unless some are chosen', () => {
  const traits = { phenotype_data: { ...facts.sample_groups, name: 'traits' } as InputFacts };
  const asked = (fields: Record<string, unknown>) => {
    const completed = completeRequest(modules, { source_analysis_id: 1, phenotype_file_id: 2, ...fields });
    if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
    return checkInputs(modules, completed.request, traits).findings.filter(({ code }) => code === 'codes_or_numbers');
  };

  it('are asked about without being chosen', () => {
    const [question, ...others] = asked({});
    expect(others).toEqual([]);
    expect(question).toMatchObject({
      field: 'trait_columns',
      fix: { parameters: { trait_codes: ['patient'], trait_numbers: [] } },
      alternative: { parameters: { trait_codes: [], trait_numbers: ['patient'] } },
    });
    expect(asked(question?.fix?.parameters ?? {})).toEqual([]);
    expect(asked(question?.alternative?.parameters ?? {})).toEqual([]);
  });

  it('are not asked about where others are chosen', () => {
    expect(asked({ trait_columns: ['age', 'sex'] })).toEqual([]);
  });
});

function withColumn(name: string, value: (row: number) => string): InputFacts {
  const wider = cells.map((row, i) => [...row, value(i)]);
  return {
    name: 'groups',
    table: { columns: ['sample', 'group', 'patient', 'age', 'sex', name], numeric: [], rowCount: 16, cells: wider },
  };
}
