import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeriesAnswer, SeriesFetch, SeriesFetches, UserFile } from '@oncoloom/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSeriesPlace, type SeriesPlace } from '../../src/accessions/place.ts';
import { accessionRoutes } from '../../src/accessions/routes.ts';
import { AccessionsService } from '../../src/accessions/service.ts';
import { sha256Of } from '../../src/platform/checksum.ts';
import { engineAndFolder, SHARED, sharedFile, TestSpace, type TestUser } from '../files/space.ts';
import { GeoServer } from './geo-server.ts';
import { countTable, samplesNamed, seriesMatrix } from './series.ts';

let engine: Awaited<ReturnType<typeof engineAndFolder>>;
let geo: GeoServer;
let services: AccessionsService[];
let spaces: TestSpace[];
let user: TestUser;
let space: TestSpace;

/** A process whose GEO is the one of the test, unless it has another. */
async function open(place: SeriesPlace = openSeriesPlace(geo.url), first?: TestSpace): Promise<TestSpace> {
  const folder = join(engine.folder, `process-${spaces.length}`);
  const opened = await TestSpace.open(engine.engine, folder, first, (parts) => {
    const platforms = { refresh: async () => ({ results: [], refreshing: false, problems: [] }) };
    const service = new AccessionsService({ ...parts, platforms, config: { ...parts.config, mirror: undefined }, place, pauses: [10, 10] });
    services.push(service);
    return { routes: [accessionRoutes({ accounts: parts.accounts, accessions: service })], stop: () => service.stop() };
  });
  spaces.push(opened);
  return opened;
}

beforeAll(async () => {
  engine = await engineAndFolder();
  spaces = [];
  services = [];
  geo = await GeoServer.open();
  space = await open();
}, 120_000);
beforeEach(async () => {
  user = await space.user();
});
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(async () => {
  for (const one of [...(spaces ?? [])].reverse()) await one.close();
  await geo?.close();
  await engine?.stop();
});

const look = (accession: string, who = user) => who.get<SeriesAnswer & { detail: string }>(`/api/accessions/${accession}`);
const begin = (accession: string, files?: string[], who = user) =>
  who.call<SeriesFetches & { detail: string }>('POST', `/api/accessions/${accession}/fetches`, files === undefined ? {} : { files });
const fetches = async (who = user): Promise<SeriesFetch[]> => (await who.get<SeriesFetches>('/api/accession_fetches')).body.fetches;
const ended = (who = user) =>
  vi.waitFor(
    async () => {
      const all = await fetches(who);
      expect(all.every(({ state }) => state === 'done' || state === 'refused')).toBe(true);
      return all;
    },
    { timeout: 60_000, interval: 100 },
  );
const factsOf = async (file: UserFile | null | undefined, who = user) =>
  (await who.get<{ file: UserFile }>(`/api/file/${file?.id}/info`)).body.file.facts;
const filesOf = async (who = user) => (await who.get<{ count: number }>('/api/files')).body.count;
const kept = async () => (await space.database.execute<{ path: string }>(sql`SELECT path FROM series_files`)).rows.map(({ path }) => path);
const leftOf = (one = 0) => readdir(join(engine.folder, `process-${one}`, 'scratch/accessions')).catch(() => []);

describe('a series of arrays', () => {
  it('comes by its number, a file for each platform, read as an upload is', async () => {
    const [one, two] = [samplesNamed(100, ['tumour 1', 'tumour 2', 'normal 1', 'normal 2']), samplesNamed(200, ['a', 'b', 'c'])];
    geo.put('GSE11001', 'matrix', 'GSE11001-GPL570_series_matrix.txt.gz', seriesMatrix({ accession: 'GSE11001', samples: one }));
    geo.put(
      'GSE11001',
      'matrix',
      'GSE11001-GPL96_series_matrix.txt.gz',
      seriesMatrix({ accession: 'GSE11001', platform: 'GPL96', samples: two }),
    );
    geo.put('GSE11001', 'suppl', 'GSE11001_RAW.tar', Buffer.alloc(2048));
    const { body } = await look(' gse11001 ');
    expect(body.series).toMatchObject({
      title: 'A series that a test has made',
      organisms: ['Homo sapiens'],
      samples: 7,
      platforms: [
        { platform: 'GPL570', samples: 4 },
        { platform: 'GPL96', samples: 3 },
      ],
    });
    expect(body.series?.files.map(({ name, usable, proposed }) => [name, usable, proposed])).toEqual([
      ['GSE11001-GPL570_series_matrix.txt.gz', true, true],
      // Of several platforms the one with the most samples alone is chosen.
      ['GSE11001-GPL96_series_matrix.txt.gz', true, false],
      ['GSE11001_RAW.tar', false, false],
    ]);
    expect(body.series?.platform_relation).toMatchObject({ relation: 'other-samples', first: 'GPL570' });
    await begin(
      'GSE11001',
      body.series?.files.filter(({ usable }) => usable).map(({ name }) => name),
    );
    const [first, second] = (await ended()).map(({ file }) => file);
    expect([first?.name, second?.name].sort()).toEqual(['GSE11001-GPL570_series_matrix.txt.gz', 'GSE11001-GPL96_series_matrix.txt.gz']);
    const matrix = (await factsOf([first, second].find((file) => file?.name.includes('GPL570'))))?.matrix;
    expect(matrix?.samples).toEqual(one.map(({ accession }) => accession));
    expect(matrix?.annotations?.columns[0]?.values).toEqual(['tumour 1', 'tumour 2', 'normal 1', 'normal 2']);
    expect(await leftOf()).toEqual([]);
  });

  it('is another user’s as little as any file', async () => {
    geo.put(
      'GSE11002',
      'matrix',
      'GSE11002_series_matrix.txt.gz',
      seriesMatrix({ accession: 'GSE11002', samples: samplesNamed(1, ['a', 'b', 'c']) }),
    );
    const { body } = await begin('GSE11002');
    const stranger = await space.user();
    const id = body.fetches[0]?.id;
    expect(await fetches(stranger)).toEqual([]);
    expect((await stranger.call('DELETE', `/api/accession_fetches/${id}`)).status).toBe(404);
    expect((await stranger.call('POST', `/api/accession_fetches/${id}/retry`)).status).toBe(404);
    expect((await ended())[0]?.state).toBe('done');
  });
});

describe('a series that was sequenced', () => {
  it('comes as the authors’ counts with the samples for columns, by their descriptions', async () => {
    const samples = ['BN1', 'BN2', 'AC7', 'AC8'].map((description, i) => ({
      accession: `GSM${300 + i}`,
      title: `fibroblasts rep ${i}`,
      description,
      source: i < 2 ? 'benign' : 'cancer',
    }));
    geo.put('GSE11003', 'matrix', 'GSE11003_series_matrix.txt.gz', seriesMatrix({ accession: 'GSE11003', samples, rows: 0 }));
    const table = countTable(['GROUP_AC7', 'GROUP_AC8', 'GROUP-BN1', 'GROUP-BN2', 'pool'], { separator: ',', titled: false });
    geo.put('GSE11003', 'suppl', 'GSE11003_counts.csv.gz', table);
    const { body } = await look('GSE11003');
    expect(body.series?.files.map(({ name, kind, proposed }) => [name, kind, proposed])).toEqual([
      ['GSE11003_counts.csv.gz', 'counts', true],
      ['GSE11003_series_matrix.txt.gz', 'series', false],
    ]);
    await begin('GSE11003');
    const [done] = await ended();
    expect(done).toMatchObject({ state: 'done', detail: null });
    expect(done?.note).toBe('4 列按描述对上了样本，列名换成了样本号；1 列没有对上：pool');
    const matrix = (await factsOf(done?.file))?.matrix;
    expect(matrix).toMatchObject({ kind: 'counts', identifiers: 'ensembl', samples: ['GSM302', 'GSM303', 'GSM300', 'GSM301', 'pool'] });
    const source = matrix?.annotations?.columns.find(({ name }) => name === '来源');
    expect(source?.values).toEqual(['cancer', 'cancer', 'benign', 'benign', '']);
    expect(done?.file?.description).toContain('1 列没有对上：pool');
  });

  it('comes as NCBI’s own counts where there are any', async () => {
    const samples = samplesNamed(400, ['a', 'b', 'c']);
    geo.put('GSE11004', 'matrix', 'GSE11004_series_matrix.txt.gz', seriesMatrix({ accession: 'GSE11004', samples, rows: 0 }));
    geo.put('GSE11004', 'suppl', 'GSE11004_counts.txt.gz', countTable(['a', 'b', 'c']));
    geo.put('GSE11004', 'rnaseq_counts', 'GSE11004_raw_counts_GRCh38.p13_NCBI.tsv.gz', countTable(['GSM400', 'GSM401', 'GSM402']));
    await begin('GSE11004');
    const all = await ended();
    expect(all.map(({ name, note }) => [name, note])).toEqual([
      ['GSE11004_raw_counts_GRCh38.p13_NCBI.tsv.gz', '3 列按样本号对上了样本，列名换成了样本号'],
    ]);
  });

  it('keeps its table as it is where no column fits, and says which', async () => {
    geo.put(
      'GSE11005',
      'matrix',
      'GSE11005_series_matrix.txt.gz',
      seriesMatrix({ accession: 'GSE11005', samples: samplesNamed(1, ['left', 'right']), rows: 0 }),
    );
    const table = countTable(['q11', 'q12', 'q13']);
    geo.put('GSE11005', 'suppl', 'GSE11005_counts.txt.gz', table);
    await begin('GSE11005');
    const [done] = await ended();
    expect(done?.note).toContain('列名（q11、q12、q13）和 GSE11005 的样本（GSM1（left）、GSM2（right））对不上');
    expect(done?.file).toMatchObject({ name: 'GSE11005_counts.txt.gz', file_size: table.length });
  });

  const real = ['GSE270705_series_matrix.txt.gz', 'GSE270705_counts_raw.txt.gz'].map((name) => sharedFile(`geo/${name}`));
  it.skipIf(real.includes(undefined))(`of real files (skipped without ${SHARED}/geo)`, async () => {
    const folder = await open(openSeriesPlace(join(SHARED, 'geo')));
    const someone = await folder.user();
    await begin('GSE270705', undefined, someone);
    const [done] = await ended(someone);
    expect(done?.note).toBe('6 列按描述对上了样本，列名换成了样本号');
    const matrix = (await factsOf(done?.file, someone))?.matrix;
    expect(matrix).toMatchObject({ columns: 6, kind: 'counts', identifiers: 'ensembl' });
    expect(matrix?.annotations?.columns.find(({ name }) => name === '来源')?.values).toEqual([
      ...Array(3).fill('Prostate cancer'),
      ...Array(3).fill('Prostate (BPH)'),
    ]);
  });
});

describe('a source', () => {
  const samples = samplesNamed(500, ['a', 'b', 'c', 'd']);

  it('that breaks at every tenth of a file is asked for the rest', async () => {
    // What the client has not read yet when a connection breaks is lost: a tenth has to be more than that.
    const bytes = seriesMatrix({ accession: 'GSE12001', samples, rows: 80_000 });
    geo.put('GSE12001', 'matrix', 'GSE12001_series_matrix.txt.gz', bytes, { breaksAfter: Math.ceil(bytes.length / 10) });
    await look('GSE12001');
    const looked = geo.ranges.get('GSE12001_series_matrix.txt.gz')?.length ?? 0;
    await begin('GSE12001');
    const [done] = await ended();
    expect(done).toMatchObject({ state: 'done', loaded: bytes.length });
    // Each goes on behind what has come, of which a break may throw a part away.
    const offsets = (geo.ranges.get('GSE12001_series_matrix.txt.gz') ?? []).slice(looked).map(Number);
    expect(offsets.length).toBeGreaterThanOrEqual(9);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    const copy = await space.files.get(user.id, done?.file?.id ?? 0);
    expect(copy?.blob).toBe(sha256Of(bytes));
  });

  it('whose bytes are not those of its checksum is refused, and nothing stays', async () => {
    const name = 'GSE12002_series_matrix.txt.gz';
    const bytes = seriesMatrix({ accession: 'GSE12002', samples });
    geo.put('GSE12002', 'matrix', name, bytes, { md5: Buffer.alloc(16).toString('base64') });
    await begin('GSE12002');
    const [refused] = await ended();
    expect(refused).toMatchObject({ state: 'refused', file: null, detail: expect.stringMatching(/校验和不同，没有留下.*重试.*。$/) });
    expect([await filesOf(), (await kept()).filter((path) => path.endsWith(name)), await leftOf()]).toEqual([0, [], []]);
  });

  it('that says nothing has changed and gives other bytes is refused once by the checksum that was kept', async () => {
    const name = 'GSE12003_series_matrix.txt.gz';
    const put = (titles: string[]) => {
      const bytes = seriesMatrix({ accession: 'GSE12003', samples: samplesNamed(1, titles) });
      const padded = Buffer.concat([bytes, Buffer.alloc(4_000 - bytes.length)]);
      geo.put('GSE12003', 'matrix', name, padded, { etag: '"the same"' });
      return sha256Of(padded);
    };
    const first = put(['a', 'b', 'c']);
    await begin('GSE12003');
    expect((await ended())[0]?.state).toBe('done');
    // The bytes here are lost.
    await writeFile(join(engine.folder, 'process-0/storage/blobs', first.slice(0, 2), first), 'damaged');
    put(['x', 'y', 'z']);
    const other = await space.user();
    await begin('GSE12003', undefined, other);
    const [refused] = await ended(other);
    expect(refused).toMatchObject({ state: 'refused', detail: expect.stringContaining('校验和不同') });
    await other.call('POST', `/api/accession_fetches/${refused?.id}/retry`);
    const [again] = await ended(other);
    expect(again).toMatchObject({ state: 'refused', detail: expect.stringContaining('校验和不同') });
    await other.call('POST', `/api/accession_fetches/${refused?.id}/retry`);
    expect((await ended(other))[0]?.state).toBe('done');
  });

  it('that has another version is asked anew', async () => {
    const name = 'GSE12004_series_matrix.txt.gz';
    const put = (title: string) =>
      geo.put('GSE12004', 'matrix', name, seriesMatrix({ accession: 'GSE12004', samples: samplesNamed(1, [title, 'b', 'c']) }), {
        etag: `"${title}"`,
      });
    put('old');
    await begin('GSE12004');
    await ended();
    put('new');
    const second = await open(openSeriesPlace(geo.url), space);
    const other = await second.user();
    await begin('GSE12004', undefined, other);
    const [done] = await ended(other);
    expect((await factsOf(done?.file, other))?.matrix?.annotations?.columns[0]?.values[0]).toBe('new');
  });

  it('that leads elsewhere is not followed', async () => {
    const elsewhere = await GeoServer.open();
    elsewhere.put('GSE12005', 'matrix', 'GSE12005_series_matrix.txt.gz', seriesMatrix({ accession: 'GSE12005', samples }));
    const path = '/geo/series/GSE12nnn/GSE12005/matrix/GSE12005_series_matrix.txt.gz';
    geo.put('GSE12005', 'matrix', 'GSE12005_series_matrix.txt.gz', Buffer.alloc(0), { redirect: `${elsewhere.url}${path}` });
    const { status, body } = await look('GSE12005');
    expect([status, body.detail]).toEqual([422, expect.stringContaining('不允许访问的地方，没有取')]);
    expect(elsewhere.brought.size).toBe(0);
    await elsewhere.close();
  });

  it('that is away is told of, with the upload as the way out', async () => {
    const gone = await GeoServer.open();
    const place = openSeriesPlace(gone.url);
    await gone.close();
    const offline = await open(place);
    const someone = await offline.user();
    const { status, body } = await look('GSE12006', someone);
    expect([status, body.detail]).toEqual([503, expect.stringMatching(/^连不上.*重试.*GSE12006 页面下载.*上传。$/)]);
    expect((await begin('GSE12006', undefined, someone)).status).toBe(503);
    expect(await filesOf(someone)).toBe(0);
  });

  it('that has no such series is told of', async () => {
    expect(await look('GSE19999')).toMatchObject({ status: 404, body: { detail: expect.stringContaining('没有找到 GSE19999') } });
    expect(await look('GDS5')).toMatchObject({ status: 422, body: { detail: expect.stringContaining('GSE4107') } });
  });
});

describe('NCBI itself', () => {
  it('is asked at its own two hosts and nowhere else, redirects included', async () => {
    const asked: string[] = [];
    const matrix = seriesMatrix({ accession: 'GSE4107', samples: samplesNamed(1, ['a', 'b']) });
    const answers: Record<string, () => Response> = {
      'https://ftp.ncbi.nlm.nih.gov/geo/series/GSE4nnn/GSE4107/matrix/': () =>
        new Response('<a href="/geo/series/">up</a><a href="GSE4107_series_matrix.txt.gz">x</a>'),
      'https://ftp.ncbi.nlm.nih.gov/geo/series/GSE4nnn/GSE4107/suppl/': () => new Response('', { status: 404 }),
      'https://www.ncbi.nlm.nih.gov/geo/download/?type=rnaseq_counts&acc=GSE4107': () =>
        new Response(
          '<a href="/geo/download/?type=rnaseq_counts&amp;acc=GSE4107&amp;format=file&amp;file=GSE4107_raw_counts_GRCh38.p13_NCBI.tsv.gz">y</a>',
        ),
      'https://ftp.ncbi.nlm.nih.gov/geo/series/GSE4nnn/GSE4107/matrix/GSE4107_series_matrix.txt.gz': () =>
        new Response(new Uint8Array(matrix)),
      'https://www.ncbi.nlm.nih.gov/geo/download/?type=rnaseq_counts&acc=GSE4107&format=file&file=GSE4107_raw_counts_GRCh38.p13_NCBI.tsv.gz':
        () => new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/latest' } }),
    };
    vi.stubGlobal('fetch', async (url: URL | string) => {
      asked.push(String(url));
      return answers[String(url)]?.() ?? new Response('', { status: 404 });
    });
    const place = openSeriesPlace(undefined);
    expect(await place.names('GSE4107')).toEqual(['GSE4107_raw_counts_GRCh38.p13_NCBI.tsv.gz', 'GSE4107_series_matrix.txt.gz']);
    const found = await place.locate('GSE4107', 'GSE4107_series_matrix.txt.gz');
    expect(found?.name).toBe('GSE4107_series_matrix.txt.gz');
    await expect(place.locate('GSE4107', 'GSE4107_raw_counts_GRCh38.p13_NCBI.tsv.gz')).rejects.toThrow('不在允许访问的地址里');
    await expect(place.ask('https://ftp.ncbi.nlm.nih.gov.example.org/')).rejects.toThrow('不在允许访问的地址里');
    await expect(place.ask('http://ftp.ncbi.nlm.nih.gov/')).rejects.toThrow('不在允许访问的地址里');
    expect(new Set(asked.map((url) => new URL(url).origin))).toEqual(
      new Set(['https://ftp.ncbi.nlm.nih.gov', 'https://www.ncbi.nlm.nih.gov']),
    );
  });
});

describe('many who ask', () => {
  it('for one series have it fetched once, whatever process they ask', async () => {
    const name = 'GSE13001_series_matrix.txt.gz';
    const bytes = seriesMatrix({ accession: 'GSE13001', samples: samplesNamed(600, ['a', 'b', 'c', 'd']), rows: 200 });
    geo.put('GSE13001', 'matrix', name, bytes);
    const second = await open(openSeriesPlace(geo.url), space);
    const users: TestUser[] = [];
    for (let i = 0; i < 200; i += 1) users.push(await (i % 2 === 0 ? space : second).user());
    // Each process looks at the beginning of the file for itself.
    await Promise.all([look('GSE13001', users[0]), look('GSE13001', users[1])]);
    const looked = geo.brought.get(name) ?? 0;
    const answers = await Promise.all(users.map((one) => begin('GSE13001', undefined, one)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const states = async () =>
      (
        await space.database.execute<{ ended: number; files: number }>(
          sql`SELECT count(ended_at)::int AS ended, count(file_id)::int AS files FROM series_fetches WHERE accession = 'GSE13001'`,
        )
      ).rows;
    await vi.waitFor(async () => expect(await states()).toEqual([{ ended: 200, files: 200 }]), { timeout: 220_000, interval: 1_000 });
    expect((geo.brought.get(name) ?? 0) - looked).toBe(1);
  }, 240_000);
});

describe('a user', () => {
  const samples = samplesNamed(700, ['a', 'b', 'c']);

  it('who cancels leaves nothing, and may ask again', async () => {
    const name = 'GSE14001_series_matrix.txt.gz';
    const bytes = seriesMatrix({ accession: 'GSE14001', samples, rows: 500 });
    geo.put('GSE14001', 'matrix', name, bytes);
    await look('GSE14001');
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    geo.put('GSE14001', 'matrix', name, bytes, { until });
    await begin('GSE14001');
    const id = await vi.waitFor(async () => {
      expect(await leftOf()).toHaveLength(1);
      return (await fetches())[0]?.id;
    });
    expect((await fetches())[0]?.state).toBe('fetching');
    expect((await user.call('DELETE', `/api/accession_fetches/${id}`)).status).toBe(200);
    await vi.waitFor(async () => expect(await leftOf()).toEqual([]));
    expect([await fetches(), await filesOf(), (await kept()).filter((path) => path.endsWith(name))]).toEqual([[], 0, []]);
    release();
    await begin('GSE14001');
    expect((await ended())[0]?.state).toBe('done');
  });

  it('who cancels does not take the file from another who waits for it', async () => {
    const name = 'GSE14002_series_matrix.txt.gz';
    const bytes = seriesMatrix({ accession: 'GSE14002', samples, rows: 500 });
    geo.put('GSE14002', 'matrix', name, bytes);
    const other = await space.user();
    await look('GSE14002');
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    geo.put('GSE14002', 'matrix', name, bytes, { until });
    const { body } = await begin('GSE14002');
    await begin('GSE14002', undefined, other);
    await user.call('DELETE', `/api/accession_fetches/${body.fetches[0]?.id}`);
    release();
    expect((await ended(other))[0]?.state).toBe('done');
    expect(await filesOf()).toBe(0);
  });

  it('has what comes counted as an upload is, and no room for more than the plan gives', async () => {
    const name = 'GSE14003_series_matrix.txt.gz';
    geo.put('GSE14003', 'matrix', name, seriesMatrix({ accession: 'GSE14003', samples }));
    await look('GSE14003');
    await space.database.execute(
      sql`INSERT INTO uploads (id, user_id, size, name, metadata) VALUES (gen_random_uuid(), ${user.id}, ${1024 ** 3 - 100}, 'a', '{}')`,
    );
    const { status, body } = await begin('GSE14003');
    expect([status, body.detail]).toEqual([413, expect.stringContaining('空间不够')]);
    expect(await fetches()).toEqual([]);
  });

  it('chooses among the files, of which one that no tool reads is refused with the reason', async () => {
    geo.put('GSE14004', 'matrix', 'GSE14004_series_matrix.txt.gz', seriesMatrix({ accession: 'GSE14004', samples }));
    geo.put('GSE14004', 'suppl', 'GSE14004_RAW.tar', Buffer.alloc(100));
    expect(await begin('GSE14004', ['GSE14004_RAW.tar'])).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('原始文件') },
    });
    expect(await begin('GSE14004', ['../../etc/passwd'])).toMatchObject({ status: 422 });
    expect(await begin('GSE14004', ['GSE14004_series_matrix.txt.gz'])).toMatchObject({ status: 200 });
    await ended();
  });

  it('is told in the reader’s words of a file that is not what it should be, and gets none', async () => {
    const bytes = seriesMatrix({ accession: 'GSE14005', samples, rows: 500 });
    geo.put('GSE14005', 'matrix', 'GSE14005_series_matrix.txt.gz', bytes.subarray(0, bytes.length - 500));
    await begin('GSE14005');
    const [refused] = await ended();
    expect(refused).toMatchObject({ state: 'refused', detail: expect.stringMatching(/不完整.*。$/) });
    expect(await filesOf()).toBe(0);
  });
});

describe('a process that stops', () => {
  it('leaves what it had in hand to the next, which goes on where it was', async () => {
    const name = 'GSE15001_series_matrix.txt.gz';
    const bytes = seriesMatrix({ accession: 'GSE15001', samples: samplesNamed(1, ['a', 'b', 'c']), rows: 500 });
    geo.put('GSE15001', 'matrix', name, bytes);
    const second = await open(openSeriesPlace(geo.url), space);
    const one = await second.user();
    await look('GSE15001', one);
    geo.put('GSE15001', 'matrix', name, bytes, { until: new Promise(() => {}) });
    await begin('GSE15001', undefined, one);
    await vi.waitFor(async () => expect(await leftOf(spaces.indexOf(second))).toHaveLength(1));
    await services[spaces.indexOf(second)]?.stop();
    geo.put('GSE15001', 'matrix', name, bytes);
    await services[0]?.start();
    const read = await vi.waitFor(async () => {
      const { rows } = await space.database.execute<{ file_id: number | null }>(
        sql`SELECT file_id FROM series_fetches WHERE user_id = ${one.id}`,
      );
      expect(rows[0]?.file_id).not.toBeNull();
      return rows[0]?.file_id;
    });
    expect((await space.files.get(one.id, read ?? 0))?.name).toBe(name);
  });
});
