import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CreatedAnalysis } from '@oncoloom/contract';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestPrograms, unlimitedServerBundle } from '../../../../scripts/setup/build.mjs';
import { analyses } from '../../src/analyses/tables.ts';
import { makeCards } from '../../src/billing/cards.ts';
import type { SignatureFile } from '../../src/gene-sets/signatures.ts';
import { ROOT } from '../../src/platform/root.ts';
import { unprivilegedAccount } from '../../src/platform/unprivileged.ts';
import { publishFile } from '../../src/releases/service.ts';
import { installTiny } from '../cohorts/small-cohort.ts';
import { fewTools } from '../support/few-tools.ts';
import { PASSWORD } from '../support/server.ts';
import { createWorkingServer, type WholeServer } from '../support/whole.ts';

/** A worker on a machine that has the database, the storage, and nothing else. */

const TOOLS = ['survival_analysis', 'kegg_enrichment', 'cibersort_analysis', 'microarray_normalization'];
let whole: WholeServer;
let elsewhere: string;
let tools: string;
let worker: ChildProcess | undefined;
let output = '';

const example = (name: string) => readFile(join(ROOT, 'tools/immune/cibersort/example', name));

/** The example's own matrix of cells, as the operator would have installed it. */
async function installSignature(): Promise<void> {
  const [header = '', ...rows] = (await example('signature.tsv')).toString().trim().split('\n');
  const columns = header.split('\t').slice(1);
  const cells = rows.map((row) => row.split('\t'));
  const about = { title: '小签名', source: 'test', release: '1', date: '2026-01', licence: 'CC0', family: 'fractions' } as const;
  const file: SignatureFile = {
    about: { ...about, genes: cells.length, types: columns.length },
    matrices: { signature: { rows: cells.map(([gene = '']) => gene), columns, values: cells.map((row) => row.slice(1).map(Number)) } },
    sets: {},
    lists: {},
  };
  const { releases } = whole.app;
  const name = 'small.1.signature.json';
  await publishFile(releases, { kind: 'signature', name, files: { [name]: await releases.write(JSON.stringify(file)) }, about: {} });
}

/** Symbols of the register that the set-up makes. */
async function symbols(): Promise<string[]> {
  const [, ...rows] = (await readFile(join(ROOT, 'reference/genes/genes.tsv'), 'utf8')).split('\n', 61);
  return rows.map((row) => row.split('\t')[0] ?? '');
}

async function installGeneSets(): Promise<void> {
  const genes = await symbols();
  const sets = [genes.slice(0, 20), genes.slice(15, 45), genes.slice(40)].map((members, i) => [`SET_${i}`, 'd', ...members].join('\t'));
  const { releases } = whole.app;
  const name = 'small.gmt';
  await publishFile(releases, { kind: 'gene-sets', name, files: { [name]: await releases.write(`${sets.join('\n')}\n`) }, about: {} });
}

/** A user with their files; answers the numbers of their tasks. */
async function submit(name: string): Promise<number[]> {
  const { accounts, database, files } = whole.app;
  const token = await accounts.register({ email: `${name}@example.com`, password: PASSWORD }, { agent: 'test', address: '127.0.0.1' });
  const headers = { authorization: `Bearer ${token}` };
  const { id: userId } = await accounts.authenticate(token);
  const [card] = await makeCards(database, { plan: 'month', count: 1, batch: name });
  const post = async <T>(url: string, payload: object) => {
    const answer = await whole.server.inject({ method: 'POST', url, headers, payload });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
    return answer.json<T>();
  };
  await post('/api/user/redeem_card', { card_code: card?.code });
  const upload = async (file: string, bytes: Buffer) => {
    const source = (async function* () {
      yield bytes;
    })();
    const taken = await files.take(userId, { source, name: file, fileType: 'expression' });
    const { id } = await files.keep(userId, taken, { fileType: 'expression', description: '', directoryId: null });
    await expect.poll(async () => (await files.get(userId, id))?.validationStatus, { timeout: 60_000 }).toBe('valid');
    return id;
  };
  const probes = ['1636_g_at', '39730_at', '1635_at', '1000_at', '38498_at'].map((probe, i) =>
    [probe, 5 + i, 6.5 + i, 4 + 2 * i].join('\t'),
  );
  const arrays = await upload('arrays.tsv', Buffer.from(['probe\tA\tB\tC', ...probes].join('\n')));
  const mixtures = await upload('mixtures.tsv', gunzipSync(await example('expression.tsv.gz')));
  const requests = [
    { task_type: 'survival_analysis', dataset: 'tiny', target_gene: 'UP' },
    {
      task_type: 'kegg_enrichment',
      gene_list: (await symbols()).slice(0, 18),
      geneset: 'small.gmt',
      minSize: 5,
      pvalue_cutoff: 1,
      qvalue_cutoff: 1,
    },
    { task_type: 'cibersort_analysis', file_id: mixtures, signature: 'small.1', permutations: 0 },
    { task_type: 'microarray_normalization', file_id: arrays, annotate: 1, platform: 'GPL8300', normalization_method: 'none' },
  ];
  const ids: number[] = [];
  for (const request of requests) ids.push((await post<CreatedAnalysis>('/api/create_analysis', request)).id);
  return ids;
}

const ended = (ids: number[]) =>
  expect
    .poll(
      async () => {
        if (worker?.exitCode !== null && worker !== undefined) throw new Error(output);
        const rows = await whole.app.database.select().from(analyses).where(inArray(analyses.id, ids));
        return rows.map(({ taskType, status, errorMessage }) => [taskType, status, errorMessage]).sort();
      },
      { timeout: 240_000, interval: 500 },
    )
    .toEqual([...TOOLS].sort().map((taskType) => [taskType, 'completed', null]));

/** Checksums of the tables of a user's analyses. */
async function tablesOf(ids: number[]): Promise<Record<string, string[]>> {
  const rows = await whole.app.database.select().from(analyses).where(inArray(analyses.id, ids));
  return Object.fromEntries(
    rows.map(({ taskType, result }) => [taskType, result?.tables.map(({ id, sha256 }) => `${id} ${sha256}`) ?? []]),
  );
}

beforeAll(async () => {
  await buildTestPrograms();
  whole = await createWorkingServer(TOOLS);
  elsewhere = await mkdtemp(join(tmpdir(), 'oncoloom-elsewhere-'));
  tools = await fewTools(tmpdir(), TOOLS);
  await installTiny(whole.app.cohorts);
  await installSignature();
  await installGeneSets();
}, 240_000);
afterAll(async () => {
  worker?.kill('SIGKILL');
  await whole?.close();
  for (const folder of [elsewhere, tools]) await rm(folder, { recursive: true, force: true });
});

it('computes with all that is installed what the first machine computes', async () => {
  const { data, storage } = whole.app.config.folders;
  const there = await submit('there');
  // Started as root the worker is another account, which has to reach the storage as it would on a shared file system.
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  await chmod(data, 0o755);
  const sockets = new URL(whole.app.config.databaseUrl ?? '').searchParams.get('host') ?? '';
  await chmod(dirname(dirname(sockets)), 0o711);
  if (account !== undefined) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, storage]);
  await symlink(storage, join(elsewhere, 'storage'));
  const env = { ONCOLOOM_DATA: elsewhere, DATABASE_URL: whole.app.config.databaseUrl, ONCOLOOM_TEST_TOOLS: tools, ONCOLOOM_WORKERS: '1' };
  worker = spawn(process.execPath, [unlimitedServerBundle, '--role', 'worker'], {
    cwd: ROOT,
    env: { ...process.env, ...env, ONCOLOOM_SECRET: 'of all the machines', ONCOLOOM_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  await ended(there);
  const gone = once(worker, 'exit');
  worker.kill('SIGTERM');
  await gone;
  // What it read came out of the storage alone.
  expect((await readdir(elsewhere)).filter((name) => ['gene-sets', 'signatures', 'reference'].includes(name))).toEqual([]);

  worker = undefined;
  const here = await submit('here');
  await whole.work();
  await ended(here);
  const [far, near] = [await tablesOf(there), await tablesOf(here)];
  expect(Object.values(near).every((tables) => tables.length > 0)).toBe(true);
  expect(far).toEqual(near);
}, 600_000);
