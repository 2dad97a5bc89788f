import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');
const PATIENCE_MS = 180_000;

/** `npm start` on a fresh data folder; its address and demo account reach the tests through the environment. */
export default async function startServer(): Promise<() => Promise<void>> {
  const data = mkdtempSync(join(tmpdir(), 'oncoloom-e2e-'));
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ONCOLOOM_DATA: data, ONCOLOOM_LOG: 'warn', DATABASE_URL: '' },
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    // npm passes no signal on to what it runs; the group hears it as a whole, as from Ctrl+C.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await Promise.race([gone, wait(15_000)]);
    rmSync(data, { recursive: true, force: true });
  };
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const url = /OncoLoom is at (\S+)/.exec(output)?.[1];
    const account = /Demo account: (\S+) \/ (\S+)/.exec(output);
    if (url !== undefined && account !== null) {
      Object.assign(process.env, {
        ONCOLOOM_URL: url,
        ONCOLOOM_DEMO: account[1],
        ONCOLOOM_DEMO_PASSWORD: account[2],
        ONCOLOOM_E2E_DATA: data,
      });
      return stop;
    }
    if (Date.now() > deadline || child.exitCode !== null) {
      await stop();
      throw new Error(`the server did not start:\n${output}`);
    }
    await wait(100);
  }
}
