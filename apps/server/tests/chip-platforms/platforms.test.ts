import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PlatformsService } from '../../src/chip-platforms/service.ts';
import { FolderSource, mirrorSource, type Source, WebSource } from '../../src/chip-platforms/sources.ts';
import { sha256Of } from '../../src/platform/checksum.ts';
import { createLog } from '../../src/platform/log.ts';
import type { FolderStorage } from '../../src/storage/folder.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';

const TABLE = 'probe_id\tsymbol\n1053_at\tRFC2\n117_at\tHSPA6\n';
const OTHER = 'probe_id\tsymbol\n1053_at\tRFC2\n117_at\tHSPA7\n121_at\tPAX8\n';

let folder: string;
let test: TestReleases;
let storage: FolderStorage;
let services: PlatformsService[];
let servers: Server[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-platforms-'));
  test = await createTestReleases();
  ({ storage } = test);
  services = [];
  servers = [];
});
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()));
  for (const server of servers) server.closeAllConnections();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

function start(...sources: Source[]): PlatformsService {
  const config = { folders: { reference: join(folder, 'reference'), scratch: join(folder, 'scratch') }, mirror: undefined };
  const service = new PlatformsService({ config, releases: test.releases, log: createLog('silent'), sources });
  services.push(service);
  return service;
}

/** A mirror's folder with these files. */
async function mirror(files: Record<string, string | Buffer>): Promise<Source> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, 'mirror', name, '..'), { recursive: true });
    await writeFile(join(folder, 'mirror', name), content);
  }
  return mirrorSource(join(folder, 'mirror'));
}

type Answer = { status?: number; body?: Buffer | string; etag?: string; modified?: string; hang?: boolean; cut?: boolean };
/** A server of the web that answers by path; tells what it was asked for. */
async function web(answers: Record<string, Answer>): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = answers[request.url ?? ''];
    if (answer?.hang === true) return;
    if (answer?.etag !== undefined) response.setHeader('etag', answer.etag);
    if (answer?.modified !== undefined) response.setHeader('last-modified', answer.modified);
    response.writeHead(answer === undefined ? 404 : (answer.status ?? 200));
    if (answer?.cut === true) {
      response.write(answer.body);
      setTimeout(() => response.destroy(), 20);
    } else response.end(answer?.body);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const found = async (service: PlatformsService, platform: string) =>
  (await service.list()).results.find((entry) => entry.platform === platform);

describe('the list of platforms', () => {
  it('holds what is known, and tells what is installed', async () => {
    const service = start(
      await mirror({ 'microarray/GPL96_probe2symbol.tsv.gz': gzipSync(TABLE), 'GPL99999.annot': `!Annotation_date = x\n${TABLE}` }),
    );
    const { results, refreshing, problems } = await service.list();
    expect({ refreshing, problems }).toEqual({ refreshing: false, problems: [] });
    expect(results.find(({ platform }) => platform === 'GPL96')).toEqual({
      platform: 'GPL96',
      name: '[HG-U133A] Affymetrix Human Genome U133A Array',
      probes: 2,
      installed: true,
      source: 'GPL96_probe2symbol.tsv.gz',
      release: new Date().toISOString().slice(0, 10),
    });
    expect(results.find(({ platform }) => platform === 'GPL99999')).toMatchObject({ installed: true, release: 'x' });
    expect(results.find(({ platform }) => platform === 'GPL570')).toMatchObject({ installed: false, probes: null, source: null });
    expect(results.map(({ platform }) => Number(platform.slice(3)))).toEqual(
      results.map(({ platform }) => Number(platform.slice(3))).sort((a, b) => a - b),
    );
  });

  it('has two platforms without any mirror or network: the set-up makes them from installed packages', async () => {
    const bundled = new FolderSource(join(import.meta.dirname, '../../../../reference/platforms'));
    const service = start(bundled);
    const hgu95 = await found(service, 'GPL8300');
    expect(hgu95).toMatchObject({
      installed: true,
      probes: 12_625,
      source: expect.stringContaining('AnnotationDbi'),
      release: expect.stringContaining('org.Hs.eg.db'),
    });
    expect(await found(service, 'GPL74')).toMatchObject({ installed: true });
    const table = await service.table('GPL8300');
    const lines = (await readFile(await storage.path(table?.sha256 ?? ''), 'utf8')).split('\n');
    const symbols = new Map(lines.map((line) => line.split('\t') as [string, string]));
    // Probes of ABL1 that the comparison of BCR/ABL with NEG is known by.
    for (const probe of ['1636_g_at', '39730_at', '1635_at']) expect(symbols.get(probe)).toBe('ABL1');
  });

  it('leaves out a damaged file without a word to users, and keeps the others', async () => {
    const service = start(await mirror({ 'GPL96.annot.gz': gzipSync(TABLE.repeat(99)).subarray(0, 60), 'GPL97_probe2symbol.tsv': TABLE }));
    expect(await found(service, 'GPL96')).toMatchObject({ installed: false });
    expect(await found(service, 'GPL97')).toMatchObject({ installed: true });
    expect(await readdir(join(folder, 'scratch/platforms'))).toEqual([]);
  });

  it('does not take another platform’s file', async () => {
    const service = start(await mirror({ 'GPL96.annot': `!Annotation_platform = GPL97\n${TABLE}` }));
    expect((await service.refresh('GPL96')).problems).toEqual([{ platform: 'GPL96', detail: expect.stringContaining('GPL97') }]);
  });
});

describe('a table for an analysis', () => {
  it('is put into the storage, with where it comes from', async () => {
    const service = start(await mirror({ 'GPL96.annot': `!Annotation_date = 06/20/2008 10:00:00\n${TABLE}` }));
    const table = await service.table('GPL96');
    expect(table).toMatchObject({ probes: 2, label: 'GPL96 (GPL96.annot, 2008-06-20)' });
    expect(await readFile(await storage.path(table?.sha256 ?? ''), 'utf8')).toBe('probe\tsymbol\n1053_at\tRFC2\n117_at\tHSPA6\n');
    expect(await service.table('GPL570')).toBeUndefined();
    expect(await service.table('../storage')).toBeUndefined();
  });

  it('stays what it was for those who used it when a newer one comes', async () => {
    const service = start(await mirror({ 'GPL96.annot': TABLE }));
    const before = await service.table('GPL96');
    await mirror({ 'GPL96.annot': OTHER });
    await service.refresh();
    const after = await service.table('GPL96');
    expect(after).toMatchObject({ probes: 3 });
    expect(after?.sha256).not.toBe(before?.sha256);
    expect(await storage.has(before?.sha256 ?? '')).toBe(true);
  });

  it('is taken over from the folder where it lay before there was a registry', async () => {
    const earlier = join(folder, 'reference/platforms');
    await mkdir(earlier, { recursive: true });
    const about = (platform: string, sha256: string) => ({
      ...{ platform, name: platform, probes: 2, source: 'GEO', release: '2020-01-01', version: '1', sha256 },
    });
    const write = (platform: string, sha256: string) =>
      Promise.all([
        writeFile(join(earlier, `${platform}.tsv`), TABLE),
        writeFile(join(earlier, `${platform}.json`), JSON.stringify(about(platform, sha256))),
      ]);
    await write('GPL96', sha256Of(TABLE));
    await write('GPL97', sha256Of(OTHER));
    const service = start();
    const table = await service.table('GPL96');
    expect(table).toMatchObject({ label: 'GPL96 (GEO, 2020-01-01)', sha256: sha256Of(TABLE) });
    expect(await readFile(await storage.path(table?.sha256 ?? ''), 'utf8')).toBe(TABLE);
    // What is damaged is fetched again when it is asked for.
    expect(await service.table('GPL97')).toBeUndefined();
    expect(await readdir(earlier)).toEqual([]);
  });

  it('is there for every other process', async () => {
    await start(await mirror({ 'GPL96.annot': TABLE })).list();
    expect(await start().table('GPL96')).toMatchObject({ probes: 2 });
  });
});

describe('a refresh', () => {
  it('finds what a mirror’s folder has got since', async () => {
    const service = start(await mirror({ 'GPL96.annot': TABLE }));
    expect(await found(service, 'GPL97')).toMatchObject({ installed: false });
    await mirror({ 'microarray/GPL97.annot': TABLE });
    expect(await found(service, 'GPL97')).toMatchObject({ installed: false });
    const list = await service.refresh();
    expect(list.results.find(({ platform }) => platform === 'GPL97')).toMatchObject({ installed: true });
    expect(list).toMatchObject({ refreshing: false, problems: [] });
  });

  it('asks an address only for what is new, and the first source that has a platform gives it', async () => {
    const { url, asked } = await web({
      '/microarray/GPL570_probe2symbol.tsv.gz': { body: gzipSync(OTHER), etag: '"1"', modified: 'Wed, 06 May 2020 07:00:00 GMT' },
    });
    const service = start(mirrorSource(url), await mirror({ 'GPL570.annot': TABLE, 'GPL96.annot': TABLE }));
    expect(await found(service, 'GPL570')).toMatchObject({ probes: 2 });
    const list = await service.refresh('GPL570');
    expect(list.results.find(({ platform }) => platform === 'GPL570')).toMatchObject({
      probes: 3,
      source: 'GPL570_probe2symbol.tsv.gz',
      release: '2020-05-06',
    });
    expect(asked).toContain('/microarray/GPL570_probe2symbol.tsv.gz');
    // Asked again at once, nothing is looked for.
    const before = asked.length;
    await service.refresh('GPL570');
    expect(asked).toHaveLength(before);
    expect((await test.releases.find('platform', 'GPL570'))?.about).toMatchObject({
      version: `${url}/microarray/GPL570_probe2symbol.tsv.gz "1"`,
    });
  });

  it('tells in words who does not answer, once, and keeps what is installed', async () => {
    const { url } = await web({ '/GPL570': { hang: true }, '/GPL96': { hang: true } });
    const slow = new WebSource('GEO', (platform) => [{ url: `${url}/${platform}`, source: 'GEO' }], { patience: 100 });
    const service = start(slow, await mirror({ 'GPL96.annot': TABLE }));
    const { problems, results } = await service.refresh();
    const away = problems.filter(({ platform }) => platform === null);
    expect(away).toEqual([{ platform: null, detail: 'GEO 超过 0.1 秒没有回应' }]);
    expect(results.find(({ platform }) => platform === 'GPL96')).toMatchObject({ installed: true });
  });

  it.each([
    ['a source that is not there', {}, 'GEO 连不上，请检查服务器的网络'],
    ['a source in trouble', { status: 503, body: 'later' }, 'GEO 回答了 503，现在不能用'],
    ['an answer that breaks off', { body: gzipSync(OTHER.repeat(500)).subarray(0, 40), cut: true }, 'GEO 传到一半断开了'],
  ])('tells of %s', async (_, answer, detail) => {
    const { url } = await web({ '/GPL570': answer });
    const address = Object.keys(answer).length === 0 ? 'http://127.0.0.1:1/x' : `${url}/GPL570`;
    const service = start(new WebSource('GEO', () => [{ url: address, source: 'GEO' }]));
    const { problems, results } = await service.refresh('GPL570');
    expect(problems).toEqual([{ platform: null, detail }]);
    expect(results.find(({ platform }) => platform === 'GPL570')).toMatchObject({ installed: false });
    expect(await readdir(join(folder, 'scratch/platforms')).catch(() => [])).toEqual([]);
  });

  it('tells who asked for it that nobody has a platform', async () => {
    const { url } = await web({});
    const service = start(new WebSource('GEO', (platform) => [{ url: `${url}/${platform}`, source: 'GEO' }]));
    expect((await service.refresh('GPL1')).problems).toEqual([{ platform: 'GPL1', detail: expect.stringContaining('没有这个平台的注释') }]);
    expect((await service.refresh()).problems).toEqual([]);
  });

  it('is one for all who ask at the same time', async () => {
    const { url, asked } = await web({ '/GPL570': { body: TABLE, etag: '"1"' } });
    const service = start(new WebSource('GEO', (platform) => [{ url: `${url}/${platform}`, source: 'GEO' }]));
    await Promise.all([service.refresh('GPL570'), service.refresh('GPL570'), service.refresh('GPL570')]);
    expect(asked).toEqual(['/GPL570']);
  });
});
