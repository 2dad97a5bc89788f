import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { createCluster, findPrograms, spawnPostgres } from '../../src/platform/postgres/postgres-programs.ts';
import { unprivilegedAccount } from '../../src/platform/unprivileged.ts';
import { freePorts } from './ports.ts';

const PATIENCE_MS = 60_000;
const NO_DISK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** A PostgreSQL as an operator has one for several machines: reached by TCP, with an empty database of a role that is no superuser. */
export class OwnPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  /** @param host The address at which it listens; whoever reaches that is let in. */
  static async start(host = '127.0.0.1'): Promise<OwnPostgres> {
    const [port = 0] = await freePorts(1, host);
    const folder = await mkdtemp(join(tmpdir(), 'oncoloom-postgres-'));
    await chmod(folder, 0o777);
    const [account, programs, data] = [unprivilegedAccount(), findPrograms(''), join(folder, 'cluster')];
    await createCluster(programs, data, 'operator', account);
    await appendFile(join(data, 'pg_hba.conf'), `host all all ${host}/24 trust\n`);
    const settings = { listen_addresses: host, port: String(port), unix_socket_directories: folder, ...NO_DISK };
    const postgres = new OwnPostgres(
      `postgresql://product@${host}:${port}/product`,
      folder,
      await spawnPostgres(programs, data, settings, account),
    );
    const administer = await postgres.#connect(`postgresql://operator@${host}:${port}/postgres`);
    await administer.query('CREATE ROLE product LOGIN');
    await administer.query('CREATE DATABASE product OWNER product');
    await administer.end();
    return postgres;
  }

  async #connect(connectionString: string): Promise<Client> {
    for (const deadline = Date.now() + PATIENCE_MS; ; ) {
      const client = new Client({ connectionString });
      try {
        await client.connect();
        return client;
      } catch (error) {
        if (Date.now() > deadline || this.#process.exitCode !== null) throw error;
        await wait(50);
      }
    }
  }

  /** Rows of a query, as the product's role. */
  async rows<Row extends object>(text: string): Promise<Row[]> {
    const client = await this.#connect(this.url);
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      const gone = once(this.#process, 'exit');
      // A program that waits for nothing else would end here.
      this.#process.ref();
      this.#process.kill('SIGINT');
      await gone;
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
