import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, vi } from 'vitest';
import { createCluster, findPrograms, spawnPostgres } from '../../src/platform/postgres/postgres-programs.ts';
import { asAccount, unprivilegedAccount } from '../../src/platform/unprivileged.ts';
import { freePorts } from './ports.ts';

const HAPROXY = '/usr/sbin/haproxy';
export const hasHaproxy = existsSync(HAPROXY);

/** Two PostgreSQL of which the second follows the first in step, behind one address of haproxy, which leads to the second where the first is gone. */
export class ReplicatedPostgres {
  readonly #folder = mkdtempSync(join(tmpdir(), 'oncoloom-pair-'));
  readonly #account = unprivilegedAccount();
  readonly #programs = findPrograms('');
  readonly #children: ChildProcess[] = [];
  #ports = { primary: 0, standby: 0, address: 0 };

  /** Starts all three, with a database of a role that owns it and is no superuser. */
  static async start(): Promise<ReplicatedPostgres> {
    const pair = new ReplicatedPostgres();
    try {
      await pair.#begin();
      return pair;
    } catch (error) {
      await pair.stop();
      throw error;
    }
  }

  /** For DATABASE_URL. */
  get url(): string {
    return `postgresql://loom@127.0.0.1:${this.#ports.address}/loom`;
  }

  #data(name: 'primary' | 'standby'): string {
    return join(this.#folder, name);
  }

  async #begin(): Promise<void> {
    const [primary = 0, standby = 0, address = 0] = await freePorts(3);
    this.#ports = { primary, standby, address };
    chmodSync(this.#folder, 0o777);
    await createCluster(this.#programs, this.#data('primary'), 'postgres', this.#account);
    await this.#spawn('primary');
    for (const text of ['CREATE ROLE loom LOGIN', 'CREATE DATABASE loom OWNER loom']) await this.query('primary', text);
    this.#run('pg_basebackup', '--pgdata', this.#data('standby'), '--port', String(this.#ports.primary), '--write-recovery-conf');
    await this.#spawn('standby');
    // From now on a commit is answered when both have it on their disks: what a client was told survives the loss of either.
    for (const text of [`ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()']) await this.query('primary', text);
    await vi.waitFor(
      async () => expect(await this.query('primary', 'SELECT sync_state FROM pg_stat_replication')).toEqual([{ sync_state: 'sync' }]),
      { timeout: 60_000, interval: 100 },
    );
    await this.#spawnProxy();
  }

  /** A program of PostgreSQL, as its account. */
  #run(program: string, ...args: string[]): void {
    const own = program === 'pg_basebackup' ? ['--host', '127.0.0.1', '--username', 'postgres', '--checkpoint', 'fast', '--no-sync'] : [];
    const { file, args: all, options } = asAccount(this.#account, join(this.#programs.folder, program), [...args, ...own], this.#folder);
    execFileSync(file, all, { ...options, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  }

  async #spawn(name: 'primary' | 'standby'): Promise<void> {
    const socket = join(this.#folder, `${name}-socket`);
    mkdirSync(socket, { mode: 0o777 });
    chmodSync(socket, 0o777);
    const settings = { listen_addresses: '127.0.0.1', port: String(this.#ports[name]), unix_socket_directories: socket, fsync: 'off' };
    this.#children.push(await spawnPostgres(this.#programs, this.#data(name), settings, this.#account));
    await vi.waitFor(() => this.query(name, 'SELECT 1'), { timeout: 60_000, interval: 100 });
  }

  async #spawnProxy(): Promise<void> {
    const { primary, standby, address } = this.#ports;
    const settings = [
      'defaults',
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout client 1h',
      '  timeout server 1h',
      '  default-server check inter 300ms fall 2 rise 1 on-marked-down shutdown-sessions',
      'listen database',
      `  bind 127.0.0.1:${address}`,
      `  server primary 127.0.0.1:${primary}`,
      `  server standby 127.0.0.1:${standby} backup`,
    ];
    const file = join(this.#folder, 'haproxy.cfg');
    writeFileSync(file, `${settings.join('\n')}\n`);
    this.#children.push(spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' }));
    await vi.waitFor(() => this.query('address', 'SELECT 1'), { timeout: 60_000, interval: 100 });
  }

  /** Asks one of the two, or whichever the address leads to, as the superuser. */
  async query(of: 'primary' | 'standby' | 'address', text: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new Client({ host: '127.0.0.1', port: this.#ports[of], user: 'postgres', database, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The first is gone as if its machine had lost power; the address leads to the second, which only reads. */
  async losePrimary(): Promise<void> {
    const [primary] = this.#children;
    if (primary === undefined) return;
    const gone = once(primary, 'exit');
    // Its sessions end with it: SIGQUIT writes nothing out.
    primary.kill('SIGQUIT');
    await gone;
    await vi.waitFor(async () => expect(await this.query('address', 'SELECT pg_is_in_recovery() AS reads')).toEqual([{ reads: true }]), {
      timeout: 60_000,
      interval: 100,
    });
  }

  /** The second takes over. */
  promote(): void {
    this.#run('pg_ctl', 'promote', '--wait', '--pgdata', this.#data('standby'));
  }

  async stop(): Promise<void> {
    for (const child of this.#children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      // PostgreSQL ends its sessions at once; haproxy goes on after a SIGQUIT.
      child.kill(child.spawnfile === HAPROXY ? 'SIGTERM' : 'SIGQUIT');
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
