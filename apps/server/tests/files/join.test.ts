import type { JoinChoices, UserFile } from '@oncoloom/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { delimited, matrixRows, zip } from './bytes.ts';
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

const GENES = Array.from({ length: 25 }, (_, i) => `ENSG${String(141_510 + i).padStart(11, '0')}.1`);
const SUMMARY = ['N_unmapped', 'N_multimapping', 'N_noFeature', 'N_ambiguous'].map((name) => `${name}\t900\t800\t700`);

/** What STAR writes of one sample, from a reverse stranded library. */
const star = (sample: number) =>
  `${[...SUMMARY, ...GENES.map((gene, i) => `${gene}\t${sample * 100 + i}\t1\t${sample * 100 + i - 1}`)].join('\n')}\n`;
const rsem = `gene_id\ttranscript_id(s)\tlength\teffective_length\texpected_count\tTPM\tFPKM\n${GENES.map((gene) => `${gene}\tT\t900\t800.5\t12.5\t3\t2`).join('\n')}\n`;

const entry = (name: string, content: string) => ({ name, content: Buffer.from(content) });
const archive = (samples: number) =>
  zip([
    entry('run/MANIFEST.txt', 'id\tfilename\n'),
    ...Array.from({ length: samples }, (_, i) => entry(`run/S${i + 1}/ReadsPerGene.out.tab`, star(i + 1))),
    entry('run/S1/Log.final.out', 'Number of input reads |\t900\n'),
  ]);

type Answer = { file: UserFile; detail: string };
const join = (body: object) => user.call<Answer>('POST', '/api/files/join', body);
const choices = (file_ids: number[]) => user.call<JoinChoices & { detail: string }>('POST', '/api/files/join/choices', { file_ids });
const send = async (name: string, content: string | Buffer) => (await user.uploadRead(name, content)).file;

describe('files of one sample each', () => {
  it('are kept, say what they are, and become a matrix', async () => {
    const files = [];
    for (const i of [1, 2, 3]) files.push(await send(`S${i}.ReadsPerGene.out.tab`, star(i)));
    const [first] = files;
    expect(first?.validation_status).toBe('invalid');
    expect(first?.facts?.oneSample).toMatchObject({ program: 'STAR', suggested: 'reverse' });
    const ids = files.map(({ id }) => id);
    // One file stands for its kind in the folder.
    for (const asked of [ids, [ids[1] as number]]) {
      const { body } = await choices(asked);
      expect(body).toMatchObject({ label: 'STAR', suggested: 'reverse' });
      expect(body.columns.map(({ name }) => name)).toEqual(['unstranded', 'forward', 'reverse']);
      expect(body.files.map(({ id }) => id)).toEqual(ids);
    }
    const { status, body } = await join({ file_ids: ids, column: 'reverse', name: '计数' });
    expect([status, body.file.name, body.file.file_type, body.file.validation_status]).toEqual([200, '计数.tsv', 'expression', 'valid']);
    expect(body.file.facts?.matrix).toMatchObject({
      rows: 25,
      columns: 3,
      kind: 'counts',
      identifiers: 'ensembl',
      samples: ['S1', 'S2', 'S3'],
    });
    expect(body.file.facts?.matrix?.preview.values[2]).toEqual([101, 201, 301]);
    expect(body.file.facts?.findings.map(({ code }) => code)).toContain('joined');
    const { body: list } = await user.get<{ count: number }>('/api/files');
    expect(list.count).toBe(4);
    // Read once more it is the same.
    const again = await user.call<Answer>('POST', `/api/file/${body.file.id}/revalidate`, {});
    expect(again.body.file.facts?.matrix).toEqual(body.file.facts?.matrix);
  });

  it('may come in an archive, with what programs put beside them', async () => {
    const file = await send('run.zip', archive(12));
    expect(file.facts?.oneSample).toMatchObject({ program: 'STAR', files: 12 });
    expect((await choices([file.id])).body.files).toEqual([{ id: file.id, name: 'run.zip', samples: 12 }]);
    const { body } = await join({ file_ids: [file.id], column: 'unstranded' });
    expect(body.file.name).toBe('STAR 合并 unstranded.tsv');
    // By name, as the archive has them: S1, S10, S11, S12, S2 …
    expect(body.file.facts?.matrix?.samples.slice(0, 3)).toEqual(['S1', 'S10', 'S11']);
    expect(body.file.facts?.matrix?.preview.values[0]?.slice(0, 3)).toEqual([100, 1000, 1100]);
  });

  it('are refused in an archive of other tables, of too many, and with a table of another kind', async () => {
    const table = delimited(matrixRows());
    expect((await user.upload('two.zip', zip([entry('a.csv', table), entry('b.csv', table)]))).detail).toMatch(
      /有 2 个文件，不知道该读哪一个/,
    );
    const mixed = await user.uploadRead('mixed.zip', zip([entry('a/ReadsPerGene.out.tab', star(1)), entry('b.csv', table)]));
    expect((await join({ file_ids: [mixed.file.id], column: 'unstranded' })).body.detail).toMatch(/「b.csv」不是认得的单样本输出/);
    const many = zip(Array.from({ length: 201 }, (_, i) => entry(`${i}.tab`, 'x')));
    expect((await user.upload('many.zip', many)).detail).toMatch(/有 201 个文件，.*最多 200 个/);
  });

  it('are told why they cannot be joined', async () => {
    const one = await send('S1.ReadsPerGene.out.tab', star(1));
    const other = await send('S1.genes.results', rsem);
    const matrix = await send('m.csv', delimited(matrixRows()));
    const said = async (body: object) => {
      const { status, body: answer } = await join(body);
      return [status, answer.detail];
    };
    expect(await said({ file_ids: [one.id], column: 'unstranded' })).toEqual([422, '只有一个样本，合并不成矩阵。请再选上其他样本的文件。']);
    expect(await said({ file_ids: [one.id, other.id], column: 'TPM' })).toEqual([422, expect.stringContaining('请分开合并')]);
    expect(await said({ file_ids: [one.id, matrix.id], column: 'unstranded' })).toEqual([
      422,
      expect.stringContaining('「m.csv」不是单个样本的输出'),
    ]);
    expect(await said({ file_ids: [one.id], column: 'TPM' })).toEqual([422, '没有这一列，请重新选择要用的列。']);
    expect(await said({ file_ids: [], column: 'TPM' })).toEqual([422, expect.stringContaining('请选择要合并的文件')]);
    const stranger = await space.user();
    expect((await stranger.call('POST', '/api/files/join', { file_ids: [one.id], column: 'unstranded' })).status).toBe(404);
  });
});
