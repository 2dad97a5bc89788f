import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestMachine, TestNetwork } from '../support/network.ts';
import { OwnPostgres } from '../support/own-postgres.ts';

/** What holds a lock on a machine that is cut off has to lose it, or nobody takes over what it was computing. */

let network: TestNetwork;
let machine: TestMachine;
let postgres: OwnPostgres;
let session: ChildProcess;
let said = '';

beforeAll(async () => {
  if (!TestNetwork.possible) return;
  network = new TestNetwork();
  machine = network.machine();
  postgres = await OwnPostgres.start(network.address);
});
afterAll(async () => {
  session?.kill('SIGKILL');
  await postgres?.stop();
  network?.remove();
});

it.skipIf(!TestNetwork.possible)(
  'the lock of a machine that is cut off is free for others within half a minute, and the machine hears of it',
  async () => {
    const observer = new Client({ connectionString: postgres.url });
    await observer.connect();
    const isFree = async () => (await observer.query<{ free: boolean }>('SELECT pg_try_advisory_lock(1, 1) AS free')).rows[0]?.free;
    const script = join(import.meta.dirname, 'cut-off-session.ts');
    const [program = '', ...args] = [...machine.within, process.execPath, '--import', 'tsx', script, postgres.url];
    session = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    session.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await vi.waitFor(() => expect(said).toContain('held'), { timeout: 60_000 });
    expect(await isFree()).toBe(false);
    machine.cable('down');
    await vi.waitFor(async () => expect(await isFree()).toBe(true), { timeout: 30_000, interval: 500 });
    await vi.waitFor(() => expect(said).toContain('lost'), { timeout: 30_000 });
    await observer.end();
  },
  180_000,
);
