import { cp, mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InstalledCohort } from '../../src/cohorts/store.ts';
import { takeOverCohorts } from '../../src/cohorts/take-over.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';
import { EXPRESSION_FILE, installTiny } from './small-cohort.ts';

/** Where releases were made that now lie as they did before there was a registry. */
let maker: TestReleases;
let test: TestReleases;
let earlier: string;
const told: { level: number; msg: string; cohort?: string }[] = [];
const log = createLog('info', { write: (line: string) => void told.push(JSON.parse(line)) });

async function lay(code: string, name: string, made: InstalledCohort): Promise<void> {
  const folder = join(earlier, code, name);
  await mkdir(folder, { recursive: true });
  for (const file of Object.keys(made.files)) await cp(await made.path(file), join(folder, file));
  await writeFile(join(folder, 'checksums.json'), JSON.stringify(made.files));
  await writeFile(join(earlier, code, 'current.json'), JSON.stringify({ release: name }));
}

beforeAll(async () => {
  [maker, test] = await Promise.all([createTestReleases(), createTestReleases()]);
  earlier = await mkdtemp(join(tmpdir(), 'oncoloom-earlier-'));
  await mkdir(join(earlier, '.downloads'));
  for (const [code, name] of [
    ['tiny', '2026-01'],
    ['tiny', '2026-02'],
    ['few', '2026-01'],
  ] as const) {
    await installTiny(maker.cohorts, { code, release: name });
    const made = await maker.cohorts.describe(code);
    if (made === undefined) throw new Error('not installed');
    await lay(code, name, made);
  }
  await truncate(join(earlier, 'few/2026-01', EXPRESSION_FILE), 4);
});
afterAll(async () => {
  await Promise.all([maker.close(), test.close(), rm(earlier, { recursive: true, force: true })]);
});

it('takes over whole releases with their names, the replaced ones too, and leaves a damaged one where it is', async () => {
  // An API and a worker begin together.
  await Promise.all([takeOverCohorts(earlier, test.cohorts, log), takeOverCohorts(earlier, test.cohorts, log)]);
  const [made, taken] = [await maker.cohorts.describe('tiny'), await test.cohorts.describe('tiny')];
  expect(taken).toMatchObject({ release: '2026-02', checksum: made?.checksum, files: made?.files, description: made?.description });
  // A task may wait that was made for it.
  expect(await test.cohorts.release('tiny', '2026-01')).toBeDefined();
  expect(await test.cohorts.damaged('tiny')).toEqual([]);
  expect((await stat((await taken?.path(EXPRESSION_FILE)) ?? '')).nlink).toBe(1);
  expect(await test.cohorts.codes()).toEqual(['tiny']);
  expect((await readdir(earlier)).sort()).toEqual(['.downloads', 'few']);
  expect(told.filter(({ level }) => level >= 40)).toMatchObject([{ cohort: 'few' }, { cohort: 'few' }]);
  expect(told.find(({ level }) => level >= 40)?.msg).toContain('npm run cohorts -- install FEW');
});

it('never puts what an earlier folder has in the place of what is installed since', async () => {
  await installTiny(test.cohorts, { code: 'few', release: '2026-09' });
  await cp(await pathOf(EXPRESSION_FILE), join(earlier, 'few/2026-01', EXPRESSION_FILE), { force: true });
  await takeOverCohorts(earlier, test.cohorts, log);
  expect((await test.cohorts.describe('few'))?.release).toBe('2026-09');
  expect(await test.cohorts.release('few', '2026-01')).toBeDefined();
  expect(await readdir(earlier)).toEqual(['.downloads']);
});

const pathOf = async (file: string): Promise<string> => (await maker.cohorts.describe('few'))?.path(file) ?? '';
