import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { COHORT_FILE_HOURS, type CohortFileRequest, type CohortFileToken } from '@oncoloom/contract';
import { SIMULATED_NOTE } from '@oncoloom/tool-kit';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBilling } from '../../src/assemble.ts';
import { cohortDownloadRoutes } from '../../src/cohorts/download-routes.ts';
import { CohortDownloads } from '../../src/cohorts/downloads.ts';
import { GrowingFile } from '../../src/cohorts/growing-file.ts';
import { NUMBER_BYTES, writeNumber } from '../../src/cohorts/number-text.ts';
import { ReleaseWriter } from '../../src/cohorts/writer.ts';
import { LinkTokens } from '../../src/platform/link-tokens.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';
import { createTestServer, type TestServer } from '../support/server.ts';
import { unzip } from '../support/unzip.ts';
import { ABOUT, installTiny, SAMPLES } from './small-cohort.ts';

let test: TestServer;
let installed: TestReleases;
let downloads: CohortDownloads;
let made: string;

beforeAll(async () => {
  installed = await createTestReleases();
  made = join(installed.folder, 'made');
  const { cohorts } = installed;
  test = await createTestServer({
    routes: ({ accounts, database }) => {
      downloads = new CohortDownloads({ cohorts, billing: createBilling(database), database }, made);
      return [cohortDownloadRoutes({ accounts, cohortDownloads: downloads, cohortTokens: new LinkTokens(new Uint8Array(32), 'cohort') })];
    },
  });
  await installTiny(cohorts);
  await installTiny(cohorts, { code: 'acc', label: 'TCGA-ACC', simulated: false, release: 'GDC-2024-08-05' });
});
afterAll(async () => {
  await test.close();
  await installed.close();
});

type Headers = Record<string, string>;
interface Reader {
  id: number;
  get(wanted: CohortFileRequest, headers?: Headers): Promise<LightMyRequestResponse>;
  call(method: 'GET' | 'HEAD', url: string, headers?: Headers): Promise<LightMyRequestResponse>;
  link(wanted: CohortFileRequest): Promise<LightMyRequestResponse>;
  points(): Promise<number>;
}

const address = (wanted: CohortFileRequest) =>
  `/api/download/tumor_data?${new URLSearchParams(Object.entries(wanted).map(([name, value]): [string, string] => [name, String(value)]))}`;

async function newReader(): Promise<Reader> {
  const { token, id } = await test.newUser();
  await test.database.transaction((tx) => test.billing.grant(tx, id, { kind: 'grant', points: 50, reason: '测试' }));
  const bearer = { authorization: `Bearer ${token}` };
  const call: Reader['call'] = (method, url, headers = {}) => test.server.inject({ method, url, headers });
  return {
    id,
    call,
    get: (wanted, headers = {}) => call('GET', address(wanted), { ...bearer, ...headers }),
    link: (payload) => test.server.inject({ method: 'POST', url: '/api/create_tumor_data_download_token', headers: bearer, payload }),
    points: () => test.billing.balance(id),
  };
}

const EXPRESSION = { dataset: 'TCGA-ACC', kind: 'expression' } as const;
const linesOf = (answer: LightMyRequestResponse) => gunzipSync(answer.rawPayload).toString().trimEnd().split('\n');

describe('a file', () => {
  it('has a row per gene and the samples over its columns, under any spelling of the cohort', async () => {
    const reader = await newReader();
    const answer = await reader.get({ ...EXPRESSION, dataset: 'acc' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch('TCGA-ACC_expression_GDC-2024-08-05.tsv.gz');
    const [header, ...rows] = linesOf(answer);
    expect(header?.split('\t').slice(0, 4)).toEqual(['symbol', 'id', 'P01-01A', 'P02-01A']);
    expect(rows.map((row) => row.split('\t').slice(0, 5))).toEqual([
      ['UP', 'ENSG00000000000.1', '0', '0.5', '1'],
      ['DOWN', 'ENSG00000000001.1', '12', '11.5', '11'],
      ['FLAT', 'ENSG00000000002.1', '5', '5.1', '5.2'],
    ]);
    expect(rows.map((row) => row.split('\t').length)).toEqual([30, 30, 30]);
  });

  it('is the counts, the table of patients, their survival, or the recomputation with GTEx', async () => {
    const reader = await newReader();
    const counts = linesOf(await reader.get({ dataset: 'acc', kind: 'counts' }));
    expect(counts[2]?.split('\t').slice(2, 5)).toEqual(['4096', '2896', '2048']);
    const withGtex = linesOf(await reader.get({ ...EXPRESSION, with_gtex: 1 }));
    expect(withGtex[0]).toMatch(/\tP24-01A\tGTEX-1\tGTEX-2\tGTEX-3$/);
    expect(linesOf(await reader.get({ dataset: 'acc', kind: 'clinical' }))[1]).toBe('P01\t40\tmale\tI\tStage 0');
    expect(linesOf(await reader.get({ dataset: 'acc', kind: 'survival' }))[0]).toBe('patient\tOS\tOS.time\tPFI\tPFI.time');
  });

  it('says in its first line, or on its first sheet, that it is simulated', async () => {
    const reader = await newReader();
    expect(linesOf(await reader.get({ dataset: 'tiny', kind: 'survival' }))[0]).toBe(`# ${SIMULATED_NOTE}`);
    expect(linesOf(await reader.get(EXPRESSION))[0]).not.toMatch('#');
    const parts = unzip((await reader.get({ dataset: 'tiny', kind: 'expression', format: 'xlsx' })).rawPayload);
    expect(parts.get('xl/worksheets/sheet1.xml')?.toString()).toMatch(SIMULATED_NOTE);
  });

  it('is a workbook whose names are text and whose values are numbers', async () => {
    const parts = unzip((await (await newReader()).get({ ...EXPRESSION, format: 'xlsx' })).rawPayload);
    expect([...parts.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
    ]);
    const sheet = parts.get('xl/worksheets/sheet1.xml')?.toString() ?? '';
    expect(sheet.match(/<row>/g)).toHaveLength(4);
    expect(sheet).toMatch(
      '<t xml:space="preserve">DOWN</t></is></c><c t="inlineStr"><is><t xml:space="preserve">ENSG00000000001.1</t></is></c><c><v>12</v></c><c><v>11.5</v></c>',
    );
    expect(parts.get('xl/worksheets/sheet2.xml')?.toString()).toMatch('测试用的队列');
  });

  it.each([
    [{ dataset: 'luad', kind: 'expression' }, 409, 'TCGA-LUAD 还没有装到这台服务器上'],
    [{ dataset: 'nothing', kind: 'expression' }, 404, '没有「nothing」这个队列'],
    [{ dataset: 'acc', kind: 'clinical', with_gtex: 1 }, 422, '临床没有加 GTEx 的文件'],
    [{ dataset: 'acc', kind: 'methylation' }, 422, '文件只有表达量、计数、临床和生存四种'],
    [{ dataset: 'few', kind: 'counts' }, 409, '这台服务器上没有「TCGA-FEW 计数」'],
    [{ dataset: 'few', kind: 'expression', format: 'xlsx' }, 422, 'Excel 打不开这么大的文件。请下载 tsv.gz'],
  ])('%j is refused before anything is taken', async (wanted, status, sentence) => {
    await installLarge();
    const reader = await newReader();
    const before = await reader.points();
    for (const answer of [await reader.get(wanted as CohortFileRequest), await reader.link(wanted as CohortFileRequest)]) {
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([status, expect.stringContaining(sentence)]);
    }
    expect(await reader.points()).toBe(before);
  });
});

/** Expression of more cells than Excel opens, and nothing else. */
async function installLarge(): Promise<void> {
  const { cohorts } = installed;
  if ((await cohorts.describe('few')) !== undefined) return;
  const writer = await ReleaseWriter.open(cohorts, 'few');
  const names = Array.from({ length: 3001 }, (_, i) => `s${i}`);
  const matrix = await writer.matrix('expression', names);
  const row = new Float32Array(names.length);
  for (let gene = 0; gene < 2000; gene += 1) await matrix.add({ symbol: `g${gene}`, id: '' }, row.fill(gene / 7));
  await matrix.close();
  await writer.table('samples', { ...SAMPLES, rows: names.map((name) => [name, name, 'tumour', '01', '', '1', '']) });
  await writer.finish({ ...ABOUT, code: 'few', label: 'TCGA-FEW', units: { expression: 'log2(TPM+1)' } });
}

describe('points', () => {
  it('are taken once for a file and a day: by link, by bearer, by ranges, and by many at once', async () => {
    const reader = await newReader();
    const before = await reader.points();
    await Promise.all(Array.from({ length: 4 }, () => reader.get(EXPRESSION)));
    expect(await reader.points()).toBe(before - 20);
    const { points_consumed, remaining_points, download_url } = (await reader.link(EXPRESSION)).json<CohortFileToken>();
    expect([points_consumed, remaining_points]).toEqual([0, before - 20]);
    expect((await reader.call('GET', download_url)).statusCode).toBe(200);
    expect((await reader.get(EXPRESSION, { range: 'bytes=10-' })).statusCode).toBe(206);
    expect(await reader.points()).toBe(before - 20);
    const { results } = await test.billing.ledger(reader.id, { page: 1, pageSize: 1 });
    expect(results[0]).toMatchObject({ kind: 'charge', change: -20, reason: '数据下载：TCGA-ACC 表达量' });

    await reader.get({ ...EXPRESSION, kind: 'survival' });
    expect(await reader.points()).toBe(before - 40);
    await test.database.execute(
      sql`UPDATE cohort_downloads SET at = at - make_interval(hours => ${COHORT_FILE_HOURS}) WHERE user_id = ${reader.id}`,
    );
    await reader.get(EXPRESSION);
    expect(await reader.points()).toBe(before - 60);
  });

  it('are not taken for a look, and not missed by who asks for a part only', async () => {
    const reader = await newReader();
    const before = await reader.points();
    const { download_url } = (await reader.link(EXPRESSION)).json<CohortFileToken>();
    const other = await newReader();
    const beforeOther = await other.points();
    expect((await other.call('HEAD', download_url)).statusCode).toBe(200);
    await other.get(EXPRESSION, { range: 'bytes=0-9' });
    expect([await reader.points(), await other.points()]).toEqual([before - 20, beforeOther - 20]);
  });

  it('that are too few give no file', async () => {
    const reader = await newReader();
    await test.database.transaction((tx) => test.billing.charge(tx, reader.id, 95, '测试'));
    const answers = [await reader.link(EXPRESSION), await reader.get(EXPRESSION)];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(406);
      expect(answer.json<{ detail: string }>().detail).toMatch(/^点数不够：这次需要 20 点，余额 \d+ 点。续费后可直接下载。$/);
    }
  });
});

describe('a link', () => {
  it('opens its own file only, and goes on where it broke off', async () => {
    const reader = await newReader();
    const { download_url, filename } = (await reader.link(EXPRESSION)).json<CohortFileToken>();
    expect(filename).toBe('TCGA-ACC_expression_GDC-2024-08-05.tsv.gz');
    expect((await reader.call('GET', download_url.replace('expression', 'survival'))).statusCode).toBe(401);
    expect((await reader.call('GET', address(EXPRESSION))).statusCode).toBe(401);

    const whole = await reader.call('GET', download_url);
    const etag = String(whole.headers.etag);
    const rest = await reader.call('GET', download_url, { range: 'bytes=100-', 'if-range': etag });
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([
      206,
      `bytes 100-${whole.rawPayload.length - 1}/${whole.rawPayload.length}`,
    ]);
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(100))).toBe(true);
    const changed = await reader.call('GET', download_url, { range: 'bytes=100-', 'if-range': '"another"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, whole.rawPayload.length]);
    expect((await reader.call('HEAD', download_url)).headers['content-length']).toBe(String(whole.rawPayload.length));
    expect((await reader.call('GET', download_url, { 'if-none-match': etag })).statusCode).toBe(304);
    expect((await reader.call('GET', download_url, { range: 'bytes=9999999-' })).statusCode).toBe(416);
  });

  it('gives the same bytes once the made file has been swept', async () => {
    const reader = await newReader();
    for (const format of ['tsv.gz', 'xlsx'] as const) {
      const first = await reader.get({ ...EXPRESSION, format });
      const long = new Date(Date.now() - 8 * 24 * 3600_000);
      for (const name of await readdir(made)) await utimes(join(made, name), long, long);
      await downloads.sweep(new Date());
      expect(await readdir(made)).toEqual([]);
      expect((await reader.get({ ...EXPRESSION, format })).rawPayload.equals(first.rawPayload)).toBe(true);
    }
  });
});

describe('a file that is being made', () => {
  /** Pieces that come when they are asked for. */
  function slow() {
    const steps: (() => void)[] = [];
    const wait = () => new Promise<void>((resolve) => steps.push(resolve));
    async function* pieces() {
      yield Buffer.from('first ');
      await wait();
      yield Buffer.from('second');
    }
    return { pieces: pieces(), go: () => steps.shift()?.() };
  }

  it('is read while it grows, by several, and stands there whole at the end', async () => {
    const { pieces, go } = slow();
    const file = new GrowingFile(join(installed.folder, 'grown'), pieces);
    const reader = file.read();
    expect(String((await reader.next()).value)).toBe('first ');
    const later = file.read();
    expect(String((await later.next()).value)).toBe('first ');
    go();
    expect(String((await reader.next()).value)).toBe('second');
    expect((await reader.next()).done).toBe(true);
    expect(await file.whole).toEqual({ path: join(installed.folder, 'grown'), size: 12 });
    expect(String((await later.next()).value)).toBe('second');
    expect((await later.next()).done).toBe(true);
  });

  it('breaks off for its readers where it cannot be made, and leaves nothing', async () => {
    async function* pieces() {
      yield Buffer.from('first ');
      throw new Error('the disk is gone');
    }
    const file = new GrowingFile(join(installed.folder, 'broken'), pieces());
    const readAll = async () => {
      for await (const _ of file.read());
    };
    await expect(readAll()).rejects.toThrow('the disk is gone');
    await expect(file.whole).rejects.toThrow('the disk is gone');
    expect((await readdir(installed.folder)).filter((name) => name.startsWith('broken'))).toEqual([]);
  });
});

it('writes numbers as JavaScript does, to five decimals', () => {
  const target = Buffer.alloc(NUMBER_BYTES);
  const written = (value: number) => target.toString('latin1', 0, writeNumber(target, 0, value));
  const values = [0, 1, 9.999996, 0.00001, 0.000004, 10, 12.5, 7.14159265, 99999.00001, 2_147_483_647, -1.25, -0.000001];
  const plain = (value: number) =>
    value
      .toFixed(5)
      .replace(/\.?0+$/, '')
      .replace(/^-0$/, '0');
  expect(values.map(written)).toEqual(values.map(plain));
});
