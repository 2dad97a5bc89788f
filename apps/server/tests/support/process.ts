import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildServer, buildTestPrograms, serverBundle, unlimitedServerBundle } from '../../../../scripts/setup/build.mjs';
import type { Role } from '../../src/platform/config.ts';
import { ROOT } from '../../src/platform/root.ts';
import { fewTools } from './few-tools.ts';

/** Warming R takes some seconds, or minutes where everything else runs beside. */
const START_PATIENCE_MS = 180_000;

/** Built ahead, as set-ups do it: to read the sources anew for each start took four times as long. */
const PROGRAMS = {
  product: { file: serverBundle, build: buildServer },
  unlimited: { file: unlimitedServerBundle, build: buildTestPrograms },
};

interface ServerProcessOptions {
  env?: Record<string, string>;
  /** Whose process it is, where not the test's own: the number of a user and of a group. */
  user?: number;
  /** What it runs: the product, unless a test asks for the product without its limit of calls. */
  program?: 'product' | 'unlimited';
  /** Which part of the product: all of it, unless a test asks for one. A worker needs `ONCOLOOM_HEALTH_PORT` in its `env`. */
  role?: Role;
  /** Task types that the engine of an unlimited server has, where these are not all: it is warm with the first packages, and again after each start. */
  tools?: readonly string[];
}

/** A whole server in a process of its own, as `npm start` runs it: private PostgreSQL, R engine, all roles. */
export class ServerProcess {
  readonly data: string;
  readonly #options: ServerProcessOptions;
  url = '';
  #child: ChildProcess | undefined;
  #output = '';

  /** What the engine's tools are read from, where these are not all. */
  #tools = '';

  private constructor(data: string, options: ServerProcessOptions) {
    this.data = data;
    this.#options = options;
  }

  /** Starts with a fresh data folder, or an empty one that is given, and waits until the engine is ready. */
  static async start(folder?: string, options: ServerProcessOptions = {}): Promise<ServerProcess> {
    const server = new ServerProcess(folder ?? (await mkdtemp(join(tmpdir(), 'oncoloom-server-'))), options);
    await PROGRAMS[options.program ?? 'product'].build();
    if (options.tools !== undefined) server.#tools = await fewTools(tmpdir(), options.tools);
    try {
      await server.begin();
      return server;
    } catch (error) {
      // One that does not get ready must not go on in the background.
      await server.stop();
      throw error;
    }
  }

  /** Starts (again) on the same data folder. @param until What to wait for: that it answers, or that R is warm, too. */
  async begin(until: 'address' | 'engine' = 'engine'): Promise<void> {
    const { user, role = 'all', env: more } = this.#options;
    const own = { PORT: '0', HOST: '127.0.0.1', ONCOLOOM_DATA: this.data, ONCOLOOM_LOG: 'warn', DATABASE_URL: '' };
    const env: NodeJS.ProcessEnv = { ...process.env, ...own, ...(this.#tools === '' ? {} : { ONCOLOOM_TEST_TOOLS: this.#tools }), ...more };
    this.#output = '';
    this.#child = spawn(process.execPath, [this.#program, '--role', role], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user === undefined ? {} : { uid: user, gid: user }),
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    const health = `http://127.0.0.1:${env.ONCOLOOM_HEALTH_PORT}`;
    if (role === 'worker')
      this.url = await this.#until('sign of life', async () =>
        (await fetch(`${health}/healthz`).catch(() => undefined))?.ok ? health : undefined,
      );
    else this.url = await this.#until('an address', () => /OncoLoom is at (\S+)/.exec(this.#output)?.[1]);
    if (until === 'engine')
      await this.#until('a ready engine', async () => (await fetch(`${this.url}/readyz`).catch(() => undefined))?.ok || undefined);
  }

  get #program(): string {
    return PROGRAMS[this.#options.program ?? 'product'].file;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** The process that serves: as root, the launcher's child. */
  get listener(): number {
    if (process.getuid?.() !== 0 || this.#options.user !== undefined) return this.pid;
    const children = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8').trim().split(' ').map(Number);
    return children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.#program)) ?? this.pid;
  }

  get output(): string {
    return this.#output;
  }

  /** kill -9, or another signal; returns when the process is gone. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  /** Stops cleanly and removes the data folder. */
  async stop(): Promise<void> {
    await this.kill('SIGTERM');
    await rm(this.data, { recursive: true, force: true });
    if (this.#tools !== '') await rm(this.#tools, { recursive: true, force: true });
  }

  async #until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
    const deadline = Date.now() + START_PATIENCE_MS;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > deadline || this.#child?.exitCode !== null) throw new Error(`the server showed no ${what}:\n${this.#output}`);
      await wait(50);
    }
  }
}
