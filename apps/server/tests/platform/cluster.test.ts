import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { LiveHub } from '../../src/live/hub.ts';
import { notify } from '../../src/live/notice.ts';
import { takeLock } from '../../src/platform/file-lock.ts';
import { createLog } from '../../src/platform/log.ts';
import { PrivateCluster } from '../../src/platform/postgres/cluster.ts';
import { type Database, isDatabaseAway, openDatabase } from '../../src/platform/postgres/database.ts';
import { holdLock } from '../support/lock-holder.ts';

const log = createLog('silent');
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oncoloom-cluster-'));
  folders.push(folder);
  return join(folder, 'postgres');
}

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const postmasterPid = async (folder: string) => Number((await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited 15 s in vain');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function acknowledged(database: Database): Promise<number> {
  const { rows } = await database.execute<{ count: number }>(sql`SELECT count(*)::int AS count FROM written`);
  return rows[0]?.count ?? 0;
}

/** Does a query get through? */
const isReachable = (database: Database) =>
  database.$client.query('SELECT 1').then(
    () => true,
    () => false,
  );

describe('the private cluster', () => {
  it('listens on a socket that only its own user enters, and goes away when stopped', async () => {
    const folder = await newFolder();
    const cluster = await PrivateCluster.start(folder, log);
    const database = openDatabase(cluster.url, log);
    const { rows } = await database.execute<{ addresses: string; sync: string }>(
      sql`SELECT current_setting('listen_addresses') AS addresses, current_setting('fsync') AS sync`,
    );
    expect(rows[0]).toEqual({ addresses: '', sync: 'on' });
    const socket = decodeURIComponent(new URL(cluster.url).searchParams.get('host') ?? '');
    expect((await stat(socket)).mode & 0o777).toBe(0o700);
    const pid = await postmasterPid(folder);
    if (process.getuid?.() === 0) expect((await stat(`/proc/${pid}`)).uid).not.toBe(0);
    await database.$client.end();
    await cluster.stop();
    expect(alive(pid)).toBe(false);
  });

  it('uses a short socket path for a long data folder', async () => {
    const folder = join(await newFolder(), 'x'.repeat(100));
    const cluster = await PrivateCluster.start(folder, log);
    const socket = decodeURIComponent(new URL(cluster.url).searchParams.get('host') ?? '');
    expect(socket).toMatch(/^\/tmp\/oncoloom-[0-9a-f]{12}$/);
    await cluster.stop();
    // Somebody else was quicker: their folder is not used, and a link is not followed.
    await symlink(tmpdir(), socket);
    await expect(PrivateCluster.start(folder, log)).rejects.toThrow(socket);
    await rm(socket);
  });

  it('is adopted when it already runs, and stopped by the last that uses it', async () => {
    const folder = await newFolder();
    // Started together, as an API and a worker are.
    const [first, second] = await Promise.all([PrivateCluster.start(folder, log), PrivateCluster.start(folder, log)]);
    const pid = await postmasterPid(folder);
    expect(second.url).toBe(first.url);
    // Another process, as far as postgres can tell.
    const other = openDatabase(`${first.url}&application_name=oncoloom/1`, log);
    Object.assign(other.$client.options, { application_name: 'oncoloom/1' });
    expect(await isReachable(other)).toBe(true);
    await first.stop();
    expect(alive(pid)).toBe(true);
    await other.$client.end();
    await second.stop();
    expect(alive(pid)).toBe(false);
  });

  it('comes back after kill -9, with every acknowledged row, and pool and live channel with it', async () => {
    const folder = await newFolder();
    const cluster = await PrivateCluster.start(folder, log);
    await cluster.migrate();
    const database = openDatabase(cluster.url, log);
    const live = new LiveHub(cluster.url, log);
    await live.start();
    await database.execute(sql`CREATE TABLE written (id int)`);
    let count = 0;
    let running = true;
    const refusals: unknown[] = [];
    const writer = (async () => {
      while (running) {
        try {
          await database.execute(sql`INSERT INTO written VALUES (${count})`);
          count += 1;
        } catch (error) {
          refusals.push(error);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    })();
    for (let kill = 0; kill < 2; kill += 1) {
      const pid = await postmasterPid(folder);
      const before = count;
      await until(() => count > before + 20);
      process.kill(pid, 'SIGKILL');
      await until(() => !alive(pid) || refusals.length > 0);
      await until(async () => (await postmasterPid(folder).catch(() => pid)) !== pid && (await isReachable(database)));
    }
    running = false;
    await writer;
    expect(await acknowledged(database)).toBeGreaterThanOrEqual(count);
    expect(refusals.length).toBeGreaterThan(0);
    for (const error of refusals) expect(isDatabaseAway(error)).toBe(true);
    await until(() => live.listening);
    await notify(database, { user_id: 1, kind: 'points' });
    await live.stop();
    await database.$client.end();
    await cluster.stop();
  });

  it('is not started on files that another machine’s postgres has, and has its own marked so', async () => {
    const folder = await newFolder();
    const cluster = await PrivateCluster.start(folder, log);
    const lock = join(folder, 'lock');
    const pid = await postmasterPid(folder);
    expect(await takeLock(lock)).toBe(false);
    await cluster.stop();
    expect(alive(pid)).toBe(false);
    // As it is seen from here while it runs elsewhere.
    const elsewhere = await holdLock(lock);
    await expect(PrivateCluster.start(folder, log)).rejects.toThrow('另一台机器或另一个容器');
    await elsewhere.die();
    const again = await PrivateCluster.start(folder, log);
    await again.stop();
  }, 120_000);

  it('starts over a lock that a reboot left, whoever has the number now', async () => {
    const folder = await newFolder();
    const cluster = await PrivateCluster.start(folder, log);
    const lock = await readFile(join(folder, 'cluster/postmaster.pid'), 'utf8');
    await cluster.stop();
    await writeFile(join(folder, 'cluster/postmaster.pid'), lock.replace(/^\d+/, String(process.pid)));
    const again = await PrivateCluster.start(folder, log);
    expect(await postmasterPid(folder)).not.toBe(process.pid);
    await again.stop();
  });

  it.each(['runs', 'was killed'])('opens in a copied folder the copy, while the original %s', async (original) => {
    const folder = await newFolder();
    const cluster = await PrivateCluster.start(folder, log);
    const database = openDatabase(cluster.adminUrl, log);
    await database.execute(sql`CREATE TABLE written (id int)`);
    // What a copy of files that are being written to holds is written out before.
    await database.execute(sql`CHECKPOINT`);
    const copy = join(await newFolder(), '..', 'copied');
    // The socket as well, as archives and `cp` do.
    execFileSync('cp', ['--archive', folder, copy]);
    if (original === 'was killed') process.kill(await postmasterPid(folder), 'SIGKILL');
    const other = await PrivateCluster.start(copy, log);
    expect(other.url).not.toBe(cluster.url);
    const inCopy = openDatabase(other.adminUrl, log);
    await inCopy.execute(sql`INSERT INTO written VALUES (1)`);
    await until(() => isReachable(database));
    expect([await acknowledged(database), await acknowledged(inCopy)]).toEqual([0, 1]);
    const pids = [await postmasterPid(folder), await postmasterPid(copy)];
    await inCopy.$client.end();
    await other.stop();
    expect(pids.map(alive)).toEqual([true, false]);
    await database.$client.end();
    await cluster.stop();
  });
});
