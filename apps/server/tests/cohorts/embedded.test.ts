import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installEmbedded } from '../../src/cohorts/embedded.ts';
import { extractFiles } from '../../src/cohorts/extract.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';
import { GENES, installTiny } from './small-cohort.ts';

let folder: string;
const servers: TestReleases[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-embedded-'));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A folder as the set-up makes it, with one cohort of a release. */
async function made(release: string): Promise<string> {
  const target = join(folder, `made-${release}`);
  const maker = await createTestReleases();
  await installTiny(maker.cohorts, { release, embedded: true });
  const made = await maker.cohorts.describe('tiny');
  await mkdir(join(target, 'tiny'), { recursive: true });
  for (const name of Object.keys(made?.files ?? {})) await cp((await made?.path(name)) ?? '', join(target, 'tiny', name));
  await maker.close();
  return target;
}

async function server() {
  const own = await createTestReleases();
  servers.push(own);
  return { cohorts: own.cohorts, log: createLog('silent') };
}

it("installs the program's cohorts once, a newer release in the place of the older, and never over an operator's", async () => {
  const app = await server();
  const [first, second] = [await made('embedded-1'), await made('embedded-2')];
  await installEmbedded(first, app);
  const installed = await app.cohorts.describe('tiny');
  expect(installed?.description).toMatchObject({ release: 'embedded-1', simulated: true, survival: { OS: { patients: 22, events: 11 } } });
  expect(await app.cohorts.damaged('tiny')).toEqual([]);
  await installEmbedded(first, app);
  expect((await app.cohorts.describe('tiny'))?.checksum).toBe(installed?.checksum);
  await installEmbedded(second, app);
  expect((await app.cohorts.describe('tiny'))?.description.release).toBe('embedded-2');
  await installTiny(app.cohorts, { release: '2026-05', simulated: false });
  await installEmbedded(first, app);
  expect((await app.cohorts.describe('tiny'))?.description.release).toBe('2026-05');
});

it('leaves out what it cannot read, and is content where the set-up has made nothing', async () => {
  const app = await server();
  await installEmbedded(join(folder, 'nowhere'), app);
  const broken = await made('embedded-3');
  await rm(join(broken, 'tiny/cohort.json'));
  await writeFile(join(broken, 'tiny/cohort.json'), '{"code": "tiny"}');
  await installEmbedded(broken, app);
  expect(await app.cohorts.list()).toEqual([]);
});

it('gives away the genes that a run has read, and no more', async () => {
  const app = await server();
  await installTiny(app.cohorts);
  const release = await app.cohorts.describe('tiny');
  if (release === undefined) throw new Error('not installed');
  const files = new Map((await extractFiles(release, { expression: ['FLAT', 'UP'], gtex: null })).map((file) => [file.name, file]));
  const bytes = (name: string) => {
    const file = files.get(name);
    return file !== undefined && 'bytes' in file ? file.bytes : undefined;
  };
  expect(bytes('expression.genes.tsv')?.toString()).toBe('symbol\tid\nUP\tENSG00000000000.1\nFLAT\tENSG00000000002.1\n');
  const rows = bytes('expression.f32') ?? Buffer.alloc(0);
  expect([rows.length, rows.readFloatLE(4), rows.readFloatLE(28 * 4)]).toEqual([2 * 28 * 4, 0.5, 5]);
  expect(files.get('gtex.f32')).toMatchObject({ path: await release.path('gtex.f32') });
  // The counts' samples stay, its values were not read.
  expect(bytes('counts.i32')?.length).toBe(0);
  expect(files.has('counts.samples.tsv')).toBe(true);
  expect((await readFile(await release.path('expression.f32'))).length).toBe(GENES.length * 28 * 4);
});
