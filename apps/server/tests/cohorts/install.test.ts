import { mkdir, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Installer, type Outcome } from '../../src/cohorts/import/install.ts';
import { openPlace } from '../../src/cohorts/import/sources.ts';
import { matrixFiles } from '../../src/cohorts/layout.ts';
import { columnOf, readTable, type Table } from '../../src/cohorts/release-tables.ts';
import type { CohortStore, InstalledCohort } from '../../src/cohorts/store.ts';
import { requireSpace } from '../../src/fetching/download.ts';
import { holdLock } from '../support/lock-holder.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';
import { Hub } from './hub.ts';
import { addCohort, addShared } from './hub-files.ts';

const TOIL = 'TcgaTargetGtex_rsem_gene_tpm.gz';
const PROBES = 'gencode.v36.annotation.gtf.gene.probemap';
const TPM = 'TCGA-ACC.star_tpm.tsv.gz';

let hub: Hub;
let mirror: string;
const made: TestReleases[] = [];

async function newStore(): Promise<CohortStore> {
  const own = await createTestReleases();
  made.push(own);
  return own.cohorts;
}

/** Files of three cohorts: ACC with a second vial, a paraffin sample and a control; SKCM with metastases; CHOL without a tissue of GTEx. */
function fill(): void {
  hub.files.clear();
  addCohort(hub, {
    code: 'ACC',
    samples: [
      ...['TCGA-OR-A5J1-01B', 'TCGA-OR-A5J1-01A', 'TCGA-OR-A5J1-11A', 'TCGA-OR-A5J2-01A', 'TCGA-OR-A5J3-01A'],
      ...['TCGA-OR-A5J4-01A', 'TCGA-AV-A03D-20A'],
    ],
    tpm: (gene, sample) => 10 * (gene + 1) + sample,
    // One sample is the mean of two vials.
    counts: (gene, sample) => 100 * (gene + 1) + sample + (sample === 3 ? 0.5 : 0),
    clinical: [
      ['TCGA-OR-A5J1-01A', 'Stage IIA', 'T2a', '58', 'False'],
      ['TCGA-OR-A5J2-01A', "['Stage IV', 'Stage X']", 'T4', '44', '[False]'],
      ['TCGA-OR-A5J3-01A', 'Stage X', 'TX', '23', 'False'],
      ['TCGA-OR-A5J4-01A', 'not reported', 'T1', '', 'True'],
      ['TCGA-OR-A5J9-01A', 'Stage I', 'T1', '71', 'False'],
    ],
  });
  const plain = { tpm: () => 1, counts: () => 1 };
  addCohort(hub, { code: 'SKCM', samples: ['TCGA-D3-A1QA-06A', 'TCGA-D3-A1QB-06A', 'TCGA-D3-A1QB-01A'], ...plain, clinical: [] });
  addCohort(hub, { code: 'CHOL', samples: ['TCGA-3X-AAV9-01A', 'TCGA-3X-AAV9-11A'], ...plain, clinical: [] });
  addShared(hub, {
    cdr: [
      ['TCGA-OR-A5J1', '1', '1355', '1', '754', ''],
      ['TCGA-OR-A5J2', '1', '1677', '1', '289', 'Redacted'],
      ['TCGA-OR-A5J3', '0', '2091', '[Not Available]', '', ''],
    ],
    toilSamples: ['TCGA-OR-A5J1-01', 'TCGA-OR-A5J8-01', 'TCGA-OR-A5J9-01', 'TCGA-D3-A1QA-06'],
    donors: [
      ['GTEX-111-0126-SM-1', 'Adrenal Gland'],
      ['GTEX-222-0126-SM-1', 'Lung'],
      ['GTEX-333-0126-SM-1', 'Skin - Sun Exposed (Lower Leg)'],
      ['GTEX-333-0226-SM-1', 'Cells - Transformed Fibroblasts'],
    ],
  });
}

beforeAll(async () => {
  hub = new Hub();
  mirror = await hub.open();
});
afterAll(async () => {
  await hub.close();
  for (const own of made) await own.close();
});
beforeEach(() => {
  fill();
  hub.asked.length = 0;
  hub.isBucket = true;
});

interface Ran {
  outcomes: Outcome[];
  lines: string[];
}

/** A further try comes at once. @param gtex false: without Toil's file. */
async function install(store: CohortStore, codes: readonly string[], { update = false, gtex = false, from = mirror } = {}): Promise<Ran> {
  const lines: string[] = [];
  const teller = { line: (text: string) => void lines.push(text), progress: () => undefined };
  const installer = new Installer({ store, place: openPlace(from), teller, pauses: [0, 0] });
  return { outcomes: await installer.run({ codes, update, gtex }), lines };
}

async function installed(store: CohortStore, code: string): Promise<InstalledCohort> {
  const cohort = await store.describe(code);
  if (cohort === undefined) throw new Error(`${code} is not installed`);
  return cohort;
}

async function valuesOf({ path }: InstalledCohort, name: 'expression' | 'counts' | 'gtex'): Promise<Record<string, number[]>> {
  const files = matrixFiles(name);
  const bytes = await readFile(await path(files.values));
  const kind = name === 'counts' ? Int32Array : Float32Array;
  const cells = new kind(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const columns = columnOf(await readTable(await path(files.samples)), 'sample').length;
  const symbols = columnOf(await readTable(await path(files.genes)), 'symbol');
  return Object.fromEntries(symbols.map((symbol, i) => [symbol, [...cells.slice(i * columns, (i + 1) * columns)]]));
}

const tableOf = async ({ path }: InstalledCohort, name: string): Promise<Table> => readTable(await path(name));
const states = ({ outcomes }: Ran) => outcomes.map(({ code, state }) => `${code} ${state}`);
const isOffered = async (store: CohortStore) => (await store.list()).length > 0;

describe('three cohorts from one hub', () => {
  let store: CohortStore;
  let acc: InstalledCohort;
  beforeAll(async () => {
    fill();
    store = await newStore();
    expect(states(await install(store, ['acc', 'skcm', 'chol'], { gtex: true }))).toEqual([
      'acc installed',
      'skcm installed',
      'chol installed',
    ]);
    expect(hub.fetches(TOIL)).toHaveLength(1);
    acc = await installed(store, 'acc');
  });

  it('keeps one vial per patient and kind, no paraffin, no control, and says how many went', async () => {
    const { columns, rows } = await tableOf(acc, 'samples.tsv');
    expect(columns).toEqual(['sample', 'patient', 'type', 'code', 'tissue', 'survival', 'paired']);
    expect(rows.map((row) => row.join(' '))).toEqual([
      'TCGA-OR-A5J1-01A TCGA-OR-A5J1 tumour 01  1 1',
      'TCGA-OR-A5J1-11A TCGA-OR-A5J1 normal 11   1',
      'TCGA-OR-A5J2-01A TCGA-OR-A5J2 tumour 01  1 ',
      'TCGA-OR-A5J3-01A TCGA-OR-A5J3 tumour 01  1 ',
      'TCGA-OR-A5J9-01 TCGA-OR-A5J9 tumour 01   ',
      'GTEX-111-0126-SM-1 GTEX-111 gtex  Adrenal Gland  ',
    ]);
    const notes = acc.description.notes.join('\n');
    expect(notes).toMatch('略去 1 份');
    expect(notes).toMatch('略去 1 个石蜡包埋');
    expect(notes).toMatch('略去 1 个不是患者样本的列');
    expect(notes).toMatch('2 位患者没有表达量');
  });

  it('keeps the gene with the higher mean of two alike in log2, adds the copy on Y and all counts', async () => {
    const expression = await valuesOf(acc, 'expression');
    expect(Object.keys(expression)).toEqual(['TP53', 'EGFR', 'CD99', 'MATR3']);
    // Samples 1 to 4 of the file, in its order: TP53 has 10 + i TPM.
    expect(expression.TP53?.map((value) => 2 ** value - 1)).toEqual([11, 12, 13, 14].map((tpm) => expect.closeTo(tpm, 3)));
    expect(expression.CD99?.map((value) => 2 ** value - 1)).toEqual([72, 74, 76, 78].map((tpm) => expect.closeTo(tpm, 2)));
    expect(expression.MATR3?.map((value) => 2 ** value - 1)).toEqual([61, 62, 63, 64].map((tpm) => expect.closeTo(tpm, 2)));
    const counts = await valuesOf(acc, 'counts');
    expect(counts).toEqual({
      TP53: [101, 102, 104, 104],
      EGFR: [201, 202, 204, 204],
      CD99: [702, 704, 708, 708],
      MATR3: [1102, 1104, 1108, 1108],
    });
    expect(acc.description.rounded).toBe(6);
    expect(acc.description.notes.join()).toMatch('计数中有 6 个值不是整数');
    expect(acc.description.notes.join()).toMatch(
      '表达量的基因：1 行没有基因符号，略去；1 行与别的行同名，相加；1 行与别的行同名，留均值较高的一行',
    );
  });

  it('takes the tumours and the whitelisted tissue from one recomputation, from log2(x+0.001) to log2(x+1)', async () => {
    // The tumour that is known keeps its vial; A5J8 is no patient of this cohort.
    expect(columnOf(await tableOf(acc, 'gtex.samples.tsv'), 'sample')).toEqual([
      'TCGA-OR-A5J1-01A',
      'TCGA-OR-A5J9-01',
      'GTEX-111-0126-SM-1',
    ]);
    const { TP53, CD99 } = await valuesOf(acc, 'gtex');
    expect(TP53).toEqual([expect.closeTo(0, 5), expect.closeTo(2, 3), expect.closeTo(2, 3)]);
    // The copy on Y has 3 TPM too: log2(3 + 3 + 1).
    expect(CD99?.[0]).toBeCloseTo(Math.log2(7), 3);
    const skcm = await installed(store, 'skcm');
    expect(columnOf(await tableOf(skcm, 'gtex.samples.tsv'), 'sample')).toEqual(['TCGA-D3-A1QA-06A', 'GTEX-333-0126-SM-1']);
    expect((await installed(store, 'chol')).description.matrices.gtex).toBeUndefined();
  });

  it('lets the metastasis stand for a patient of SKCM only where there is no primary', async () => {
    const { rows } = await tableOf(await installed(store, 'skcm'), 'samples.tsv');
    expect(rows.flatMap(([sample, , , , , survival]) => (survival === '1' ? [sample] : []))).toEqual([
      'TCGA-D3-A1QA-06A',
      'TCGA-D3-A1QB-01A',
    ]);
  });

  it('cleans the clinical table and says what it does not know', async () => {
    const { columns, rows } = await tableOf(acc, 'clinical.tsv');
    expect(columns).toEqual(['patient', 'age', 'gender', 'stage', 't', 'stage_reported', 't_reported']);
    expect(rows).toEqual([
      ['TCGA-OR-A5J1', '58', 'female', 'II', 'T2', 'Stage IIA', 'T2a'],
      ['TCGA-OR-A5J2', '44', 'female', 'IV', 'T4', 'Stage IV', 'T4'],
      ['TCGA-OR-A5J3', '23', 'female', '', '', 'Stage X', 'TX'],
      ['TCGA-OR-A5J4', '', 'female', '', 'T1', '', 'T1'],
      ['TCGA-OR-A5J9', '71', 'female', 'I', 'T1', 'Stage I', 'T1'],
    ]);
    expect(acc.description.notes.join('\n')).toMatch('5 位患者中 2 位未知，其中 1 位写作 Stage X');
  });

  it('takes survival from TCGA-CDR, from GDC for patients that it lacks, and none that was taken back', async () => {
    const { columns, rows } = await tableOf(acc, 'survival.tsv');
    expect(columns).toEqual(['patient', 'OS', 'OS.time', 'PFI', 'PFI.time']);
    expect(rows.slice(0, 4)).toEqual([
      ['TCGA-OR-A5J1', '1', '1355', '1', '754'],
      ['TCGA-OR-A5J2', '', '', '', ''],
      ['TCGA-OR-A5J3', '0', '2091', '', ''],
      ['TCGA-OR-A5J4', '0', '999', '', ''],
    ]);
    expect(acc.description.notes.join('\n')).toMatch('总生存：5 位患者中 2 位取自 TCGA-CDR， 1 位取自 GDC， 2 位没有状态');
    expect(acc.description.notes.join('\n')).toMatch('1 位患者的数据已被提供单位撤回');
    expect(acc.description.release).toBe('GDC-2024-08-05');
  });

  it('reads what all cohorts share once, and keeps it for the next', async () => {
    const kept = await readdir(join(store.folder, '.downloads'));
    expect(kept).toContain(TOIL);
    expect(kept).not.toContain(TPM);
    expect(await readdir(join(store.folder, '.downloads/toil'))).toEqual([]);
    await store.remove('chol');
    expect(states(await install(store, ['chol']))).toEqual(['chol installed']);
    expect(hub.fetches(PROBES)).toEqual([]);
  });

  it('leaves installed cohorts alone, and updates those whose source has changed', async () => {
    expect(states(await install(store, ['acc'], { gtex: true }))).toEqual(['acc kept']);
    addCohort(hub, { code: 'SKCM', samples: ['TCGA-D3-A1QA-06A'], tpm: () => 2, counts: () => 2, clinical: [] });
    expect(states(await install(store, ['acc', 'skcm'], { gtex: true, update: true }))).toEqual(['acc kept', 'skcm installed']);
    expect((await installed(store, 'skcm')).description.matrices.expression?.samples).toBe(1);
  });
});

/** The connection breaks once so many bytes are on the disk. */
const cuts = ({ folder }: CohortStore, ...places: number[]) =>
  places.map((cutAt) => ({
    cutAt,
    when: () =>
      vi.waitFor(async () => expect((await stat(join(folder, '.downloads', `${TPM}.part`))).size).toBe(cutAt), {
        timeout: 5_000,
        interval: 2,
      }),
  }));

describe('a bad connection', () => {
  it('goes on in the middle of a file where it was cut', async () => {
    const store = await newStore();
    hub.spoil(TPM, ...cuts(store, 100, 150));
    expect(states(await install(store, ['acc']))).toEqual(['acc installed']);
    expect(hub.fetches(TPM).map(({ range }) => range)).toEqual([undefined, 'bytes=100-', 'bytes=150-']);
  });

  it('leaves an interrupted install where the next run goes on, and offers none of it', async () => {
    const store = await newStore();
    hub.spoil(TPM, ...cuts(store, 100, 100, 100));
    const { outcomes } = await install(store, ['acc']);
    expect(outcomes[0]?.sentence).toMatch(/断开了.*再运行同一条命令会接着取/);
    expect(await isOffered(store)).toBe(false);
    hub.asked.length = 0;
    expect(states(await install(store, ['acc']))).toEqual(['acc installed']);
    expect(hub.asked.filter(({ method }) => method === 'GET')).toEqual([{ method: 'GET', name: TPM, range: 'bytes=100-' }]);
  });

  it('begins anew where the file at the source is another one by now', async () => {
    const store = await newStore();
    hub.spoil(TPM, ...cuts(store, 100, 100, 100));
    await install(store, ['acc']);
    addCohort(hub, { code: 'ACC', samples: ['TCGA-OR-A5J1-01A'], tpm: () => 7, counts: () => 7, clinical: [] });
    expect(states(await install(store, ['acc']))).toEqual(['acc installed']);
    expect((await valuesOf(await installed(store, 'acc'), 'expression')).EGFR).toEqual([3]);
  });

  it('is told from a server that nobody reaches', async () => {
    const gone = new Hub();
    const from = await gone.open();
    await gone.close();
    const { outcomes } = await install(await newStore(), ['acc'], { from });
    expect(outcomes[0]?.sentence).toBe(`连不上，请检查这台机器的网络，或用 --mirror 指向镜像：${from}/${TPM}`);
  });
});

describe('a file that is not what it should be', () => {
  const spoilt = () => {
    const bytes = Buffer.from(hub.files.get(TPM) ?? '');
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff;
    return bytes;
  };

  it('is fetched again by its checksum, and given up when it stays wrong', async () => {
    hub.spoil(TPM, { instead: spoilt() });
    expect(states(await install(await newStore(), ['acc']))).toEqual(['acc installed']);
    const store = await newStore();
    hub.spoil(TPM, { instead: spoilt() }, { instead: spoilt() });
    const { outcomes } = await install(store, ['acc', 'chol']);
    expect(outcomes.map(({ state }) => state)).toEqual(['failed', 'installed']);
    expect(outcomes[0]?.sentence).toMatch(`${TPM} 的校验和与来源给出的不同`);
  });

  it('is found while it is unpacked where the source gives no checksum', async () => {
    hub.isBucket = false;
    hub.spoil(TPM, { instead: spoilt() });
    const { outcomes, lines } = await install(await newStore(), ['acc']);
    expect(outcomes[0]?.state).toBe('installed');
    expect(lines.join('\n')).toMatch(`${TPM} 解压不了，文件不完整或已损坏，重新下载`);
  });

  it('is found on this disk too, and fetched again', async () => {
    const store = await newStore();
    await install(store, ['acc']);
    const path = join(store.folder, '.downloads', PROBES);
    await writeFile(path, 'id\tgene\n');
    hub.asked.length = 0;
    expect(states(await install(store, ['chol']))).toEqual(['chol installed']);
    expect(hub.fetches(PROBES)).toHaveLength(1);
  });

  it('has other columns, values or lengths of lines: it says which', async () => {
    const store = await newStore();
    const say = async (text: string) => {
      hub.files.set(TPM, gzipSync(text));
      return (await install(store, ['acc'])).outcomes[0]?.sentence;
    };
    expect(await say('<html>\n')).toMatch('没有 Ensembl_ID 列，不是预期的文件');
    expect(await say('Ensembl_ID\tTCGA-OR-A5J1-01A\n')).toMatch('里没有基因');
    expect(await say('Ensembl_ID\tTCGA-OR-A5J1-01A\nENSG00000141510.18\t1\t2\n')).toMatch('第 2 行有 2 个值，应有 1 个');
    expect(await say('Ensembl_ID\tTCGA-OR-A5J1-01A\nENSG00000141510.18\t31337\n')).toMatch('有值 31337，不是预期的单位');
    expect(await isOffered(store)).toBe(false);
    expect(await readdir(join(store.folder, '.staging'))).toEqual([]);
  });

  it('is missing: the cohort says so and the others are installed', async () => {
    hub.files.delete('TCGA-ACC.star_counts.tsv.gz');
    hub.files.delete(TOIL);
    const { outcomes } = await install(await newStore(), ['acc', 'luad', 'skcm'], { gtex: true });
    expect(outcomes.map(({ state }) => state)).toEqual(['failed', 'failed', 'installed']);
    expect(outcomes[0]?.sentence).toMatch('来源里没有 TCGA-ACC.star_counts.tsv.gz（404）');
    expect(outcomes[1]?.sentence).toMatch('来源里没有 TCGA-LUAD 的表达量');
  });
});

describe('the disk', () => {
  it('is full in the middle of a download: all stays, and it says so', async () => {
    const store = await newStore();
    const downloads = join(store.folder, '.downloads');
    await mkdir(downloads, { recursive: true });
    // Whatever is written there meets a disk that is full: the kernel says so, not the test.
    await symlink('/dev/full', join(downloads, `${TPM}.part`));
    const answer = await fetch(`${mirror}/${TPM}`, { method: 'HEAD' });
    await writeFile(join(downloads, `${TPM}.json`), JSON.stringify({ version: answer.headers.get('etag') }));
    const { outcomes } = await install(store, ['acc']);
    expect(outcomes[0]?.sentence).toMatch(/^磁盘已满，写不进 .*会从停下的地方接着做/);
    await rm(join(downloads, `${TPM}.part`));
    expect(states(await install(store, ['acc']))).toEqual(['acc installed']);
  });

  it('is asked before anything is written', async () => {
    await expect(requireSpace(tmpdir(), 2 ** 60)).rejects.toThrow(/所在的磁盘还剩 .*这次约需/);
  });
});

it('lets one process install at a time, wherever it runs, and takes over from one that died', async () => {
  const store = await newStore();
  const lock = join(store.folder, '.downloads/lock');
  await mkdir(join(store.folder, '.downloads'), { recursive: true });
  const other = await holdLock(lock);
  await writeFile(lock, 'node2 上的进程 17');
  await expect(install(store, ['chol'])).rejects.toThrow('另一个安装正在进行（node2 上的进程 17）');
  await other.die();
  expect(states(await install(store, ['chol']))).toEqual(['chol installed']);
});

it('installs a damaged cohort again', async () => {
  const store = await newStore();
  await install(store, ['chol']);
  const path = await (await installed(store, 'chol')).path('expression.f32');
  const bytes = await readFile(path);
  await rm(path);
  const handle = await open(path, 'w');
  await handle.write(bytes.fill(1));
  await handle.close();
  const { outcomes, lines } = await install(store, ['chol']);
  expect(outcomes[0]?.state).toBe('installed');
  expect(lines[0]).toMatch('已安装的文件有损坏（expression.f32），重新安装');
  expect(await store.damaged('chol')).toEqual([]);
});
