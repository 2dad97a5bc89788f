import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MatrixFacts } from '@oncoloom/contract';
import { describe, expect, it } from 'vitest';
import heatmap from '../../../tools/plotting/heatmap/tool.ts';
import uniCox from '../../../tools/prognosis/bulk-uni-cox/tool.ts';
import stage2 from '../../../tools/wgcna/stage2/tool.ts';
import { checkInputs, completeRequest, type InputFacts, joinNames, joinTable, survivalTable, type ToolDefinition } from '../src/index.ts';

const joined = (names: string[], samples: string[]) => Object.fromEntries(joinNames(names, samples).samples);

describe('names of patients and samples are joined', () => {
  it.each([
    ['patient to dotted sample', ['TCGA-A3-3300'], ['TCGA.A3.3300.01A'], { 'TCGA-A3-3300': 'TCGA.A3.3300.01A' }],
    ['sample of 15 to one of 16', ['TCGA-A3-3300-01'], ['TCGA.A3.3300.01A'], { 'TCGA-A3-3300-01': 'TCGA.A3.3300.01A' }],
    ['aliquot to sample', ['TCGA-OR-A5J1-01A-11R-A29S-07'], ['TCGA-OR-A5J1-01'], { 'TCGA-OR-A5J1-01A-11R-A29S-07': 'TCGA-OR-A5J1-01' }],
    ['lower case', ['tcga-a3-3300'], ['TCGA-A3-3300-01A'], { 'tcga-a3-3300': 'TCGA-A3-3300-01A' }],
    ['sample to patient', ['TCGA-A3-3300-01A'], ['TCGA-A3-3300'], { 'TCGA-A3-3300-01A': 'TCGA-A3-3300' }],
    ['a leukaemia of children', ['TARGET-20-PABHET'], ['TARGET-20-PABHET-09A-02R'], { 'TARGET-20-PABHET': 'TARGET-20-PABHET-09A-02R' }],
    ['a study of its own', ['P01', 'P02'], ['P01_T', 'P01_N', 'P02-tumor'], { P01: 'P01_T', P02: 'P02-tumor' }],
    ['the one sample of a patient', ['C3L-00004'], ['C3L-00004-01', 'C3L-00010-01'], { 'C3L-00004': 'C3L-00004-01' }],
    ['a metastasis where it is the only tumour', ['TCGA-EE-A2GJ'], ['TCGA-EE-A2GJ-06A'], { 'TCGA-EE-A2GJ': 'TCGA-EE-A2GJ-06A' }],
  ])('%s', (_, names, samples, expected) => {
    expect(joined(names, samples)).toEqual(expected);
  });

  it.each([
    ['normal tissue stands for no patient', ['TCGA-A3-3300'], ['TCGA-A3-3300-11A']],
    ['nor does a normal sample of an own study', ['P01'], ['P01-N']],
    ['normal tissue is no tumour of the same patient', ['TCGA-A3-3300-11A'], ['TCGA-A3-3300']],
    ['another patient', ['TCGA-A3-330'], ['TCGA-A3-3300-01A']],
    ['a beginning that is no whole name', ['P1'], ['P10-T', 'P11-T']],
    ['another portion', ['TCGA-A3-3300-01B'], ['TCGA-A3-3300-01A']],
    ['what stands there already', ['S1'], ['S1', 'S1-T']],
  ])('not: %s', (_, names, samples) => {
    expect(joined(names, samples)).toEqual({});
  });

  it('of several tumour samples of a patient the first portion of the primary one', () => {
    const samples = ['TCGA-A3-3300-02A', 'TCGA-A3-3300-01B', 'TCGA-A3-3300-01A-11R', 'TCGA-A3-3300-01A-21R', 'TCGA-A3-3300-11A'];
    expect(joinNames(['TCGA-A3-3300'], samples)).toMatchObject({ chosen: 1, several: [] });
    expect(joined(['TCGA-A3-3300'], samples)).toEqual({ 'TCGA-A3-3300': 'TCGA-A3-3300-01A-21R' });
  });

  it('but not where nobody knows which is meant, and two names never become one sample', () => {
    expect(joinNames(['P01'], ['P01-1', 'P01-2']).several).toEqual(['P01']);
    expect(joinNames(['TCGA-EE-A2GJ'], ['TCGA-EE-A2GJ-06A', 'TCGA-EE-A2GJ-07A']).several).toEqual(['TCGA-EE-A2GJ']);
    expect(joinNames(['TCGA-A3-3300-01', 'TCGA-A3-3300'], ['TCGA-A3-3300-01A'])).toMatchObject({
      samples: new Map(),
      several: { length: 2 },
    });
  });
});

const facts = (samples: string[]): MatrixFacts => ({
  rows: 500,
  columns: samples.length,
  kind: 'log',
  identifiers: 'symbol',
  identifierColumn: 'gene',
  platform: null,
  species: null,
  annotations: null,
  samples,
  minimum: 2,
  maximum: 14,
  missing: 0,
  negative: 0,
  fractional: 0.9,
  constantRows: 0,
  zeroRows: 0,
  columnSums: samples.map(() => 1),
  preview: { rows: [], values: [] },
});

const patients = Array.from({ length: 30 }, (_, i) => `TCGA-A3-${3300 + i}`);
const matrix = facts(patients.map((patient) => `${patient.replaceAll('-', '.')}.01A`));

/** Findings of a tool beside the matrix, by their codes. */
function findings(tool: ToolDefinition, given: { matrix: string; table: string }, columns: string[], cells: string[][]) {
  const body = {
    [given.matrix]: 1,
    [given.table]: cells.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))),
    ...(tool.parameters.gene_list === undefined ? {} : { gene_list: ['TP53', 'EGFR'] }),
  };
  const completed = completeRequest(tool, body);
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  const known: Record<string, InputFacts> = {
    [given.matrix]: { name: 'm', matrix },
    [given.table]: { name: 't', table: { columns, numeric: columns.map(() => false), rowCount: cells.length, cells } },
  };
  return new Map(checkInputs(tool, completed.request, known).findings.map((finding) => [finding.code, finding]));
}

describe('a clinical table by patients beside a matrix by samples', () => {
  const survival = (rows: string[][]) =>
    findings(uniCox as ToolDefinition, { matrix: 'file_id', table: 'survival_data' }, ['PATIENT_ID', 'OS_STATUS', 'OS_MONTHS'], rows);
  const rows = patients.map((patient, i) => [patient, i % 2 === 0 ? '1:DECEASED' : '0:LIVING', String(i + 10)]);

  it('is joined, and that is said', () => {
    const found = survival(rows);
    expect(found.get('samples_joined')?.message).toBe('有 30 行按患者或样本编号对上了矩阵的样本，如 TCGA-A3-3300 对 TCGA.A3.3300.01A');
    expect(found.has('samples_matched')).toBe(true);
    expect(found.has('samples_absent')).toBe(false);
  });

  it('names patients that come twice; the same rows go by one click, differing ones are the user’s', () => {
    const [first = []] = rows;
    const same = survival([...rows, first]).get('samples_repeated');
    expect(same).toMatchObject({ level: 'must', fix: { label: '相同的行只留一行' } });
    expect(same?.message).toContain('TCGA.A3.3300.01A');
    expect(same?.fix?.parameters?.survival_data).toHaveLength(30);
    const differing = survival([...rows, ['TCGA-A3-3300', '0:LIVING', '99']]).get('samples_repeated');
    expect([differing?.level, differing?.fix]).toEqual(['must', undefined]);
  });

  it('patients without a sample are taken out by one click, the others stay joined', () => {
    const absent = survival([...rows, ['TCGA-ZZ-0001', '0:LIVING', '9']]).get('samples_absent');
    expect(absent?.message).toContain('有 1 个样本在矩阵中找不到：TCGA-ZZ-0001');
    expect(absent?.fix?.parameters?.survival_data).toHaveLength(30);
  });

  it.each([
    ['traits of modules', stage2 as ToolDefinition, { matrix: 'source_analysis_id', table: 'phenotype_data' }],
    ['annotations of a heatmap', heatmap as ToolDefinition, { matrix: 'file_id', table: 'sample_annotations' }],
  ])('as %s, whatever its column is called', (_, tool, given) => {
    const table = patients.map((patient, i) => [patient, i % 2 === 0 ? 'I' : 'II']);
    const found = findings(tool, given, ['bcr_patient_barcode', 'stage'], table);
    expect(found.has('samples_joined')).toBe(true);
    expect([...found.values()].filter(({ level, field }) => level === 'must' && field === given.table)).toEqual([]);
  });
});

const CASES = join(process.env.ONCOLOOM_SHARED ?? join(import.meta.dirname, '../../../../shared/data'), 'cases');

describe.skipIf(!existsSync(CASES))('files that people bring (skipped without the folder of public data)', () => {
  const read = (name: string, separator: string) => {
    const lines = readFileSync(join(CASES, name), 'utf8').split(/\r?\n/);
    return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(separator));
  };

  it.each(['15_clinical_patients.txt', '15b_clinical_no_comments.txt', '15c_survival_samples.tsv'])('%s joins its matrix', (name) => {
    const [columns = [], ...rows] = read(name, '\t');
    const samples = (read('15_expr_dots.csv', ',')[0] ?? []).slice(1);
    const known = survivalTable({ columns, rows });
    const { cells, names } = joinTable({ columns: known?.columns ?? [], cells: known?.rows ?? [] }, samples);
    expect(names).toMatchObject({ chosen: 0, several: [] });
    expect(cells.map(([sample]) => sample)).toEqual(samples);
    expect(cells.every(([, , status]) => status === '0' || status === '1')).toBe(true);
  });
});
