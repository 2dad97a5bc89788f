import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installEmbedded } from '../../src/cohorts/embedded.ts';
import { extractFiles } from '../../src/cohorts/extract.ts';
import { CohortStore } from '../../src/cohorts/store.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { GENES, installTiny } from './small-cohort.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-embedded-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A folder as the set-up makes it, with one cohort of a release. */
async function made(release: string): Promise<string> {
  const source = join(folder, `source-${release}`);
  await installTiny(source, { release, embedded: true });
  const target = join(folder, `made-${release}`);
  await cp(join(source, 'tiny', release), join(target, 'tiny'), { recursive: true });
  return target;
}

function server(name: string) {
  const config = readConfig({ ONCOLOOM_DATA: join(folder, name) }, []);
  return { config, cohorts: new CohortStore(config.folders.cohorts), log: createLog('silent') };
}

it("installs the program's cohorts once, a newer release in the place of the older, and never over an operator's", async () => {
  const app = server('data');
  const [first, second] = [await made('embedded-1'), await made('embedded-2')];
  await installEmbedded(first, app);
  const installed = await app.cohorts.describe('tiny');
  expect(installed?.description).toMatchObject({ release: 'embedded-1', simulated: true, survival: { OS: { patients: 22, events: 11 } } });
  expect(await app.cohorts.damaged('tiny')).toEqual([]);
  await installEmbedded(first, app);
  expect((await app.cohorts.describe('tiny'))?.folder).toBe(installed?.folder);
  await installEmbedded(second, app);
  expect((await app.cohorts.describe('tiny'))?.description.release).toBe('embedded-2');
  await installTiny(app.config.folders.cohorts, { release: '2026-05', simulated: false });
  await installEmbedded(first, app);
  expect((await app.cohorts.describe('tiny'))?.description.release).toBe('2026-05');
});

it('leaves out what it cannot read, and is content where the set-up has made nothing', async () => {
  const app = server('other');
  await installEmbedded(join(folder, 'nowhere'), app);
  const broken = await made('embedded-3');
  await rm(join(broken, 'tiny/cohort.json'));
  await writeFile(join(broken, 'tiny/cohort.json'), '{"code": "tiny"}');
  await installEmbedded(broken, app);
  expect(await app.cohorts.list()).toEqual([]);
});

it('gives away the genes that a run has read, and no more', async () => {
  const app = server('third');
  await installTiny(app.config.folders.cohorts);
  const release = (await app.cohorts.describe('tiny'))?.folder ?? '';
  const files = new Map((await extractFiles(release, { expression: ['FLAT', 'UP'], gtex: null })).map((file) => [file.name, file]));
  const bytes = (name: string) => {
    const file = files.get(name);
    return file !== undefined && 'bytes' in file ? file.bytes : undefined;
  };
  expect(bytes('expression.genes.tsv')?.toString()).toBe('symbol\tid\nUP\tENSG00000000000.1\nFLAT\tENSG00000000002.1\n');
  const rows = bytes('expression.f32') ?? Buffer.alloc(0);
  expect([rows.length, rows.readFloatLE(4), rows.readFloatLE(28 * 4)]).toEqual([2 * 28 * 4, 0.5, 5]);
  expect(files.get('gtex.f32')).toMatchObject({ path: join(release, 'gtex.f32') });
  // The counts' samples stay, its values were not read.
  expect(bytes('counts.i32')?.length).toBe(0);
  expect(files.has('counts.samples.tsv')).toBe(true);
  expect(files.has('checksums.json')).toBe(false);
  expect((await readFile(join(release, 'expression.f32'))).length).toBe(GENES.length * 28 * 4);
});
