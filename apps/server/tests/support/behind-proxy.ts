import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../../src/platform/root.ts';
import { OwnPostgres } from './own-postgres.ts';
import { freePorts } from './ports.ts';
import { ServerProcess } from './process.ts';

const HAPROXY = '/usr/sbin/haproxy';
/** The configuration that the product comes with. */
const CONFIGURATION = join(ROOT, 'deploy/haproxy.cfg');
const PATIENCE_MS = 60_000;

export const hasProxy = existsSync(HAPROXY);

/** Two API processes and a worker on one database and one data folder, and Debian's haproxy in front of the two. */
export class BehindProxy {
  readonly url: string;
  readonly apis: readonly [ServerProcess, ServerProcess];
  readonly worker: ServerProcess;
  readonly database: OwnPostgres;
  readonly #proxy: ChildProcess;
  readonly #folder: string;

  private constructor(parts: Pick<BehindProxy, 'url' | 'apis' | 'worker' | 'database'> & { proxy: ChildProcess; folder: string }) {
    this.url = parts.url;
    this.apis = parts.apis;
    this.worker = parts.worker;
    this.database = parts.database;
    this.#proxy = parts.proxy;
    this.#folder = parts.folder;
  }

  /** Starts all of it, with few tools, and returns when the proxy hands calls to both. */
  static async start(tools: readonly string[]): Promise<BehindProxy> {
    const folder = await mkdtemp(join(tmpdir(), 'oncoloom-many-'));
    const [site = 0, first = 0, second = 0, health = 0] = await freePorts(4);
    const database = await OwnPostgres.start();
    const started: { stop(): Promise<void> }[] = [database];
    const start = async (role: 'api' | 'worker', env: Record<string, string>) => {
      const options = { program: 'unlimited', tools, role, env: { DATABASE_URL: database.url, ...env } } as const;
      const server = await ServerProcess.start(folder, options);
      started.push(server);
      return server;
    };
    try {
      // One after the other: each warms R on all the processors that there are.
      const one = await start('api', { PORT: String(first) });
      const two = await start('api', { PORT: String(second) });
      const worker = await start('worker', { ONCOLOOM_HEALTH_PORT: String(health) });
      const addresses = { ONCOLOOM_BIND: `127.0.0.1:${site}`, ONCOLOOM_API_1: `127.0.0.1:${first}`, ONCOLOOM_API_2: `127.0.0.1:${second}` };
      const proxy = spawn(HAPROXY, ['-db', '-f', CONFIGURATION], { stdio: 'ignore', env: { ...process.env, ...addresses } });
      const all = new BehindProxy({ url: `http://127.0.0.1:${site}`, apis: [one, two], worker, database, proxy, folder });
      await all.#untilServed();
      return all;
    } catch (error) {
      for (const one of started.reverse()) await one.stop();
      throw error;
    }
  }

  async #untilServed(): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await fetch(`${this.url}/healthz`).catch(() => undefined))?.ok) {
      if (Date.now() > deadline || this.#proxy.exitCode !== null) throw new Error('haproxy hands nothing on');
      await wait(50);
    }
  }

  async stop(): Promise<void> {
    if (this.#proxy.exitCode === null) {
      this.#proxy.kill();
      await once(this.#proxy, 'exit');
    }
    await Promise.all([...this.apis, this.worker].map((server) => server.kill('SIGTERM')));
    await Promise.all([...this.apis, this.worker].map((server) => server.stop()));
    await rm(this.#folder, { recursive: true, force: true });
    await this.database.stop();
  }
}
