/** The commonest faults of own data, each made once: quick start says of them what the platform says, and names buttons that it offers. */
import type { Finding, MatrixFacts } from '@oncoloom/contract';
import { checkInputs, completeRequest } from '@oncoloom/tool-kit';
import { catalogue } from '@oncoloom/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MISTAKES } from '../../../web/src/quick-start/mistakes.ts';
import { delimited, matrixRows } from '../files/bytes.ts';
import { engineAndFolder, TestSpace } from '../files/space.ts';

const SAMPLES = ['T01', 'T02', 'T03', 'N01', 'N02', 'N03'];
const MATRIX: MatrixFacts = {
  rows: 100,
  columns: 6,
  kind: 'log',
  identifiers: 'symbol',
  identifierColumn: 'gene',
  platform: null,
  species: null,
  annotations: null,
  samples: SAMPLES,
  minimum: 2.6,
  maximum: 14.1,
  missing: 0,
  negative: 0,
  fractional: 0.9,
  constantRows: 0,
  zeroRows: 0,
  columnSums: SAMPLES.map(() => 1),
  preview: { rows: [], values: [] },
};
const groupOf = (sample: string) => [sample, sample.toUpperCase().startsWith('T') ? '肿瘤' : '正常'];

/** What a form of limma finds in a table of groups and a matrix. */
function formOf(groups: string[][], matrix: Partial<MatrixFacts> = {}, fields: object = {}): Finding[] {
  const limma = catalogue.find(({ tool }) => tool.taskType === 'limma_differential_analysis')?.tool;
  if (limma === undefined) throw new Error('limma is not there');
  const sample_groups = groups.map(([sample, group]) => ({ sample, group }));
  const completed = completeRequest(limma, { file_id: 1, sample_groups, case_group: '肿瘤', control_group: '正常', ...fields });
  if (!completed.ok) throw new Error(JSON.stringify(completed.errors));
  return checkInputs(limma, completed.request, {
    file_id: { name: 'm.csv', matrix: { ...MATRIX, ...matrix } },
    sample_groups: { name: 'g', table: { columns: ['sample', 'group'], numeric: [false, false], rowCount: groups.length, cells: groups } },
  }).findings;
}

let engine: Awaited<ReturnType<typeof engineAndFolder>>;
let space: TestSpace;
let said: string[];
let buttons: string[];

beforeAll(async () => {
  engine = await engineAndFolder();
  space = await TestSpace.open(engine.engine, engine.folder);
  const user = await space.user();
  const absent = ['T07', 'T08', 'T09', 'T10', 'T11', 'T12'];
  const forms = [
    formOf([...SAMPLES, ...absent].map(groupOf)),
    formOf(['t.01', 'T02', 'T03', 'N01', 'N02', 'N03'].map(groupOf)),
    formOf(SAMPLES.map((sample) => [sample, '肿瘤'])),
    formOf(SAMPLES.map(groupOf), { kind: 'linear', fractional: 0.382 }, { data_type: 'rnaseq' }),
    formOf(SAMPLES.map(groupOf), {}, { log2_transform: true }),
    formOf(SAMPLES.map(groupOf), { kind: 'linear', maximum: 14_000 }),
  ].flat();
  const dates = matrixRows(6).map((row, i) => (i > 0 && i < 4 ? row.with(0, `${i + 5}-Sep`) : row));
  const read = await user.upload('dates.csv', delimited(dates), { file_type: 'expression' });
  const refused = [
    await user.upload('old.xls', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1'), { file_type: 'expression' }),
    await user.upload('reads.csv', '@SEQ\nACGT\n+\nIIII\n', { file_type: 'expression' }),
  ];
  said = [...forms, ...read.facts.findings].map(({ message }) => message).concat(refused.map(({ detail }) => detail));
  buttons = forms.flatMap(({ fix }) => fix?.label ?? []);
}, 120_000);
afterAll(async () => {
  await space?.close();
  await engine?.stop();
});

describe('quick start', () => {
  it.each(MISTAKES.map(({ said: sentence }) => sentence))('says as the platform: %s', (sentence) => {
    expect(
      said.filter((message) => message.startsWith(sentence)),
      said.join('\n'),
    ).not.toEqual([]);
  });

  it('names buttons that are there', () => {
    const named = MISTAKES.flatMap(({ remedy }) => [...remedy.matchAll(/「(.+?)」/g)].map(([, label = '']) => label));
    // A format of Excel's.
    const offered = named.filter((label) => label !== '文本');
    expect(offered.length).toBeGreaterThan(2);
    expect(offered.filter((label) => !buttons.includes(label))).toEqual([]);
  });
});
