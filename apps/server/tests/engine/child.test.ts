import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Child } from '../../src/engine/child.ts';

it('hears a child that says it waits after the engine has removed its folder', async () => {
  const run = await mkdtemp(join(tmpdir(), 'child-'));
  for (const end of ['in', 'out']) execFileSync('mkfifo', [join(run, `child-1.${end}`)]);
  const outbox = openSync(join(run, 'child-1.out'), constants.O_RDWR);
  const heard: string[] = [];
  const sleeper = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const child = new Child('child-1', sleeper.pid as number, run, {
    waiting: () => heard.push('waiting'),
    message: () => undefined,
    ended: () => heard.push('ended'),
  });
  rmSync(run, { recursive: true });
  writeSync(outbox, '{"type":"waiting"}\n');
  await vi.waitUntil(() => heard.includes('waiting'));
  child.kill();
  closeSync(outbox);
  await vi.waitUntil(() => heard.includes('ended'));
  expect(heard).toEqual(['waiting', 'ended']);
});
