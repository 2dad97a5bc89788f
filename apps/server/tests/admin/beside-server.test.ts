import { execFile } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { PrivateCluster } from '../../src/platform/postgres/cluster.ts';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { runningPostmaster } from '../../src/platform/postgres/postmaster.ts';
import { ROOT } from '../../src/platform/root.ts';
import { unprivilegedAccount } from '../../src/platform/unprivileged.ts';

const log = createLog('silent');
let data: string;
/** Where the operator stands: closed to everybody else. */
let place: string;

/** The real command, in a process of its own. */
async function admin(...argv: string[]): Promise<string> {
  const env = { ...process.env, ONCOLOOM_DATA: data, DATABASE_URL: '', INIT_CWD: place };
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/operator.mjs', 'admin', ...argv], { cwd: ROOT, env });
  return stdout;
}
const postmaster = () => runningPostmaster(join(data, 'postgres', 'cluster'));

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'oncoloom-beside-'));
  place = await mkdtemp(join(tmpdir(), 'oncoloom-operator-'));
});
afterAll(async () => {
  for (const folder of [data, place]) await rm(folder, { recursive: true, force: true });
});

it('adopts the cluster of a running server and leaves it running; without one it starts it, and ends it again', async () => {
  const cluster = await PrivateCluster.start(join(data, 'postgres'), log);
  const database = openDatabase(cluster.url, log, 1);
  const before = await postmaster();
  expect(JSON.parse(await admin('cards', 'make', '--plan', 'trial', '--count', '1', '--json'))).toHaveLength(1);
  expect((await postmaster())?.pid).toBe(before?.pid);
  await database.$client.query('SELECT 1');
  await database.$client.end();
  // What a killed server leaves behind is not the command's to end either.
  expect(JSON.parse(await admin('cards', 'list', '--json'))).toHaveLength(1);
  expect((await postmaster())?.pid).toBe(before?.pid);

  await cluster.stop();
  expect(await postmaster()).toBeUndefined();
  expect(JSON.parse(await admin('cards', 'list', '--json'))).toHaveLength(1);
  expect(await postmaster()).toBeUndefined();
});

const account = unprivilegedAccount();
it.skipIf(account === undefined)('leaves nothing of root’s in the data folder, and writes for root where root stands', async () => {
  await admin('cards', 'list', '--csv', 'cards.csv');
  const { uid, mode } = await stat(join(place, 'cards.csv'));
  expect([uid, mode & 0o777]).toEqual([0, 0o600]);
  expect(await readFile(join(place, 'cards.csv'), 'utf8')).toContain('卡密');
  await expect(admin('cards', 'list', '--csv', 'cards.csv')).rejects.toThrow(/已经存在/);
  const names = await readdir(data);
  expect(names).toContain('operator.log');
  for (const name of names) expect([name, (await lstat(join(data, name))).uid]).toEqual([name, account?.uid]);
  expect(await readFile(join(data, 'operator.log'), 'utf8')).toContain('"operator":"root"');
});
