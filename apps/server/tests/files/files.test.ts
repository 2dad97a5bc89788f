import { gzipSync } from 'node:zlib';
import type { FilePreview, UserFile } from '@oncoloom/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { delimited, matrixRows, workbook, zip } from './bytes.ts';
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

interface Answer {
  success: boolean;
  detail: string;
  errors: { field: string }[];
  file: UserFile;
  download_url: string;
  points_consumed: number;
  remaining_points: number;
}

const codes = (file: UserFile) => (file.facts?.findings ?? []).map(({ code }) => code);
const info = async (id: number) => (await user.get<Answer>(`/api/file/${id}/info`)).body.file;
const preview = async (id: number) => (await user.get<FilePreview>(`/api/file/${id}/preview`)).body;
const fix = (id: number, body: Record<string, unknown>, who = user) => who.call<Answer>('POST', `/api/file/${id}/fix`, body);
const update = (id: number, body: Record<string, unknown>, who = user) => who.call<Answer>('PUT', `/api/bulk/files/${id}/update`, body);
const download = async (path: string) => {
  const response = await fetch(space.url + path, { headers: path.includes('token=') ? {} : { authorization: `Bearer ${user.token}` } });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

/** Samples in rows, real gene names in columns. */
const GENES = [
  ...['TP53', 'EGFR', 'MYC', 'CD4', 'CD8A', 'IL6', 'IL10', 'CCL2', 'CXCL8', 'COL1A1', 'COL3A1', 'ZNF24', 'SLC2A1', 'RPL13', 'RPS6'],
  ...['KRT18', 'MMP9', 'CDK4', 'STAT3', 'HOXA9', 'GAPDH', 'ACTB', 'PTEN', 'VEGFA'],
];
const sideways = [
  ['sample', ...GENES],
  ...['A1', 'A2', 'B1', 'B2'].map((sample, s) => [sample, ...GENES.map((_, g) => String(g * 3.25 + s))]),
];

describe('a change of a file', () => {
  it('renames with the ending kept, describes, moves, and numbers a name twice', async () => {
    const { file } = await user.upload('a.csv.gz', gzipSync(delimited(matrixRows())));
    await user.upload('b.csv.gz', gzipSync(delimited(matrixRows())));
    const { body: made } = await user.call<{ directory: { id: number } }>('POST', '/api/directories/create', { name: 'x' });
    expect((await update(file.id, { name: 'b', description: '说明' })).body.file).toMatchObject({
      name: 'b (2).csv.gz',
      description: '说明',
    });
    expect((await update(file.id, { name: 'B.CSV.gz', directory_id: made.directory.id })).body.file).toMatchObject({
      name: 'B.CSV.gz',
      directory_id: made.directory.id,
      description: '说明',
    });
    expect((await update(file.id, { directory_id: null })).body.file.name).toBe('B (2).CSV.gz');
    expect((await update(file.id, { name: ' / ' })).body.file.name).toBe('_.CSV.gz');
    expect((await update(file.id, { name: '..' })).body.errors[0]?.field).toBe('name');
    expect((await update(file.id, { directory_id: 1_999_999_999 })).status).toBe(404);
    expect((await update(file.id, { file_type: 'poem' })).status).toBe(422);
  });

  it('reads it again as another type, or leaves it as it was with the reason', async () => {
    const { file } = await user.upload('pairs.csv', 'patient,tissue\nA1,tumour\nB1,normal\n', { file_type: 'groups' });
    expect((await update(file.id, { file_type: 'table' })).body.file).toMatchObject({ file_type: 'table', validation_status: 'valid' });
    const refused = await update(file.id, { file_type: 'expression', name: 'other.csv' });
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('一个样本')]);
    expect(await info(file.id)).toMatchObject({ file_type: 'table', validation_status: 'valid', name: 'pairs.csv' });
  });

  it('reads it again on demand', async () => {
    const { file } = await user.upload('m.csv', delimited(matrixRows(14, 5)));
    await space.database.execute(sql`UPDATE files SET validation_status = 'invalid', facts = '{"findings":[]}' WHERE id = ${file.id}`);
    const { body } = await user.call<Answer>('POST', `/api/file/${file.id}/revalidate`);
    expect(body.file).toMatchObject({ validation_status: 'valid', file_type: 'expression' });
    expect(body.file.facts?.matrix?.rows).toBe(14);
    await space.database.execute(
      sql`UPDATE files SET validation_status = 'pending', claimed_until = now() + interval '1 hour' WHERE id = ${file.id}`,
    );
    expect((await user.call<Answer>('POST', `/api/file/${file.id}/revalidate`)).status).toBe(409);
  });

  it('is for its owner alone', async () => {
    const { file } = await user.upload('m.csv', delimited(matrixRows()));
    const other = await space.user();
    const calls = async (id: number) => [
      await update(id, { name: 'x' }, other),
      await other.call('POST', `/api/file/${id}/revalidate`),
      await fix(id, { fix: 'turn' }, other),
      await other.call('POST', '/api/create_expression_file_download_token', { file_id: id }),
    ];
    const foreign = (await calls(file.id)).map(({ status, body }) => [status, (body as Answer).detail]);
    expect(foreign.map(([status]) => status)).toEqual([404, 404, 404, 404]);
    expect(foreign).toEqual((await calls(1_999_999_999)).map(({ status, body }) => [status, (body as Answer).detail]));
    expect((await info(file.id)).name).toBe('m.csv');
  });
});

describe('a link to a file', () => {
  it('opens that file for whoever holds it, with ranges, and costs nothing', async () => {
    const content = delimited(matrixRows(30, 4));
    const { file } = await user.upload('m.csv', content);
    const { file: second } = await user.upload('n.csv', delimited(matrixRows(31, 4)));
    const { body } = await user.call<Answer>('POST', '/api/create_expression_file_download_token', { file_id: file.id });
    expect(body).toMatchObject({ success: true, points_consumed: 0, remaining_points: 60 });
    expect(await download(body.download_url)).toMatchObject({ status: 200, text: content });
    const part = await fetch(space.url + body.download_url, { headers: { range: 'bytes=5-9' } });
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      content.slice(5, 10),
      `bytes 5-9/${content.length}`,
    ]);
    const head = await fetch(space.url + body.download_url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)]);
    expect((await download(body.download_url.replace(`/${file.id}/`, `/${second.id}/`))).status).toBe(401);
    expect((await download(`${body.download_url.slice(0, -2)}xx`)).status).toBe(401);
    await user.delete(`/api/bulk/files/${file.id}/delete`);
    expect((await download(body.download_url)).status).toBe(404);
  });
});

describe('a fix', () => {
  it('turns a matrix with its genes in columns; the old version stays and comes back', async () => {
    const { status, file } = await user.upload('sideways.csv', delimited(sideways), { file_type: 'expression' });
    expect([status, file.validation_status]).toEqual([200, 'invalid']);
    expect(file.facts?.findings[0]).toMatchObject({ code: 'transposed', level: 'must', fix: { file: 'turn' } });
    expect((await preview(file.id)).summary).toContain('行列反了');
    const turned = (await fix(file.id, { fix: 'turn' })).body.file;
    expect(turned).toMatchObject({
      id: file.id,
      name: 'sideways.tsv',
      version: 2,
      fix: 'turn',
      validation_status: 'valid',
      file_type: 'expression',
    });
    expect(turned.facts?.matrix).toMatchObject({ rows: GENES.length, columns: 4, samples: ['A1', 'A2', 'B1', 'B2'], species: 'human' });
    expect(turned.facts?.matrix?.preview.values[1]).toEqual([3.25, 4.25, 5.25, 6.25]);
    expect(turned.versions).toEqual([
      expect.objectContaining({ version: 1, name: 'sideways.csv', fix: null, validation_status: 'invalid' }),
    ]);
    expect((await download(`/api/file/${file.id}/download?version=1`)).text).toBe(delimited(sideways));
    expect((await download(`/api/file/${file.id}/download`)).text).toContain('TP53\t0\t1\t2\t3\n');
    expect((await download(`/api/file/${file.id}/download?version=9`)).status).toBe(404);
    const back = (await fix(file.id, { fix: 'restore', version: 1 })).body.file;
    expect(back).toMatchObject({ name: 'sideways.csv', version: 3, fix: 'restore', validation_status: 'invalid' });
    expect(back.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect((await fix(file.id, { fix: 'restore', version: 8 })).status).toBe(404);
  });

  it('writes into the file what reading mends: versions, dates, duplicates, numbers of genes; nothing else changes', async () => {
    const ensembl = 'id,S1,S2\nENSG00000141510.17,1.50,0\nENSG00000146648.18,12,7e3\nENSG00000136997.20,3,4\n';
    const first = await user.upload('e.csv', ensembl, { file_type: 'expression' });
    expect(first.facts.findings[0]).toMatchObject({ code: 'ensembl_versions', fix: { file: 'strip_versions' } });
    // Whatever can be mended by one click counts, and the report says so of the same findings.
    const mendable = first.facts.findings.filter(({ fix: remedy }) => remedy !== undefined).length;
    const reported = (await preview(first.file.id)).file;
    expect([reported.suggestions >= mendable, reported.facts?.matrix?.identifiers]).toEqual([true, 'ensembl']);
    const stripped = (await fix(first.file.id, { fix: 'strip_versions' })).body.file;
    expect(codes(stripped)).not.toContain('ensembl_versions');
    expect((await download(`/api/file/${stripped.id}/download`)).text).toBe(ensembl.replace(/(ENSG\d+)\.\d+/g, '$1').replaceAll(',', '\t'));

    const dated = 'gene,S1,S2\n2-Sep,1,2\n1-Mar,3,4\nTP53,5,6\nEGFR,100,5\n';
    const second = await user.upload('d.csv', dated, { file_type: 'expression' });
    const suggestions = second.facts.findings.filter(
      ({ level, fix: remedy }) => level === 'should' || (level === 'note' && remedy !== undefined),
    ).length;
    const [listed] = (await user.get<{ files: UserFile[] }>('/api/files?name=d.csv')).body.files;
    expect([suggestions > 0, listed?.suggestions, listed?.facts]).toEqual([true, suggestions, null]);
    const restored = (await fix(second.file.id, { fix: 'restore_dates' })).body.file;
    expect(codes(restored)).toEqual(['excel_dates_unclear']);
    expect((await download(`/api/file/${restored.id}/download`)).text).toBe(dated.replace('2-Sep', 'SEPTIN2').replaceAll(',', '\t'));

    const numbers = 'entrez,S1,S2\n7157,1.50,0\n1956,12,7e3\n4609,3,4\n672,5,6\n675,6,5\n0,7,8\n';
    const fourth = await user.uploadRead('n.csv', numbers, { file_type: 'expression' });
    expect(fourth.facts.findings).toContainEqual(
      expect.objectContaining({ code: 'gene_numbers', fix: { label: '换成基因名', file: 'to_symbols' } }),
    );
    const named = (await fix(fourth.file.id, { fix: 'to_symbols' })).body.file;
    expect([codes(named), named.facts?.matrix?.identifiers, named.fix]).toEqual([['symbols_unknown'], 'symbol', 'to_symbols']);
    expect((await download(`/api/file/${named.id}/download`)).text).toBe(
      'gene\tS1\tS2\nTP53\t1.50\t0\nEGFR\t12\t7e3\nMYC\t3\t4\nBRCA1\t5\t6\nBRCA2\t6\t5\n0\t7\t8\n',
    );

    const doubled = 'gene,S1,S2\nTP53,100,200\nEGFR,5,6\nTP53,1,2\n';
    const third = await user.upload('t.csv', doubled, { file_type: 'expression' });
    const merged = (await fix(third.file.id, { fix: 'merge_duplicates' })).body.file;
    expect((await download(`/api/file/${merged.id}/download`)).text).toBe('gene\tS1\tS2\nTP53\t101\t202\nEGFR\t5\t6\n');
  });

  it('gives genes for the probes of a platform, in a table and in a series matrix', async () => {
    // Of U95 version 2: two probes of ABL1, the second with the higher mean.
    const rows = ['1635_at\t1.50\t2', '1636_g_at\t7\t8.25', '1000_at\t3\t4', '39730_at\t2\t2', '100_g_at\t5\t5'];
    const first = await user.upload('a.tsv', `id\tGSM1\tGSM2\n${rows.join('\n')}\n`, { file_type: 'expression' });
    expect(first.facts.findings).toContainEqual(
      expect.objectContaining({ code: 'probes', fix: { label: '换成基因名', file: 'probes_to_genes' } }),
    );
    const named = (await fix(first.file.id, { fix: 'probes_to_genes' })).body.file;
    expect([named.facts?.matrix?.identifiers, named.fix]).toEqual(['symbol', 'probes_to_genes']);
    expect((await download(`/api/file/${named.id}/download`)).text).toMatch(/^id\tGSM1\tGSM2\nABL1\t7\t8.25\nMAPK3\t3\t4\n/);

    const head = '!Series_platform_id\t"GPL8300"\n!Sample_geo_accession\t"GSM1"\t"GSM2"\n!Sample_title\t"one"\t"two"\n';
    const series = `${head}!series_matrix_table_begin\n"ID_REF"\t"GSM1"\t"GSM2"\n${rows.join('\n')}\n!series_matrix_table_end\n`;
    const second = await user.upload('GSE1_series_matrix.txt', series);
    const genes = (await fix(second.file.id, { fix: 'probes_to_genes' })).body.file;
    expect(genes.facts?.matrix).toMatchObject({ identifiers: 'symbol', platform: 'GPL8300' });
    expect(genes.facts?.matrix?.annotations?.columns).toContainEqual({ name: '样本标题', values: ['one', 'two'] });
    expect((await download(`/api/file/${genes.id}/download`)).text).toContain(head);

    const unknown = await user.upload('u.tsv', series.replace('GPL8300', 'GPL9999999'));
    const refused = await fix(unknown.file.id, { fix: 'probes_to_genes' });
    expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('GPL9999999')]);
  });

  it('looks at the genes of one sex on probes, where the annotation of their platform is installed', async () => {
    const head = (platform: string) =>
      `!Series_platform_id\t"${platform}"\n!Sample_geo_accession\t"GSM1"\t"GSM2"\n!Sample_characteristics_ch1\t"sex: F"\t"sex: M"\n`;
    // Of U95 version 2: XIST, RPS4Y1, DDX3Y.
    const rows = ['38446_at\t7.5\t3.25', '41214_at\t4\t9.5', '38355_at\t3\t8', '1000_at\t3\t4'];
    const series = (platform: string) =>
      `${head(platform)}!series_matrix_table_begin\n"ID_REF"\t"GSM1"\t"GSM2"\n${rows.join('\n')}\n!series_matrix_table_end\n`;
    const known = await user.upload('GSE1_series_matrix.txt', series('GPL8300'));
    expect(known.facts.matrix?.identifiers).toBe('probe');
    expect(known.facts.matrix?.sexGenes).toEqual([
      { gene: 'XIST', values: [7.5, 3.25] },
      { gene: 'RPS4Y1', values: [4, 9.5] },
      { gene: 'DDX3Y', values: [3, 8] },
    ]);
    const unknown = await user.upload('GSE2_series_matrix.txt', series('GPL9999999'));
    expect(unknown.facts.matrix?.sexGenes).toBeUndefined();
  });

  it('writes sample names as another file does', async () => {
    const rows = matrixRows(15, 4).with(0, ['gene', 'X1.A', 'X2.A', 'TCGA.OR.A5J1.01A', 'same']);
    const matrix = await user.upload('m.csv', delimited(rows));
    const groups = await user.upload('g.csv', 'sample,group\n1-A,t\n2-A,t\nTCGA-OR-A5J1-01,n\nsame,n\n');
    const finding = (await preview(matrix.file.id)).findings.find(({ code }) => code === 'sample_names');
    expect(finding).toMatchObject({
      level: 'should',
      message: expect.stringContaining('有 3 个样本名与「g.csv」写法不同，如 X1.A 与 1-A'),
    });
    expect(finding?.fix).toEqual({ label: '改成「g.csv」的写法', file: 'match_samples', parameters: { file_id: groups.file.id } });
    const fixed = (await fix(matrix.file.id, { fix: 'match_samples', file_id: groups.file.id })).body.file;
    expect(fixed.facts?.matrix?.samples).toEqual(['1-A', '2-A', 'TCGA-OR-A5J1-01', 'same']);
    expect((await preview(matrix.file.id)).findings.map(({ code }) => code)).not.toContain('sample_names');

    await fix(matrix.file.id, { fix: 'restore', version: 1 });
    const mended = (await fix(groups.file.id, { fix: 'match_samples', file_id: matrix.file.id })).body.file;
    expect(mended.facts?.table?.preview.map(([sample]) => sample)).toEqual(['X1.A', 'X2.A', 'TCGA.OR.A5J1.01A', 'same']);
    const stranger = await (await space.user()).upload('g.csv', 'sample,group\nX1.A,t\nX2.A,t\n');
    expect((await fix(groups.file.id, { fix: 'match_samples', file_id: stranger.file.id })).status).toBe(404);
    expect((await fix(groups.file.id, { fix: 'match_samples' })).body.errors[0]?.field).toBe('file_id');
  });

  it('of two at once makes one version; a full space takes none', async () => {
    const { file } = await user.upload('m.csv', 'gene,S1,S2\nTP53,100,200\nEGFR,5,6\nTP53,1,2\n', { file_type: 'expression' });
    const both = await Promise.all([fix(file.id, { fix: 'merge_duplicates' }), fix(file.id, { fix: 'merge_duplicates' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await info(file.id)).versions).toHaveLength(1);
    await space.database.execute(sql`UPDATE file_versions SET file_size = ${1024 ** 3} WHERE file_id = ${file.id}`);
    const { status, body } = await fix(file.id, { fix: 'restore', version: 1 });
    expect([status, body.detail]).toEqual([413, expect.stringContaining('空间不够')]);
  });
});

describe('more formats', () => {
  const rows = matrixRows(30, 6);

  it.each([
    [
      'zip',
      zip([
        { name: '__MACOSX/._m.csv', content: Buffer.from('x') },
        { name: 'folder/', content: Buffer.alloc(0) },
        { name: 'folder/m.csv', content: Buffer.from(delimited(rows)) },
      ]),
    ],
    ['zip', zip([{ name: '矩阵.xlsx', content: workbook(rows) }])],
    ['zip', zip([{ name: 'm.tsv.gz', content: gzipSync(delimited(rows, '\t')) }])],
    ['txt', delimited(rows, '\t', '\r')],
    ['txt', delimited(rows, '\t').replaceAll('.', ',')],
    [
      'gct',
      `#1.2\n30\t6\n${delimited(
        rows.map(([name = '', ...cells], i) => [name, i === 0 ? 'Description' : 'na', ...cells]),
        '\t',
      )}`,
    ],
    [
      'gct.gz',
      gzipSync(
        `#1.2\t\t\r30\t6\t\r${delimited(
          rows.map(([name = '', ...cells], i) => [name, i === 0 ? 'DESCRIPTION' : '', ...cells]),
          '\t',
          '\r',
        )}`,
      ),
    ],
  ] as const)('reads the same numbers from %s (%#)', async (ending, content) => {
    const { status, detail, file, facts } = await user.upload(`m.${ending}`, content);
    expect([status, detail]).toEqual([200, '']);
    expect(file).toMatchObject({ file_type: 'expression', validation_status: 'valid' });
    expect(facts.matrix).toMatchObject({ rows: 30, columns: 6, kind: 'log', samples: rows[0]?.slice(1) });
    expect(facts.matrix?.preview.values[2]?.[3]).toBeCloseTo(Number(rows[3]?.[4]), 10);
  });

  it('reads gene sets: GMT, packed, in a zip, or told by its sender', async () => {
    const sets = 'A\thttp://x\tTP53\tEGFR\nB\t\tMYC\n';
    for (const [name, content, fields] of [
      ['s.gmt', sets, {}],
      ['s.gmt.gz', gzipSync(sets), {}],
      ['s.zip', zip([{ name: 's.gmt', content: Buffer.from(sets) }]), {}],
      ['s.txt', sets, { file_type: 'gene_sets' }],
    ] as const) {
      const { file, facts } = await user.upload(name, content, fields);
      expect([name, file.file_type, facts.table?.preview]).toEqual([
        name,
        'gene_sets',
        [
          ['A', 'http://x', 'TP53 EGFR'],
          ['B', '', 'MYC'],
        ],
      ]);
    }
  });

  it('says in words what a file is', async () => {
    const matrix = await user.upload('m.csv', delimited(matrixRows()));
    expect((await preview(matrix.file.id)).summary).toBe(
      '表达矩阵：12 个基因 × 6 个样本，取过对数的值，行名是基因名（Symbol），没有缺失值',
    );
    const genes = Array.from({ length: 30 }, (_, i) => `GENE${i},${i * 100},${i * 10 + 1}`);
    const counts = await preview((await user.upload('c.csv', `gene,S1,S2\n${genes.join('\n')}\n`)).file.id);
    expect(counts.summary).toContain('原始计数');
    expect(counts.sample_totals).toEqual([
      { sample: 'S1', total: 43_500 },
      { sample: 'S2', total: 4_380 },
    ]);
    expect((await preview(matrix.file.id)).sample_totals).toBeNull();
    const groups = await user.upload('g.csv', 'sample,group\nQ1,t\nQ2,t\nQ3,n\n');
    expect((await preview(groups.file.id)).summary).toBe('分组表：3 行 × 2 列，每行一个样本，分组：n 1 个、t 2 个');
  });
});
