import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files } from '../../src/files/tables.ts';
import { createLog } from '../../src/platform/log.ts';
import { type Database, openDatabase, type Queryable } from '../../src/platform/postgres/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let test: TestDatabase;
/** One connection: what was prepared stays with it. */
let database: Database;
let descriptions = 0;
let writes = 0;

interface Watched {
  connection: { on(name: 'rowDescription', heard: () => void): void; stream: { write: (...given: unknown[]) => boolean } };
}

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, createLog('silent'), 1);
  database.$client.on('connect', (client) => {
    const { connection } = client as unknown as Watched;
    connection.on('rowDescription', () => (descriptions += 1));
    const write = connection.stream.write.bind(connection.stream);
    connection.stream.write = (...given) => {
      writes += 1;
      return write(...given);
    };
  });
});
afterAll(async () => {
  await database?.$client.end();
  await test?.close();
});

const filesOf = (db: Queryable) =>
  db
    .select({ row: files, sum: sql<string>`${files.fileSize} + ${sql.placeholder('more')}::bigint` })
    .from(files)
    .where(eq(files.name, sql.placeholder('name')));
const quotient = (db: Queryable, name: string) =>
  db
    .select({ value: sql<number>`12 / ${sql.placeholder('by')}::int` })
    .from(sql`(SELECT 1) one`)
    .prepare(name);

describe('a statement with a name', () => {
  it('gives the rows that one without gives, whatever their types', async () => {
    const facts = { findings: [], note: '“引号” \\ \n' } as never;
    const about = {
      name: '样本 1.tsv',
      fileType: 'expression',
      format: 'text',
      blob: 'b',
      parserVersion: '1',
      validationStatus: 'valid',
    } as const;
    await database.insert(files).values([
      { ...about, fileSize: 9_007_199_254_740_991, facts },
      { ...about, fileSize: 0, claimedUntil: new Date('2026-01-02T03:04:05.678Z') },
    ]);
    const values = { name: about.name, more: 1 };
    const named = filesOf(database).prepare('files_by_name');
    const expected = await filesOf(database).prepare('').execute(values);
    expect(expected).toHaveLength(2);
    expect(await named.execute(values)).toEqual(expected);
    expect(await named.execute(values)).toEqual(expected);
    expect(await named.execute({ ...values, name: '没有' })).toEqual([]);
  });

  it('is described once, and asked with one write from then on', async () => {
    const query = quotient(database, 'described_once');
    await query.execute({ by: 3 });
    [descriptions, writes] = [0, 0];
    expect([await query.execute({ by: 4 }), await query.execute({ by: 6 })]).toEqual([[{ value: 3 }], [{ value: 2 }]]);
    expect([descriptions, writes]).toEqual([0, 2]);
  });

  it('fails alone: what comes after it is answered', async () => {
    const query = quotient(database, 'may_fail');
    await expect(query.execute({ by: 0 })).rejects.toMatchObject({ cause: { code: '22012' } });
    expect(await query.execute({ by: 2 })).toEqual([{ value: 6 }]);
    await expect(query.execute({ by: 0 })).rejects.toMatchObject({ cause: { code: '22012' } });
    await expect(query.execute({ by: 'no number' })).rejects.toMatchObject({ cause: { code: '22P02' } });
    expect(await query.execute({ by: 2 })).toEqual([{ value: 6 }]);
  });

  it('is the same one within a transaction, which asks by the driver’s own way', async () => {
    const within = (by: number) => database.transaction((tx) => quotient(tx, 'in_both').execute({ by }));
    const query = quotient(database, 'in_both');
    expect([await within(1), await query.execute({ by: 2 }), await within(3), await query.execute({ by: 4 })]).toEqual(
      [12, 6, 4, 3].map((value) => [{ value }]),
    );
  });

  it('is refused where its name stands for another text', async () => {
    await quotient(database, 'taken').execute({ by: 1 });
    const other = database.select({ value: sql<number>`1` }).from(sql`(SELECT 1) one`).prepare('taken');
    await expect(other.execute()).rejects.toMatchObject({ cause: { message: expect.stringContaining('taken') } });
    expect(await quotient(database, 'taken').execute({ by: 1 })).toEqual([{ value: 12 }]);
  });

  it('tells those who wait for it that the connection was lost, and is prepared again on the next', async () => {
    const query = quotient(database, 'after_a_loss');
    await query.execute({ by: 1 });
    const asleep = database.select({ value: sql<string>`pg_sleep(600)::text` }).from(sql`(SELECT 1) one`).prepare('asleep').execute();
    const lost = expect(asleep).rejects.toThrow();
    const killed = sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()`;
    for (let gone = 0; gone === 0; ) gone = (await test.database.execute(killed)).rowCount ?? 0;
    await lost;
    expect(await query.execute({ by: 2 })).toEqual([{ value: 6 }]);
  });
});
