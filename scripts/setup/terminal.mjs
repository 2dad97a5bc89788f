/** What the operator sees: one line per step, with its time. */

import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { state } from './places.mjs';

const HEARTBEAT_MS = 15_000;

/** A set-up step that cannot go on. The message says what to do about it. */
export class SetupError extends Error {}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`  ${text}\n`);
}

/** @param {string} text */
export function warn(text) {
  process.stdout.write(`  warning: ${text}\n`);
}

/** The last lines of a text, for an error message. */
function tail(text, lines = 15) {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/**
 * Runs a program that takes long. Its output goes to `.setup/logs/<name>.log`; the terminal gets one line when it starts,
 * what it is doing every 15 s, and one line with the time when it ends.
 * @param {string} title What is being done, without a full stop.
 * @param {string} name Of the log.
 * @param {string[]} command Program and arguments; no shell reads them.
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function step(title, name, command, options = {}) {
  const log = join(state, 'logs', `${name}.log`);
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, `$ ${command.join(' ')}\n`);
  say(`${title} …`);
  const began = performance.now();
  const [program, ...args] = command;
  let last = '';
  const heartbeat = setInterval(() => say(`  ${title}, ${seconds(performance.now() - began)}: ${last}`), HEARTBEAT_MS);
  const child = spawn(program, args, { stdio: ['inherit', 'pipe', 'pipe'], ...options });
  // A program that outlives its set-up would get in the way of the next one.
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal);
    child.once('close', () => process.exit(1));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const code = await new Promise((resolve, reject) => {
    const keep = (/** @type {Buffer} */ data) => {
      appendFileSync(log, data);
      last = data.toString('utf8').trim().split('\n').at(-1)?.slice(0, 100) ?? last;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => {
    clearInterval(heartbeat);
    process.off('SIGTERM', stop).off('SIGINT', stop);
  });
  if (code !== 0) throw new SetupError(`${title}: failed.\n${tail(readFileSync(log, 'utf8'))}\nThe whole log: ${log}`);
  say(`${title}: done in ${seconds(performance.now() - began)}`);
}
