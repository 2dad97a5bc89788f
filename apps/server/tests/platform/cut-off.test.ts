import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createCluster, findPrograms, spawnPostgres } from '../../src/platform/postgres-programs.ts';
import { unprivilegedAccount } from '../../src/platform/unprivileged.ts';

/**
 * A machine of its own, as PostgreSQL sees it: a network namespace with a cable to this one that can be pulled. What holds a lock there has to lose it,
 * or nobody takes over what it was computing.
 */

const possible = process.getuid?.() === 0 && ['/usr/sbin/ip', '/sbin/ip'].some((path) => existsSync(path));
const name = `loom${process.pid % 100_000}`;
const [here, there] = ['10.213.77.1', '10.213.77.2'];
const port = '56432';
const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
const cable = (state: 'up' | 'down') => ip('link', 'set', name, state);

let folder: string;
let postgres: ChildProcess;
let session: ChildProcess;
let said = '';

beforeAll(async () => {
  if (!possible) return;
  ip('netns', 'add', name);
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('address', 'add', `${here}/24`, 'dev', name);
  ip('-n', name, 'address', 'add', `${there}/24`, 'dev', 'eth0');
  for (const link of ['lo', 'eth0']) ip('-n', name, 'link', 'set', link, 'up');
  cable('up');
  folder = mkdtempSync(join(tmpdir(), 'oncoloom-cut-'));
  chmodSync(folder, 0o777);
  const [account, programs, data] = [unprivilegedAccount(), findPrograms(''), join(folder, 'cluster')];
  await createCluster(programs, data, 'oncoloom', account);
  appendFileSync(join(data, 'pg_hba.conf'), 'host all all 10.213.77.0/24 trust\n');
  postgres = await spawnPostgres(programs, data, { listen_addresses: here, port, unix_socket_directories: folder, fsync: 'off' }, account);
});
afterAll(async () => {
  if (!possible) return;
  session?.kill('SIGKILL');
  if (postgres?.exitCode === null) {
    const gone = once(postgres, 'exit');
    postgres.kill('SIGQUIT');
    await gone;
  }
  ip('netns', 'delete', name);
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(!possible)(
  'the lock of a machine that is cut off is free for others within half a minute, and the machine hears of it',
  async () => {
    const url = `postgresql://oncoloom@${here}:${port}/postgres`;
    const observer = await vi.waitFor(
      async () => {
        const client = new Client({ connectionString: url });
        await client.connect();
        return client;
      },
      { timeout: 60_000, interval: 200 },
    );
    const isFree = async () => (await observer.query<{ free: boolean }>('SELECT pg_try_advisory_lock(1, 1) AS free')).rows[0]?.free;
    const script = join(import.meta.dirname, 'cut-off-session.ts');
    session = spawn('ip', ['netns', 'exec', name, process.execPath, '--import', 'tsx', script, url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    session.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await vi.waitFor(() => expect(said).toContain('held'), { timeout: 60_000 });
    expect(await isFree()).toBe(false);
    cable('down');
    await vi.waitFor(async () => expect(await isFree()).toBe(true), { timeout: 30_000, interval: 500 });
    await vi.waitFor(() => expect(said).toContain('lost'), { timeout: 30_000 });
    await observer.end();
  },
  180_000,
);
