import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/platform/postgres/database.ts';
import { TestAccounts } from '../billing/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Databases of 0.1.0: its last migration left what the first of today makes. */

/** When the last two of its migrations were made, as its databases have noted them. */
const LAST_OF_0_1 = 1_795_814_971_109;
const ONE_BEFORE = 1_795_766_880_196;

let test: TestDatabase;
let user: number;

beforeAll(async () => {
  test = await createTestDatabase();
  user = await new TestAccounts(test.database).add();
});
afterAll(() => test?.close());

async function stands(...times: number[]): Promise<void> {
  await test.database.execute(sql`DELETE FROM drizzle.__drizzle_migrations`);
  // What later migrations make is not there.
  await test.database.execute(
    sql`DROP TABLE IF EXISTS series_files, series_fetches, gene_reports, project_reruns, project_shares, projects CASCADE`,
  );
  await test.database.execute(
    sql`ALTER TABLE analyses DROP COLUMN IF EXISTS project_id, DROP COLUMN IF EXISTS replaces, DROP COLUMN IF EXISTS rerun_id, DROP COLUMN IF EXISTS report_id`,
  );
  await test.database.execute(sql`ALTER TABLE files DROP COLUMN IF EXISTS project_id`);
  await test.database.execute(sql`ALTER TABLE figure_boards DROP COLUMN IF EXISTS project_id`);
  for (const at of times)
    await test.database.execute(sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of 0.1.0', ${at})`);
}

const noted = async () =>
  (await test.database.execute<{ hash: string }>(sql`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at`)).rows.map(
    ({ hash }) => hash,
  );

describe('a database of 0.1.0', () => {
  beforeEach(() => stands(ONE_BEFORE, LAST_OF_0_1));

  it('that is finished is taken as it is', async () => {
    await migrate(test.database);
    expect((await noted()).slice(0, 2)).toEqual(['of 0.1.0', 'of 0.1.0']);
    expect(await new TestAccounts(test.database).billing.balance(user)).toBeGreaterThan(0);
  });

  it('that lacks a step is left as it is, with a sentence that says which version comes first', async () => {
    await stands(ONE_BEFORE);
    await expect(migrate(test.database)).rejects.toThrow('请先用 0.1.0 的最后一版启动一次');
    expect(await noted()).toEqual(['of 0.1.0']);
    // The lock is free again.
    await stands(LAST_OF_0_1);
    await migrate(test.database);
  });
});
