import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runReference } from '../../src/gene-sets/cli.ts';
import { GeneSetsService, geneSetInbox } from '../../src/gene-sets/service.ts';
import { readSources } from '../../src/gene-sets/sources.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';

const shared = join(process.env.ONCOLOOM_SHARED ?? join(import.meta.dirname, '../../../../../shared/data'));

const SMALL = 'HALLMARK_A\td\tTP53\tMYC\nHALLMARK_B\td\tEGFR\n';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An entry of a register; `contents` of its checksums. */
const source = (name: string, release: string, contents: readonly string[], others: object = {}) => ({
  name,
  file: `${name}.v${release}.gmt`,
  title: `基因集 ${name}`,
  source: 'test',
  family: 'hallmark',
  subset: '',
  organism: 'hsa',
  release,
  date: release,
  licence: 'CC BY 4.0',
  acceptLicence: false,
  identifiers: 'symbol',
  address: `https://example.invalid/${name}.gmt`,
  contents: contents.map((sum) => ({ sha256: sum, seen: 'publisher' })),
  ...others,
});

let test: TestReleases;
let folder: string;
let mirror: string;
/** Where files are put by hand. */
const inbox = () => join(test.folder, 'gene-sets');
const collections = () => new GeneSetsService([], { releases: test.releases, inbox: geneSetInbox(test.folder) });

/** Puts a file in by hand, some time ago. */
async function drop(name: string, text: string): Promise<void> {
  await mkdir(inbox(), { recursive: true });
  await writeFile(join(inbox(), name), text);
  await utimes(join(inbox(), name), 1_700_000_000, 1_700_000_000);
}

/** Where the content of an installed file lies. */
async function contentOf(name: string): Promise<string> {
  const release = await test.releases.find('gene-sets', name);
  if (release === undefined) throw new Error(`${name} is not installed`);
  return test.releases.path(release, name);
}

async function register(...geneSets: object[]): Promise<void> {
  await writeFile(join(folder, 'sources.json'), JSON.stringify({ geneSets }));
}

/** Runs one command as the shell would. */
async function reference(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text), progress: () => undefined };
  const register = argv.includes('--own-register') ? undefined : join(folder, 'sources.json');
  const words = argv.filter((word) => word !== '--own-register');
  const code = await runReference(words, test.env, terminal, register);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** What is installed. */
const files = async (): Promise<string[]> => (await test.releases.current('gene-sets')).map(({ name }) => name);

beforeEach(async () => {
  test = await createTestReleases();
  folder = await mkdtemp(join(tmpdir(), 'oncoloom-reference-'));
  mirror = join(folder, 'mirror');
  await mkdir(mirror);
  await writeFile(join(mirror, 'small.v1.gmt'), SMALL);
  await register(source('small', '1', [sha256(SMALL)], { sets: 2 }));
});
afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

describe('install', () => {
  it('puts the file under its release, with what it is beside it, and leaves it alone afterwards', async () => {
    expect(await reference('install', 'small', '--mirror', mirror)).toMatchObject({ code: 0, out: expect.stringContaining('2 个基因集') });
    expect(await files()).toEqual(['small.v1.gmt']);
    const [collection] = await collections().list();
    expect(collection).toMatchObject({
      title: '基因集 small',
      release: '1',
      licence: 'CC BY 4.0',
      family: 'hallmark',
      sets: 2,
      problems: [],
    });
    expect(await reference('install', 'small', '--mirror', mirror)).toMatchObject({ code: 0, out: expect.stringContaining('没有改动') });
  });

  it('takes a packed file of a folder of the mirror', async () => {
    await rm(join(mirror, 'small.v1.gmt'));
    await mkdir(join(mirror, 'genesets'));
    await writeFile(join(mirror, 'genesets', 'small.v1.gmt.gz'), gzipSync(SMALL));
    expect((await reference('install', 'small', '--mirror', mirror)).code).toBe(0);
    expect(await readFile(await contentOf('small.v1.gmt'), 'utf8')).toBe(SMALL);
  });

  it('refuses another checksum, unless the operator names it', async () => {
    const other = SMALL.replace('TP53', 'TP63');
    await writeFile(join(mirror, 'small.v1.gmt'), other);
    const refused = await reference('install', 'small', '--mirror', mirror);
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining(sha256(other)) });
    expect(await files()).toEqual([]);
    expect((await reference('install', 'small', '--mirror', mirror, '--sha256', sha256(SMALL))).code).toBe(1);
    expect((await reference('install', 'small', '--mirror', mirror, '--sha256', sha256(other))).code).toBe(0);
    expect((await reference('verify')).code).toBe(0);
  });

  it('refuses a file that is no gmt, or has another number of sets, whatever its checksum', async () => {
    const page = '<html>Please log in</html>\n';
    await writeFile(join(mirror, 'page.v1.gmt'), page);
    await register(source('page', '1', []), source('small', '1', [sha256(SMALL)], { sets: 3 }));
    const { code, out } = await reference('install', 'page', 'small', '--mirror', mirror);
    expect(code).toBe(1);
    expect(out).toMatch(/page .*没有一行是基因集[\s\S]*small .*有 2 个基因集，应有 3 个/);
    expect(await files()).toEqual([]);
  });

  it('refuses what its licence restricts until the operator has accepted it', async () => {
    await register(source('small', '1', [sha256(SMALL)], { acceptLicence: true, licence: '不得再分发' }));
    const refused = await reference('install', 'small', '--mirror', mirror);
    expect(refused).toMatchObject({ code: 1, out: expect.stringMatching(/不得再分发.*--accept-licence/) });
    expect(await files()).toEqual([]);
    expect((await reference('install', 'small', '--mirror', mirror, '--accept-licence')).code).toBe(0);
  });

  it('never overwrites a file of the same name, and keeps older releases beside newer ones', async () => {
    const newer = `${SMALL}HALLMARK_C\td\tKRAS\n`;
    await writeFile(join(mirror, 'small.v2.gmt'), newer);
    await reference('install', 'small', '--mirror', mirror);
    await register(source('small', '1', [sha256(SMALL)]), source('small', '2', [sha256(newer)]));
    expect((await reference('update')).out).toMatch(/small .*有新版本 2/);
    expect((await reference('install', 'small', '--mirror', mirror)).code).toBe(0);
    expect((await reference('update')).out).toMatch(/small .*最新/);
    expect((await collections().list()).map(({ release }) => release)).toEqual(['2', '1']);
    await drop('small.v1.gmt', 'MINE\td\tTP53\n');
    await collections().list();
    expect(await reference('install', 'small@1', '--mirror', mirror)).toMatchObject({
      code: 1,
      out: expect.stringContaining('不会被覆盖：请先运行 npm run reference -- remove small.v1.gmt'),
    });
    expect(await readFile(await contentOf('small.v1.gmt'), 'utf8')).toContain('MINE');
    expect(await reference('remove', 'small.v1.gmt')).toMatchObject({ code: 0, out: 'small.v1.gmt  已删除' });
    expect((await reference('install', 'small@1', '--mirror', mirror)).code).toBe(0);
    expect(await reference('remove', 'none.gmt')).toMatchObject({ code: 1, err: expect.stringContaining('没有安装 none.gmt') });
  });

  it('goes on with the others where one is missing, and says which names there are', async () => {
    await register(source('absent', '1', []), source('small', '1', [sha256(SMALL)]));
    const { code, out, err } = await reference('install', '--all', '--mirror', mirror);
    expect([code, err]).toEqual([1, '安装 1 个，没有改动 0 个，没有完成 1 个']);
    expect(out).toContain('来源没有 absent.v1.gmt');
    expect(await reference('install', 'smal')).toMatchObject({ code: 2, err: expect.stringContaining('absent、small') });
    expect(await reference('install', 'small@9')).toMatchObject({ code: 2, err: expect.stringContaining('1') });
    expect((await reference('install')).code).toBe(2);
  });
});

describe('install from an address', () => {
  let server: Server;
  let whole: boolean;
  const large = Array.from({ length: 20_000 }, (_, i) => `SET_${i}\td\tTP53\tMYC\n`).join('');
  let address: string;

  beforeEach(async () => {
    whole = false;
    server = createServer((request, response) => {
      const isGmt = request.url?.endsWith('/large.v1.gmt') === true;
      response.writeHead(isGmt ? 200 : 404, isGmt ? { 'content-length': large.length, etag: '"1"' } : {});
      if (!isGmt || request.method === 'HEAD') return response.end();
      if (whole) return response.end(large);
      // The line breaks in the middle, each time.
      return response.write(large.slice(0, 100_000), () => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await register(source('large', '1', [sha256(large)]));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it('that is interrupted leaves no file that counts, and is whole the next time', async () => {
    const { ReferenceInstaller, referencePlace } = await import('../../src/gene-sets/install.ts');
    const sources = await readSources(join(folder, 'sources.json'));
    const downloads = join(folder, 'downloads');
    const installer = new ReferenceInstaller({
      releases: test.releases,
      folder: downloads,
      place: referencePlace(address),
      progress: () => undefined,
      pauses: [],
    });
    const choices = { acceptLicence: false, sha256: undefined };
    expect(await installer.run(sources, choices)).toMatchObject([{ state: 'failed' }]);
    expect(await files()).toEqual([]);
    expect(await collections().list()).toEqual([]);
    whole = true;
    expect(await installer.run(sources, choices)).toMatchObject([{ state: 'installed' }]);
    expect(sha256(await readFile(await contentOf('large.v1.gmt'), 'utf8'))).toBe(sha256(large));
    // Nothing of the download stays.
    expect((await readdir(downloads)).filter((name) => name.startsWith('large'))).toEqual([]);
  });
});

describe('verify', () => {
  it('finds a changed byte, a missing file, and what was put in ill-formed', async () => {
    await reference('install', 'small', '--mirror', mirror);
    expect(await reference('verify')).toMatchObject({ code: 0, out: 'small.v1.gmt  完好' });
    await drop('own.gmt', 'A\td\tTP53\n');
    expect(await reference('verify')).toMatchObject({ code: 0, out: expect.stringMatching(/^own\.gmt {2}完好/) });
    const path = await contentOf('small.v1.gmt');
    await chmod(path, 0o644);
    await appendFile(path, ' ');
    expect(await reference('verify')).toMatchObject({ code: 1, out: expect.stringMatching(/small\.v1\.gmt {2}内容变了/) });
    await rm(path);
    await drop('own.gmt', 'no set\n');
    const { code, out } = await reference('verify');
    expect(code).toBe(1);
    expect(out).toMatch(/own\.gmt .*没有一行是基因集[\s\S]*small\.v1\.gmt {2}内容不见了/);
    expect((await reference('install', 'small', '--mirror', mirror)).code).toBe(0);
    expect((await reference('verify')).out).toMatch(/small\.v1\.gmt {2}完好/);
  });

  it('holds a file that nobody here has seen to what came first', async () => {
    await register(source('small', '1', []));
    expect((await reference('install', 'small', '--mirror', mirror)).out).toContain('登记里没有它的校验和');
    expect((await reference('verify')).code).toBe(0);
  });
});

describe('a file that is put in by hand', () => {
  it('is offered at once, and leaves the folder when nobody writes to it any more', async () => {
    await drop('own.gmt', 'A\td\tTP53\n');
    await writeFile(join(inbox(), 'being-written.gmt'), 'B\td\tMYC\n');
    const names = async () => (await collections().list()).map(({ name }) => name);
    expect((await names()).sort()).toEqual(['being-written.gmt', 'own.gmt']);
    expect(await readdir(inbox())).toEqual(['being-written.gmt']);
    expect(await files()).toEqual(['own.gmt']);
    // Another machine has no such folder.
    const elsewhere = new GeneSetsService([], { releases: test.releases, inbox: geneSetInbox(join(folder, 'empty')) });
    expect((await elsewhere.list()).map(({ name, sets }) => [name, sets])).toEqual([['own.gmt', 1]]);
    await drop('own.gmt.json', JSON.stringify({ title: '我们医院的' }));
    expect((await collections().list()).find(({ name }) => name === 'own.gmt')).toMatchObject({ title: '我们医院的', sets: 1 });
    expect(await elsewhere.find('own.gmt')).toMatchObject({ title: '我们医院的' });
  });
});

describe('the register', () => {
  it('is well formed: each name and release once, each file once, MSigDB’s files at MSigDB', async () => {
    const sources = await readSources();
    const once = (texts: readonly string[]) => expect(new Set(texts).size).toBe(texts.length);
    once(sources.map(({ name, release }) => `${name}@${release}`));
    once(sources.map(({ file }) => file));
    for (const { address, file, release } of sources)
      expect(address).toBe(`https://data.broadinstitute.org/gsea-msigdb/msigdb/release/${release}/${file}`);
  });

  it('has every file of KEGG’s accepted by the operator', async () => {
    const kegg = (await readSources()).filter(({ family }) => family === 'kegg');
    expect(kegg.length).toBeGreaterThan(0);
    expect(kegg.every(({ acceptLicence }) => acceptLicence)).toBe(true);
  });

  it('says of its files what their names say', async () => {
    const sources = await readSources();
    for (const { file } of sources) await drop(file, SMALL);
    const told = await collections().list();
    for (const { file, family, subset, organism, release } of sources)
      expect(told.find(({ name }) => name === file)).toMatchObject({ family, subset, organism, release });
  });

  it.skipIf(!existsSync(join(shared, 'genesets')))(`installs the public files (needs ${join(shared, 'genesets')})`, async () => {
    const names = ['hallmark', 'kegg-legacy', 'kegg-medicus', 'reactome', 'wikipathways', 'go-cc', 'go-mf'];
    const { code, out, err } = await reference('install', ...names, '--accept-licence', '--mirror', shared, '--own-register');
    expect([code, err, out]).toEqual([0, '安装 7 个，没有改动 0 个，没有完成 0 个', expect.not.stringContaining('没有它的校验和')]);
    const listedSets = await collections().list();
    expect(Object.fromEntries(listedSets.map(({ name, sets }) => [name.split('.v')[0], sets]))).toEqual({
      'h.all': 50,
      'c2.cp.kegg_legacy': 186,
      'c2.cp.kegg_medicus': 658,
      'c2.cp.reactome': 1787,
      'c2.cp.wikipathways': 885,
      'c5.go.cc': 1042,
      'c5.go.mf': 1855,
    });
    expect(listedSets.every(({ problems, date }) => problems.length === 0 && date === '2025-06')).toBe(true);
    expect((await reference('verify', '--own-register')).code).toBe(0);
    const listed = JSON.parse((await reference('list', '--json', '--own-register')).out) as { name: string; installed: boolean }[];
    expect(listed.filter(({ name, installed: here }) => names.includes(name) && here)).toHaveLength(7);
    expect(listed).toContainEqual(expect.objectContaining({ name: 'go-bp', installed: false }));
  });
});
