import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { learned, likelySeconds, rememberDuration } from '../../src/analyses/run/durations.ts';
import { runDurations } from '../../src/analyses/tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const LASSO = { taskType: 'lasso_analysis', version: '1.0.0' } as const;

describe('the time that a run is likely to take', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  const remember = (tool: Parameters<typeof rememberDuration>[1], expected: number, seconds: number) =>
    test.database.transaction((tx) => rememberDuration(tx, tool, { expected, seconds }));

  it('is what the declaration says until a run of this version has ended', async () => {
    await remember({ ...LASSO, version: '0.9.0' }, 50, 500);
    await remember({ taskType: 'go_enrichment', version: LASSO.version }, 50, 500);
    expect(await likelySeconds(test.database, LASSO, 53)).toBe(53);
  });

  it('is learned from the runs that there were', async () => {
    await remember(LASSO, 53, 137);
    expect(await likelySeconds(test.database, LASSO, 53)).toBeCloseTo(137, 3);
    expect(await likelySeconds(test.database, LASSO, 106)).toBeCloseTo(274, 3);
  });

  it('keeps the last hundred of a tool, and of nobody’s data more than times', async () => {
    for (let i = 0; i < 105; i += 1) await remember(LASSO, 53, 60);
    const rows = await test.database.select().from(runDurations);
    expect(rows.filter(({ taskType, toolVersion }) => taskType === LASSO.taskType && toolVersion === LASSO.version)).toHaveLength(100);
    expect(rows).toHaveLength(102);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['expected', 'id', 'seconds', 'taskType', 'toolVersion']);
    expect(await likelySeconds(test.database, LASSO, 53)).toBeCloseTo(60, 3);
  });
});

it('goes by runs of about the same size, and by none that stand out', () => {
  const small = [1, 1, 1, 1, 40].map((seconds) => ({ expected: 2, seconds }));
  const large = Array.from({ length: 7 }, () => ({ expected: 100, seconds: 300 }));
  expect(learned(2, [...large, ...small])).toBeLessThan(5);
  expect(learned(100, [...small, ...large])).toBe(300);
  expect(learned(10, [])).toBe(10);
});
