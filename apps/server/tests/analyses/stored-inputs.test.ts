import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVICE, PASSWORD } from '../support/server.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';

/** What is pasted is stored when it is paid for, and not before. */

const TYPE = 'correlation_scatterplot';
let whole: WholeServer;
let user: number;
/** A table of its own for each call. */
const table = (from: number) => ({
  columns: ['a', 'b'],
  rows: Array.from({ length: 40 }, (_, i) => [`${from + i}`, `${from + ((i * 7) % 11)}`]),
});
const stored = async () => {
  const entries = await readdir(join(whole.app.config.folders.storage, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const setPoints = (points: number) => whole.app.database.execute(sql`UPDATE subscriptions SET points = ${points} WHERE user_id = ${user}`);

beforeAll(async () => {
  whole = await createWorkingServer([TYPE]);
  const token = await whole.app.accounts.register({ email: 'pasted@example.com', password: PASSWORD }, DEVICE);
  user = (await whole.app.accounts.authenticate(token)).id;
});
afterAll(() => whole?.close());

describe('what is pasted', () => {
  it('leaves no bytes where the analysis is refused', async () => {
    await setPoints(0);
    await expect(whole.app.analyses.create(user, { task_type: TYPE, table: table(1) })).rejects.toMatchObject({ status: 406 });
    expect(await stored()).toEqual([]);
  });

  it('leaves no bytes where it is previewed, and is read all the same', async () => {
    const { tables } = await whole.app.previews.run(user, { task_type: TYPE, table: table(1_000) });
    expect(Object.keys(tables)).not.toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('is stored with the analysis that is charged', async () => {
    await setPoints(100);
    await whole.app.analyses.create(user, { task_type: TYPE, table: table(2_000) });
    expect(await stored()).toHaveLength(1);
  });
});
