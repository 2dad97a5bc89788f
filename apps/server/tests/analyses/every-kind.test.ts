import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installTiny } from '../cohorts/small-cohort.ts';
import { workbook } from '../files/bytes.ts';
import { sharedFile } from '../files/space.ts';
import { KindsServer } from './kinds-probe/server.ts';

/** Every kind that brings data, from the request through the queue into R: what R says that it has read. */

let server: KindsServer;
beforeAll(async () => {
  server = await KindsServer.open();
  await installTiny(server.whole.app.cohorts);
}, 120_000);
afterAll(() => server?.close());

describe('R reads', () => {
  it('every kind of one request', async () => {
    const { inputs } = await server.seen({
      gene_list: 'TP53，MYC\nTP53',
      ranked_genes: [
        { gene: 'B', value: -1 },
        { gene: 'A', value: '2.5' },
      ],
      survival_data: [
        { sample: 's1', OS: 'Dead', 'OS.time': 12, age: 61 },
        { sample: 's2', OS: 'Alive', 'OS.time': 3000, age: 50 },
      ],
      phenotype_data: [{ sample: 's1', stage: 'II' }],
      gene_sets: [
        { title: '甲', genes: 'A B' },
        { title: '乙', genes: ['C'], color: '#112233' },
      ],
      table: { columns: ['label', 'hr'], rows: [['EGFR', '1.25']] },
    });
    expect(inputs).toEqual({
      genes: { n: 2, genes: ['TP53', 'MYC'], universe: 0 },
      ranking: {
        rows: 2,
        classes: ['character', 'numeric'],
        first: { gene: 'A', value: 2.5 },
        last: { gene: 'B', value: -1 },
      },
      survival: {
        rows: 2,
        classes: ['character', 'numeric', 'numeric', 'numeric'],
        first: { sample: 's1', time: 12, status: 1, age: 61 },
        last: { sample: 's2', time: 3000, status: 0, age: 50 },
      },
      phenotypes: {
        rows: 1,
        classes: ['character', 'character'],
        first: { sample: 's1', stage: 'II' },
        last: { sample: 's1', stage: 'II' },
      },
      sets: { n: 2, titles: ['甲', '乙'], sizes: [2, 1], last: ['C'] },
      table: { rows: 1, classes: ['character', 'numeric'], first: { label: 'EGFR', hr: 1.25 }, last: { label: 'EGFR', hr: 1.25 } },
    });
  });
});

const shared = (path: string): string => sharedFile(path) ?? '';
const idOf = async (name: string, content: string | Buffer, type?: string) => (await server.upload(name, content, type)).id;
/** Some columns of a table, in this order. */
function columnsOf(text: string, ...wanted: string[]): string {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const at = wanted.map((name) => rows[0]?.indexOf(name) ?? -1);
  return `${rows.map((row) => at.map((i) => row[i] ?? '').join('\t')).join('\n')}\n`;
}

describe.skipIf(sharedFile('microarray/GSE8842_ovarian.pheno.tsv') === undefined)('follow-up of real studies', () => {
  it('of GSE8842 comes as tsv, csv, xlsx and pasted to the same numbers', async () => {
    const text = await readFile(shared('microarray/GSE8842_ovarian.pheno.tsv'), 'utf8');
    const rows = text
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    const [header = [], ...cells] = rows;
    const pasted = cells.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
    const sheet = workbook(rows);
    const requests = [
      { survival_file_id: await idOf('pheno.tsv', text) },
      { survival_file_id: await idOf('pheno.csv', rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')) },
      { survival_file_id: await idOf('pheno.xlsx', sheet) },
      { survival_data: pasted },
    ];
    const answers = await Promise.all(requests.map((request) => server.seen(request)));
    for (const { inputs } of answers) {
      expect(inputs.survival).toMatchObject({ rows: 83, first: { sample: 'GSM214008', time: 2248, status: 1, grade: 3 } });
      // A workbook has no text NA: its cell is empty.
      expect(JSON.parse(JSON.stringify(inputs.survival).replaceAll('"NA"', '""'))).toEqual(
        JSON.parse(JSON.stringify(answers[0]?.inputs.survival).replaceAll('"NA"', '""')),
      );
    }
    expect(await server.told(requests[0] ?? {})).toContain('时间取自「days_to_death」，状态取自「vital_status」');
    const months = await server.refusal({ ...requests[0], time_unit: 'month' });
    expect(months).toContain('「days_to_death」的列名说时间以「天」为单位，而选的是「月」');
  });

  it('of a GEO series matrix are its clinical columns', async () => {
    const text = await readFile(shared('microarray/GSE51088_ovarian.pheno.tsv'), 'utf8');
    const [header = [], ...rows] = text
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join('\t');
    const samples = rows.map(([sample = '']) => sample);
    const lines = [
      `!Series_geo_accession\t"GSE51088"`,
      `!Sample_geo_accession\t${quoted(samples)}`,
      ...header.slice(1).map((name, i) => `!Sample_characteristics_ch1\t${quoted(rows.map((row) => `${name}: ${row[i + 1] ?? ''}`))}`),
      '!series_matrix_table_begin',
      `"ID_REF"\t${quoted(samples)}`,
      ...['TP53', 'MYC', 'EGFR'].map((gene, g) => `"${gene}"\t${samples.map((_, i) => 5 + ((i * 7 + g) % 11) / 3).join('\t')}`),
      '!series_matrix_table_end',
    ];
    const file = await server.upload('GSE51088_series_matrix.txt', `${lines.join('\n')}\n`);
    const annotations = file.facts?.matrix?.annotations?.columns ?? [];
    const told = (name: string) => annotations.find((column) => column.name === name)?.values ?? [];
    const survival_data = (file.facts?.matrix?.samples ?? []).map((sample, i) => ({
      sample,
      days_to_death: told('days_to_death')[i],
      vital_status: told('vital_status')[i],
    }));
    const { inputs } = await server.seen({ file_id: file.id, survival_data });
    expect(inputs.survival).toMatchObject({ rows: 172, first: { sample: 'GSM1238145', time: 213, status: 1 } });
  });

  it('of TCGA has four endpoints: one is read, and the others are named', async () => {
    const id = await idOf('acc.tsv', await readFile(shared('tcga/TCGA-ACC.clinical.tsv'), 'utf8'));
    const clinical = await server.refusal({ survival_file_id: id });
    // Thirteen patients without expression have no sample.
    expect(clinical).toContain('出现了不止一次');
    const text = (gunzipSync(await readFile(shared('tcga/TCGA-CDR_clinical_survival.noUVM_CHOL.tsv.gz'))) as Buffer).toString();
    const acc = [text.split('\n')[0], ...text.split('\n').filter((line) => line.split('\t')[2] === 'ACC')].join('\n');
    const request = { survival_file_id: await idOf('cdr-all.tsv', acc, 'survival') };
    const all = await server.seen(request);
    expect(all.inputs.survival).toMatchObject({ first: { sample: 'TCGA-OR-A5J1-01', time: 1355, status: 1 } });
    expect((await server.told(request)).join()).toContain('表里还有「DSS.time」、「DFI.time」、「PFI.time」');
    for (const [endpoint, time, status] of [
      ['DSS', 1355, 1],
      ['DFI', 754, 1],
      ['PFI', 754, 1],
    ] as const) {
      // The status of another endpoint stands before its own.
      const one = columnsOf(acc, 'sample', 'vital_status', 'OS', `${endpoint}.time`, endpoint);
      const { inputs } = await server.seen({ survival_file_id: await idOf(`cdr-${endpoint}.tsv`, one, 'survival') });
      expect([endpoint, inputs.survival.first]).toEqual([endpoint, expect.objectContaining({ time, status })]);
    }
  });

  it('without samples, or in weeks, is refused with what to do', async () => {
    const nki = await server.seen({
      survival_file_id: await idOf('nki.tsv', await readFile(shared('survival/nki70_144_breast_70gene.tsv'))),
      time_unit: 'year',
    });
    expect(nki.inputs.survival).toMatchObject({ rows: 144, first: { sample: 125, time: 7.748117728, status: 0 } });
    const rossi = await readFile(shared('survival/rossi.csv'), 'utf8');
    expect(await server.refusal({ survival_file_id: await idOf('rossi.csv', rossi) })).toContain('没有认出样本名、时间和状态三列');
    const named = rossi
      .split('\n')
      .filter(Boolean)
      .map((line, i) => `${i === 0 ? 'sample' : `p${i}`},${line}`)
      .join('\n');
    expect(await server.refusal({ survival_file_id: await idOf('rossi2.csv', named) })).toContain('这里只能用天、月或年。请先换算');
  });
});

describe('follow-up of an installed cohort', () => {
  it.each([
    ['OS', 22, { sample: 'P01-01A', time: 100, status: 0, patient: 'P01', age: 40 }],
    ['PFI', 24, { sample: 'P01-01A', time: 500, status: 0 }],
  ])('%s', async (survival_endpoint, rows, first) => {
    const request = { survival_cohort: 'TINY', survival_endpoint };
    if (survival_endpoint === 'PFI') return expect(await server.refusal(request)).toContain('没有一例发生事件');
    const { inputs, analysis } = await server.seen(request);
    expect(inputs.survival).toMatchObject({ rows, first });
    expect(analysis.result?.headline).toMatch(/^模拟数据/);
  });

  it('that does not tell of an endpoint, or is not there, is refused', async () => {
    expect(await server.refusal({ survival_cohort: 'TINY', survival_endpoint: 'DSS' })).toContain('TINY 没有疾病特异生存（DSS）的随访数据');
    expect(await server.refusal({ survival_cohort: 'LUAD' })).toContain('TCGA-LUAD 还没有装到这台服务器上');
    expect(await server.refusal({ survival_cohort: 'nowhere' })).toContain('没有「NOWHERE」这个队列');
    expect(await server.refusal({ survival_cohort: 'TINY', time_unit: 'month' })).toContain('公共队列的随访以天为单位');
  });

  it('is that of the matrix’s own samples, as it calls them', async () => {
    const samples = ['P04-01A', 'P01-01A', 'P01-11A', 'X9'];
    const matrix = [
      ['gene', ...samples].join('\t'),
      ...['TP53', 'MYC', 'EGFR'].map((gene, g) => [gene, 1.5 + g, 2.25, 3.5, 4.125].join('\t')),
    ];
    const file_id = await idOf('own.tsv', `${matrix.join('\n')}\n`, 'expression');
    const { inputs } = await server.seen({ file_id, survival_cohort: 'TINY' });
    expect(inputs.survival).toMatchObject({ rows: 2, first: { sample: 'P01-01A', time: 100 }, last: { sample: 'P04-01A' } });
    expect((await server.told({ file_id, survival_cohort: 'TINY' })).join()).toContain('队列里有 20 例患者不在矩阵中');
    const strangers = await idOf('strangers.tsv', 'gene\tA1\tA2\tA3\nTP53\t1.5\t2.5\t3\nMYC\t4\t5\t6\n', 'expression');
    expect(await server.refusal({ file_id: strangers, survival_cohort: 'TINY' })).toContain('矩阵里没有 TINY 的肿瘤样本');
  });
});

describe('what is badly written', () => {
  it('is read with Windows line ends, doubled names and blanks', async () => {
    const genes = await idOf('genes.txt', 'gene\r\nTP53\r\n\r\nMYC \r\nTP53\r\n', 'gene_list');
    const ranked = await idOf('rank.csv', '\uFEFFgene,stat\r\nA,1.5\r\nB,-2\r\nA,-3\r\nC,NA\r\n');
    const gmt = await idOf('own.gmt', 'SET_A\tna\tA\tB\tA\r\nSET_B\thttp://x\tC\r\n');
    const { inputs } = await server.seen({
      gene_list_file_id: genes,
      ranked_file_id: ranked,
      geneset_file_id: gmt,
      gene_sets_file_id: gmt,
    });
    expect(inputs.genes).toEqual({ n: 2, genes: ['TP53', 'MYC'], universe: 0 });
    expect(inputs.ranking).toMatchObject({ rows: 2, first: { gene: 'B', value: -2 }, last: { gene: 'A', value: -3 } });
    expect(inputs.collection).toEqual({ n: 2, titles: ['SET_A', 'SET_B'], sizes: [2, 1], last: ['C'] });
    expect(inputs.sets).toEqual(inputs.collection);
  });

  it('has dates of Excel in the place of genes mended where the gene is clear; pasted ones are told', async () => {
    const genes = ['SEPT2', '6-Sep', '1-Mar', 'TP53', 'EGFR'];
    const { inputs } = await server.seen({ gene_list_file_id: await idOf('dates.txt', genes.join('\n'), 'gene_list') });
    expect(inputs.genes.genes).toEqual(['SEPT2', 'SEPTIN6', '1-Mar', 'TP53', 'EGFR']);
    expect((await server.told({ gene_list: genes })).join()).toContain('有 2 个名字像是日期：6-Sep、1-Mar');
  });

  it.each([
    ['an empty list', { gene_list: ' \n ' }],
    ['a list of blanks', { gene_list: ['', ' '] }],
  ])('%s brings nothing', async (_, request) => {
    expect((await server.seen(request)).inputs).toEqual({});
  });

  it.each([
    ['a formula in a grid', { table: { columns: ['label', 'hr'], rows: [['A', '=1+1']] } }, '要填数字：第 1 行不是'],
    ['a formula in a status', { survival_data: [{ sample: 'a', time: 3, status: '=IF(A1,1,0)' }] }, '认不出的写法：=IF(A1,1,0)'],
    ['a formula in a time', { survival_data: [{ sample: 'a', time: '=B2-A2', status: 1 }] }, '不是数字的内容：=B2-A2'],
    ['a date for a time', { survival_data: [{ sample: 'a', time: '2019-03-02', status: 1 }] }, '不是数字的内容：2019-03-02'],
    ['an empty grid', { table: { columns: [], rows: [] } }, '要有 columns 和 rows'],
    ['no rows', { survival_data: [] }, '要有 sample、time 和 status 三列'],
    ['a list that is too long', { gene_list: Array.from({ length: 20_001 }, (_, i) => `G${i}`) }, '最多 20,000 个基因，现在有 20,001 个'],
    [
      'sets of one name',
      {
        gene_sets: [
          { title: 'a', genes: 'X' },
          { title: 'a', genes: 'Y' },
        ],
      },
      '重名的名单：a',
    ],
    [
      'one sample twice',
      {
        survival_data: [
          { sample: 'a', time: 3, status: 1 },
          { sample: 'a', time: 4, status: 0 },
        ],
      },
      '出现了不止一次：a',
    ],
  ])('is refused: %s', async (_, request, sentence) => {
    expect(await server.refusal(request)).toContain(sentence);
  });
});

describe('what is large', () => {
  it('a list of 20,000 genes comes whole', async () => {
    const { inputs } = await server.seen({ gene_list: Array.from({ length: 20_000 }, (_, i) => `G${i}`) });
    expect(inputs.genes).toMatchObject({ n: 20_000, genes: ['G0', 'G1', 'G2', 'G3', 'G4'] });
  });

  it('a ranking of 100,000 genes comes whole, of a file and pasted; of more the number is told', async () => {
    const lines = (n: number) => `gene\tstat\n${Array.from({ length: n }, (_, i) => `G${i}\t${(n - 2 * i) / 8}`).join('\n')}\n`;
    const { inputs } = await server.seen({ ranked_file_id: await idOf('rank.tsv', lines(100_000), 'table') });
    expect(inputs.ranking).toMatchObject({ rows: 100_000, first: { gene: 'G0', value: 12_500 }, last: { gene: 'G99999' } });
    const ranked_genes = Array.from({ length: 100_000 }, (_, i) => ({ gene: `G${i}`, value: -i }));
    expect((await server.seen({ ranked_genes })).inputs.ranking).toMatchObject({ rows: 100_000, last: { gene: 'G99999', value: -99_999 } });
    const refused = await server.refusal({ ranked_file_id: await idOf('more.tsv', lines(100_001), 'table') });
    expect(refused).toContain('「more.tsv」有 100,001 行，这里最多读 100,000 行');
  });

  it('a collection of 100,000 sets comes whole; of more the number is told', async () => {
    const gmt = (n: number) => Array.from({ length: n }, (_, i) => `SET_${i}\tna\tA${i}\tB${i % 50}\tC\n`).join('');
    const id = await idOf('large.gmt', gmt(100_000));
    const { inputs } = await server.seen({ geneset_file_id: id });
    expect(inputs.collection).toMatchObject({
      n: 100_000,
      titles: ['SET_0', 'SET_1', 'SET_2', 'SET_3', 'SET_4'],
      last: ['A99999', 'B49', 'C'],
    });
    await expect(idOf('more.gmt', gmt(100_001))).rejects.toThrow('基因集超过 100,000 个。请拆成几个文件');
    expect(await server.refusal({ gene_sets_file_id: id })).toContain('「large.gmt」有 100,000 个基因集，这里最多 5 个');
  });

  it.skipIf(sharedFile('genesets/enrichr.GO_Biological_Process_2021.gmt.gz') === undefined)(
    'GO of Enrichr is read as it was published',
    async () => {
      const packed = await readFile(shared('genesets/enrichr.GO_Biological_Process_2021.gmt.gz'));
      const sets = gunzipSync(packed).toString().trim().split('\n');
      const { inputs } = await server.seen({ geneset_file_id: await idOf('GO_BP_2021.gmt.gz', packed) });
      expect(inputs.collection.n).toBe(sets.length);
    },
  );
});

it('a result’s genes go on into the next run, in its order', async () => {
  const first = await server.seen({ gene_list: 'MYC TP53' });
  expect((await server.seen({ list_source_id: first.id })).inputs.genes).toEqual({ n: 2, genes: ['MYC', 'TP53'], universe: 0 });
});
