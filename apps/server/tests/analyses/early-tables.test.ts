import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@oncoloom/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepEarlyTable } from '../../src/analyses/early-tables.ts';
import { FolderStorage } from '../../src/platform/storage.ts';

/** Tables that a run tells before its end, taken from a job that may do what it likes. */

const TYPE = 'bulk_lasso_regression';
const tool = catalogue.find(({ tool: { taskType } }) => taskType === TYPE)?.tool;
if (tool === undefined) throw new Error('no LASSO');
const COLUMNS = (tool.tables.coefficients?.columns ?? []).map(({ name }) => name);

describe('what is taken from a job', () => {
  let folder: string;
  let storage: FolderStorage;
  const told = async (text: string, id = 'coefficients') => {
    await writeFile(join(folder, 'early', 'coefficients.tsv'), text);
    return keepEarlyTable(storage, tool, folder, id);
  };
  const line = (gene: string) => [gene, ...COLUMNS.slice(1).map(() => '1')].join('\t');
  const table = (rows: number) => `${[COLUMNS.join('\t'), ...Array.from({ length: rows }, (_, i) => line(`G${i}`))].join('\n')}\n`;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oncoloom-early-'));
    await mkdir(join(folder, 'early'));
    storage = await FolderStorage.open(join(folder, 'storage'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is a declared table of at most 500 rows', async () => {
    expect(await told(table(500))).toMatchObject({ id: 'coefficients', rows: 500, columns: COLUMNS });
    expect(await told(table(0))).toMatchObject({ rows: 0 });
    await expect(told(table(501))).rejects.toThrow('501 rows');
    await expect(told(table(1_000_000))).rejects.toThrow('bytes');
  });

  it('is nothing else', async () => {
    await expect(told(table(1), 'other')).rejects.toThrow('not declared');
    await expect(told(table(1), '../early/coefficients')).rejects.toThrow('not declared');
    await expect(told(table(1), 'constructor')).rejects.toThrow('not declared');
    await expect(told(table(1).replace('gene', 'name'))).rejects.toThrow('other columns');
    await expect(told(table(1).replace('\n', '\tmore\n'))).rejects.toThrow('other columns');
    await expect(told(`${table(1)}G2\t1\n`)).rejects.toThrow('uneven');
    await writeFile(join(folder, 'secret'), table(1));
    await rm(join(folder, 'early', 'coefficients.tsv'));
    await symlink(join(folder, 'secret'), join(folder, 'early', 'coefficients.tsv'));
    await expect(keepEarlyTable(storage, tool, folder, 'coefficients')).rejects.toThrow('a link');
  });
});
