import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCohorts } from '../../src/cohorts/cli.ts';
import { readTable } from '../../src/cohorts/release-tables.ts';
import type { CohortStore } from '../../src/cohorts/store.ts';
import { createTestReleases, type TestReleases } from '../support/releases.ts';

const shared = join(process.env.ONCOLOOM_SHARED ?? join(import.meta.dirname, '../../../../../shared/data'), 'tcga');
const CDR = join(shared, 'TCGA-CDR_clinical_survival.noUVM_CHOL.tsv.gz');
const CODES = ['acc', 'dlbc', 'ucs'] as const;
const ENDPOINTS = ['OS', 'DSS', 'DFI', 'PFI'];

let test: TestReleases;
let store: CohortStore;

/** Runs one command as the shell would. */
async function cohorts(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text), progress: () => undefined };
  const code = await runCohorts(argv, test.env, terminal);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

beforeAll(async () => {
  test = await createTestReleases();
  store = test.cohorts;
});
afterAll(() => test.close());

/** A file of an installed cohort. */
async function pathOf(code: string, name: string): Promise<string> {
  const cohort = await store.describe(code);
  if (cohort === undefined) throw new Error(`${code} is not installed`);
  return cohort.path(name);
}

type Events = Record<string, string>;
/** Those with a status. */
const knownOf = (events: Events): Events => Object.fromEntries(Object.entries(events).filter(([, event]) => /^[01] /.test(event)));

/** Status and time of every patient by TCGA-CDR's own table, read here by another way. */
function cdrOf(code: string): Map<string, Events> {
  const [header = '', ...lines] = gunzipSync(readFileSync(CDR)).toString('utf8').trimEnd().split('\n');
  const columns = header.split('\t');
  const at = (name: string) => columns.indexOf(name);
  const found = lines.map((line) => line.split('\t')).filter((cells) => cells[at('type')] === code.toUpperCase());
  const event = (cells: string[], endpoint: string) =>
    [cells[at(endpoint)], cells[at(`${endpoint}.time`)]].map((cell) => (cell === 'NA' ? '' : cell)).join(' ');
  return new Map(
    found.map((cells) => [cells[at('patient')] ?? '', Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint, event(cells, endpoint)]))]),
  );
}

describe.skipIf(!existsSync(CDR))(`the files of 2016 (needs TCGA-ACC, DLBC, UCS and TCGA-CDR in ${shared})`, () => {
  beforeAll(async () => {
    const { code, err } = await cohorts('install', 'ACC', 'TCGA-DLBC', 'ucs', '--mirror', shared);
    expect([code, err]).toEqual([0, '安装 3 个，没有改动 0 个，没有完成 0 个']);
  });

  it('are installed and marked as such', async () => {
    const { description } = (await store.describe('acc')) ?? {};
    expect(description).toMatchObject({
      label: 'TCGA-ACC',
      release: 'Firehose-2016-01-28',
      simulated: false,
      matrices: { expression: { unit: 'log2(RSEM+1)', genes: 20_501, tumours: 79, normals: 0 } },
    });
    expect(description?.matrices.counts).toBeUndefined();
    expect(description?.notes.join('\n')).toMatch('这是旧版数据：RSEM 标准化值');
    expect(description?.notes.join('\n')).toMatch('13 位患者没有表达量');
    expect(description?.clinical.stage?.levels).toEqual(['I', 'II', 'III', 'IV']);
  });

  it('hold the logarithm of every published value', async () => {
    const bytes = await readFile(await pathOf('acc', 'expression.f32'));
    const lines = gunzipSync(readFileSync(join(shared, 'TCGA-ACC.rsem_norm.expr.tsv.gz')))
      .toString()
      .trimEnd()
      .split('\n');
    let worst = 0;
    for (const [gene, line] of lines.slice(1).entries()) {
      const values = line.split('\t').slice(1).map(Number);
      for (const [i, value] of values.entries())
        worst = Math.max(worst, Math.abs(bytes.readFloatLE(4 * (gene * values.length + i)) - Math.log2(value + 1)));
    }
    expect(bytes.length).toBe(20_501 * 79 * 4);
    // Half of the last place of a 4 byte number below 32.
    expect(worst).toBeLessThan(1e-6);
  });

  it.each(CODES)('have the survival of %s as TCGA-CDR has it, for every patient', async (code) => {
    const { columns, rows } = await readTable(await pathOf(code, 'survival.tsv'));
    const ours = new Map(
      rows.map((row): [string, Events] => {
        const event = (endpoint: string) => `${row[columns.indexOf(endpoint)]} ${row[columns.indexOf(`${endpoint}.time`)]}`;
        return [row[0] ?? '', Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint, event(endpoint)]))];
      }),
    );
    const withStatus = [...cdrOf(code)].map(([patient, events]): [string, Events] => [patient, knownOf(events)]);
    const known = new Map(withStatus.filter(([, events]) => events.OS !== undefined));
    expect(known.size).toBeGreaterThan(45);
    for (const [patient, events] of known) expect([patient, knownOf(ours.get(patient) ?? {})]).toEqual([patient, events]);
    // Whom this copy of TCGA-CDR lacks has the follow-up of the clinical table, and nothing else.
    const others = [...ours].filter(([patient]) => !known.has(patient));
    expect(others.map(([, events]) => Object.keys(knownOf(events)))).toEqual(others.map(() => ['OS']));
  });

  it('are listed, checked, repaired and removed', async () => {
    const listed = await cohorts('list', '--installed');
    expect(listed.out).toMatch(/TCGA-ACC +肾上腺皮质癌 +Firehose-2016-01-28 +79 +0 +— +28/);
    expect(await cohorts('verify')).toMatchObject({ code: 0, out: 'ACC  完好\nDLBC  完好\nUCS  完好' });
    const clinical = await pathOf('ucs', 'clinical.tsv');
    await rm(clinical);
    await writeFile(clinical, 'patient\n');
    const verified = await cohorts('verify', 'UCS');
    expect([verified.code, verified.out]).toEqual([1, 'UCS  有损坏：clinical.tsv。运行 install UCS 会重新取得']);
    expect((await cohorts('install', 'UCS', '--mirror', shared)).code).toBe(0);
    expect((await cohorts('verify', 'UCS')).code).toBe(0);
    expect((await cohorts('update', '--mirror', shared)).err).toBe('安装 0 个，没有改动 3 个，没有完成 0 个');
    expect((await cohorts('remove', 'UCS', 'dlbc')).out).toBe('DLBC  已删除\nUCS  已删除');
    expect((await store.list()).map(({ description }) => description.code)).toEqual(['acc']);
    expect((await cohorts('clean')).code).toBe(0);
  });
});

describe('the command line', () => {
  it('says what is wrong, in Chinese', async () => {
    for (const [argv, code, sentence] of [
      [['install'], 2, '请写要安装的队列，如 ACC CHOL，或加 --all。'],
      [['install', 'XYZ'], 2, /^没有 XYZ 这个队列。可以写 ACC、BLCA/],
      [['install', 'CHOL', '--mirror', '/nowhere/at/all'], 1, /打不开镜像文件夹 \/nowhere\/at\/all/],
      [['remove', 'CHOL'], 1, '没有安装 CHOL。请先看 list。'],
      [['blah'], 2, '没有「blah」这个命令。加 --help 看用法。'],
    ] as const) {
      const { out, err, ...ended } = await cohorts(...argv);
      expect([argv, ended.code]).toEqual([argv, code]);
      expect(out + err).toMatch(sentence);
    }
    const help = await cohorts('install', '--help');
    expect(help.out).toMatch(/用法：[\s\S]*--mirror[\s\S]*--no-gtex/);
  });
});
