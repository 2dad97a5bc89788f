import type { UserFile } from '@oncoloom/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engineAndFolder, TestSpace, type TestUser } from './space.ts';

let engine: Awaited<ReturnType<typeof engineAndFolder>>;
let space: TestSpace;
let user: TestUser;

beforeAll(async () => {
  engine = await engineAndFolder();
  space = await TestSpace.open(engine.engine, engine.folder);
}, 120_000);
beforeEach(async () => {
  user = await space.user();
});
afterAll(async () => {
  await space?.close();
  await engine?.stop();
});

interface Made {
  platform: string;
  accessions: readonly string[];
  titles: readonly string[];
  rows: readonly string[];
  traits?: readonly string[];
  channels?: number;
}

const line = (key: string, cells: readonly (string | number)[]) => `!${key}\t${cells.map((cell) => `"${cell}"`).join('\t')}\n`;
const series = ({ platform, accessions, titles, rows, traits = titles.map((title) => title.slice(0, 6)), channels = 1 }: Made) =>
  [
    line('Series_title', ['Two arrays']),
    line('Sample_title', titles),
    line('Sample_geo_accession', accessions),
    line(
      'Sample_characteristics_ch1',
      traits.map((trait) => `tissue: ${trait}`),
    ),
    line(
      'Sample_platform_id',
      accessions.map(() => platform),
    ),
    line(
      'Sample_channel_count',
      accessions.map(() => channels),
    ),
    `!series_matrix_table_begin\n${['"ID_REF"', ...accessions.map((name) => `"${name}"`)].join('\t')}\n`,
    ...rows.map((row) => `${row}\n`),
    '!series_matrix_table_end\n',
  ].join('');

const numbers = (from: number, count = 4) => Array.from({ length: count }, (_, i) => `GSM${from + i}`);
const TITLES = ['tumour 1', 'tumour 2', 'normal 1', 'normal 2'];
// U95 version 2: ABL1 by its second probe, MAPK3, TIE1.
const FIRST = {
  platform: 'GPL8300',
  accessions: numbers(1),
  titles: TITLES.map((title) => `${title} U95`),
  rows: ['1635_at\t1.5\t2\t3\t4', '1636_g_at\t7\t8.25\t6\t7', '1000_at\t3\t4\t5\t6', '1001_at\t3.5\t4.5\t5.5\t6.5'],
};
// The cancer array: MAPK3 again, and CYP2C19; the samples in another order.
const SECOND = {
  platform: 'GPL74',
  accessions: numbers(11),
  titles: TITLES.toReversed().map((title) => `${title} HC`),
  rows: ['1000_at\t9\t9.1\t9.2\t9.3', '1002_f_at\t2.1\t2.2\t2.3\t2.4'],
};

type Answer = { file: UserFile; detail: string };
const merge = (file_ids: readonly number[], name?: string) =>
  user.call<Answer>('POST', '/api/files/merge_arrays', { file_ids, ...(name === undefined ? {} : { name }) });
const send = async (name: string, made: Made | string) =>
  (await user.uploadRead(name, typeof made === 'string' ? made : series(made))).file.id;
const both = async (second: Partial<Made> = {}) => [
  await send('GSE9-GPL74_series_matrix.txt', { ...SECOND, ...second }),
  await send('GSE9-GPL8300_series_matrix.txt', FIRST),
];
const codes = ({ facts }: UserFile) => facts?.findings.map(({ code }) => code);

describe('the same samples on two arrays', () => {
  it('become one matrix of genes, each of one array, with what is said of the samples', async () => {
    const { status, body } = await merge(await both());
    expect([status, body.detail]).toEqual([200, undefined]);
    const { file } = body;
    expect([file.name, file.file_type, file.validation_status]).toEqual(['GSE9-GPL8300 按基因合并.tsv', 'expression', 'valid']);
    const { matrix } = file.facts ?? {};
    expect(matrix).toMatchObject({ identifiers: 'symbol', platform: 'GPL8300', samples: FIRST.accessions, kind: 'log' });
    // By rows: the array with more of them keeps its values, the other's are those of the sample with the same title.
    const row = (gene: string) => matrix?.preview.values[matrix.preview.rows.indexOf(gene)];
    expect([row('ABL1'), row('MAPK3'), row('TIE1'), row('CYP2C19')]).toEqual([
      [7, 8.25, 6, 7],
      [3, 4, 5, 6],
      [3.5, 4.5, 5.5, 6.5],
      [2.4, 2.3, 2.2, 2.1],
    ]);
    expect(matrix?.annotations?.columns).toContainEqual({ name: 'tissue', values: ['tumour', 'tumour', 'normal', 'normal'] });
    expect(matrix?.annotations?.columns).toContainEqual({ name: 'GPL74 sample', values: SECOND.accessions.toReversed() });
    expect(file.facts?.findings.find(({ code }) => code === 'arrays_merged')?.message).toMatch(
      /由 2 个芯片按基因合并成：4 个基因，其中 3 个来自 GPL8300，1 个来自 GPL74/,
    );
    // The files that it is made of stay.
    expect((await user.get<{ count: number }>('/api/files')).body.count).toBe(3);
  });

  it('are told where they say different things of a sample', async () => {
    const { body } = await merge(await both({ traits: ['normal', 'normal', 'tumour', 'normal'] }), '合并');
    expect([body.file.name, codes(body.file)]).toEqual(['合并.tsv', expect.arrayContaining(['arrays_differ'])]);
    expect(body.file.facts?.findings.find(({ code }) => code === 'arrays_differ')?.detail).toBe('「tissue」：GSM1');
  });

  it.each([
    ['other samples', { titles: ['a', 'b', 'c', 'd'] }, /样本对不上（GPL8300 4 个，GPL74 4 个）/],
    [
      'another scale',
      { rows: ['1000_at\t9000.5\t910.2\t920.1\t9300.7', '1002_f_at\t210.2\t2200.4\t23000.1\t2400.3'] },
      /取过对数.*没有取对数|没有取对数.*取过对数/,
    ],
    ['ratios', { channels: 2 }, /双通道/],
    ['the same array', { platform: 'GPL8300' }, /两个文件都是 GPL8300/],
    ['a platform without annotation', { platform: 'GPL9999999' }, /没有 GPL9999999 的注释/],
  ])('are refused with %s', async (_, second, sentence) => {
    const { status, body } = await merge(await both(second));
    expect([status, body.detail]).toEqual([422, expect.stringMatching(sentence)]);
  });

  it('are refused by themselves, and where a file is no matrix', async () => {
    const [one = 0] = await both();
    expect((await merge([one])).body.detail).toMatch('两个或更多');
    const table = await send('t.csv', 'sample,group\na,x\nb,y\n');
    expect((await merge([one, table])).body.detail).toMatch('不是能用的表达矩阵');
  });
});
