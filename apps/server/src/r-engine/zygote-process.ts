import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineFolders } from './folders.ts';
import type { ZygoteEvents, ZygoteProcess } from './host.ts';
import { zygoteCommand, zygoteEnvironment } from './isolation.ts';
import { killGroup, killRest } from './processes.ts';
import type { EngineStage, Isolation } from './types.ts';

/** Starts R as a child of this process. `events.started` comes before this returns, unless it cannot be started. */
export function startZygote(
  folders: EngineFolders,
  { isolation, memoryBytes, stage }: { isolation: Isolation; memoryBytes: number; stage: EngineStage },
  events: ZygoteEvents,
): ZygoteProcess {
  const [file = '', ...args] = zygoteCommand(isolation, folders.home, memoryBytes, stage);
  // A file never blocks its writer, as a pipe does that nobody reads; a crash's last words are found here.
  const words = openSync(join(folders.home, 'engine.log'), 'a', 0o600);
  const child = spawn(file, args, {
    cwd: folders.home,
    env: zygoteEnvironment(isolation, folders.home, memoryBytes),
    stdio: ['pipe', 'pipe', words],
    // A session of its own: Ctrl-C at the terminal is for the server, which ends the engine in order.
    detached: true,
  });
  closeSync(words);
  child.stdout?.on('data', events.output);
  // Writing to a process that has just died is told by its exit.
  child.stdin?.on('error', () => undefined);
  let told = false;
  const ended = (reason: string) => {
    if (told) return;
    told = true;
    // What it started for itself, such as the compiler beside its warm-up, would wait for it for ever. Children lead groups of their own.
    if (child.pid !== undefined) killRest(child.pid);
    events.ended(reason);
  };
  child.once('error', (error) => ended(error.message));
  child.once('exit', (code, signal) => ended(`exit ${code ?? signal}`));
  if (child.pid !== undefined) events.started(child.pid);
  return {
    fork: (name) => child.stdin?.write(`${JSON.stringify({ do: 'fork', child: name })}\n`),
    kill: () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killGroup(child.pid);
    },
  };
}
