import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@oncoloom/tools';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepEarlyTable } from '../../src/analyses/run/early-tables.ts';
import { analyses } from '../../src/analyses/tables.ts';
import { sweepStorage } from '../../src/files/space/sweep.ts';
import { FolderStorage } from '../../src/storage/folder.ts';
import { DEVICE, PASSWORD } from '../support/server.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';

/** Tables that a run tells before its end: taken from a job that may do what it likes, shown to the owner while it runs, gone afterwards. */

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

describe('a running analysis', () => {
  let whole: WholeServer;
  const users: { id: number; token: string }[] = [];
  const fetched = (id: number, user = 0) =>
    whole.server.inject({ url: `/api/analysis/${id}/early/coefficients`, headers: { authorization: `Bearer ${users[user]?.token}` } });
  const get = (id: number) => whole.app.analyses.get(users[0]?.id ?? 0, id);
  /** Repeats that outlast the looks of this test. */
  const start = async () =>
    (await whole.app.analyses.create(users[0]?.id ?? 0, { task_type: TYPE, example: true, assignments: 500, repeats: 20 })).id;
  /** The analysis as it is when its first early table is there. */
  const withTable = async (id: number) => {
    await expect.poll(async () => (await get(id)).early > 0 || (await get(id)).finished !== null, { timeout: 50_000 }).toBe(true);
    return get(id);
  };

  beforeAll(async () => {
    whole = await createWorkingServer([TYPE]);
    for (const email of ['owner@example.com', 'other@example.com']) {
      const token = await whole.app.accounts.register({ email, password: PASSWORD }, DEVICE);
      users.push({ id: (await whole.app.accounts.authenticate(token)).id, token });
    }
    await whole.work();
  });
  afterAll(() => whole?.close());

  it('has its first table before its repetitions end, for its owner alone, until it is cancelled', async () => {
    const id = await start();
    const running = await withTable(id);
    expect(running.status).toBe('running');
    expect(running.early_tables).toMatchObject([{ id: 'coefficients', told: 1, columns: COLUMNS }]);
    const message = await whole.app.analyses.liveMessage(users[0]?.id ?? 0, id);
    expect(message).toMatchObject({ type: 'update_task', data: { early: 1, status: 'running' } });
    // A content that only a running analysis names stays.
    await sweepStorage(whole.app, 0);
    const table = await fetched(id);
    expect(table.statusCode).toBe(200);
    const [head, ...rows] = table.body.trimEnd().split('\n');
    expect(head?.split('\t')).toEqual(COLUMNS);
    expect(rows).toHaveLength(running.early_tables[0]?.rows ?? -1);
    // How often each gene is chosen is not known yet.
    const frequency = COLUMNS.indexOf('frequency');
    expect(new Set(rows.map((row) => row.split('\t')[frequency]))).toEqual(new Set(['']));
    expect((await fetched(id, 1)).statusCode).toBe(404);
    await whole.app.analyses.cancel(users[0]?.id ?? 0, id);
    expect(await get(id)).toMatchObject({ status: 'failed', early: 0, early_tables: [] });
    expect((await fetched(id)).statusCode).toBe(404);
  });

  it('has the result alone when it is complete', { timeout: 180_000 }, async () => {
    const few = { assignments: 10, repeats: 1, nfolds: 3 };
    const { id } = await whole.app.analyses.create(users[0]?.id ?? 0, { task_type: TYPE, example: true, ...few });
    await expect.poll(async () => (await get(id)).status, { timeout: 150_000 }).toBe('completed');
    expect(await get(id)).toMatchObject({ early: 0, early_tables: [] });
    const [row] = await whole.app.database.select({ early: analyses.early }).from(analyses).where(eq(analyses.id, id));
    expect(row?.early).toEqual([]);
  });
});
