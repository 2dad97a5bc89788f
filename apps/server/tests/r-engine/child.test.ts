import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { Child } from '../../src/r-engine/child.ts';
import { groupMemory, killGroup, killRest } from '../../src/r-engine/processes.ts';

const host = { kill: killGroup, killRest, weigh: groupMemory };

it('hears a child that says it waits after the engine has removed its folder', async () => {
  const run = await mkdtemp(join(tmpdir(), 'child-'));
  for (const end of ['in', 'out']) execFileSync('mkfifo', [join(run, `child-1.${end}`)]);
  const outbox = openSync(join(run, 'child-1.out'), constants.O_RDWR);
  const heard: string[] = [];
  const sleeper = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const child = new Child('child-1', sleeper.pid as number, run, host, {
    waiting: () => heard.push('waiting'),
    message: () => undefined,
    ended: () => heard.push('ended'),
  });
  rmSync(run, { recursive: true });
  writeSync(outbox, '{"type":"waiting"}\n');
  await vi.waitUntil(() => heard.includes('waiting'), 20_000);
  child.kill();
  closeSync(outbox);
  await vi.waitUntil(() => heard.includes('ended'), 20_000);
  expect(heard).toEqual(['waiting', 'ended']);
});

/** A child whose words the test writes itself. */
async function puppet() {
  const run = await mkdtemp(join(tmpdir(), 'child-'));
  for (const end of ['in', 'out']) execFileSync('mkfifo', [join(run, `child-1.${end}`)]);
  const outbox = openSync(join(run, 'child-1.out'), constants.O_RDWR);
  const inbox = openSync(join(run, 'child-1.in'), constants.O_RDWR | constants.O_NONBLOCK);
  const heard: string[] = [];
  const sleeper = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const child = new Child('child-1', sleeper.pid as number, run, host, {
    waiting: (privateBytes) => heard.push(privateBytes === null ? 'waiting' : `waiting with ${privateBytes}`),
    message: (message) => heard.push(String(message.type)),
    ended: () => heard.push('ended'),
  });
  const asked = () => {
    const bytes = Buffer.alloc(4096);
    return bytes.toString('utf8', 0, readSync(inbox, bytes));
  };
  const close = () => {
    closeSync(outbox);
    closeSync(inbox);
  };
  return { child, heard, sleeper, asked, say: (text: string) => writeSync(outbox, text), close };
}

it('takes no second job from a child that says it waits while it has one', async () => {
  const { child, heard, say, close } = await puppet();
  say('{"type":"waiting"}\n');
  await vi.waitUntil(() => heard.includes('waiting'), 20_000);
  child.assign({ folder: 'job', writable: 'job', keep: true });
  say('{"type":"waiting"}\n{"type":"step"}\n');
  await vi.waitUntil(() => heard.includes('step'), 20_000);
  expect(heard).toEqual(['waiting', 'step']);
  child.kill();
  close();
  await vi.waitUntil(() => heard.includes('ended'), 20_000);
});

it('counts a child as settled when it waits again, and tells the memory that it was asked for', async () => {
  const { child, heard, asked, say, close } = await puppet();
  say('{"type":"waiting"}\n');
  await vi.waitUntil(() => heard.includes('waiting'), 20_000);
  child.settle(true);
  expect(child.settled).toBe(false);
  say('{"type":"waiting","private":47000000}\n');
  await vi.waitUntil(() => heard.length === 2, 20_000);
  expect(child.settled).toBe(true);
  expect(heard).toEqual(['waiting', 'waiting with 47000000']);
  expect(asked()).toBe('{"measure":true}\n');
  child.kill();
  close();
  await vi.waitUntil(() => heard.includes('ended'), 20_000);
});

it('ends a child that talks without end', async () => {
  const { heard, sleeper, say, close } = await puppet();
  const gone = new Promise((resolve) => sleeper.once('exit', resolve));
  const line = `${'x'.repeat(32_767)}\n`;
  for (let i = 0; i < 2100; i += 1) {
    say(line);
    // Leaves the pipe to its reader.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await gone;
  close();
  await vi.waitUntil(() => heard.includes('ended'), 20_000);
});
