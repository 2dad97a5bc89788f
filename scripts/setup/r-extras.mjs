/**
 * R packages that only CRAN has (docs/adr/006-cran-extras.md). No tool waits for them: they are installed in the background
 * once the server is ready, and a start says which tools miss theirs.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, state } from './places.mjs';
import { warn } from './terminal.mjs';

/** Where they are installed; the engine's R has it on its library path. */
export const extrasLibrary = join(state, 'r-library');
const TIME_LIMIT_S = 600;

/** Package → the tools that use it. @returns {Record<string, string>} */
function extras() {
  return JSON.parse(readFileSync(join(root, 'scripts/setup/r-extras.json'), 'utf8'));
}

/** @param {string} name */
const absent = (name) => !existsSync(join(extrasLibrary, name, 'DESCRIPTION'));

/** Says what was tried to the end before and is still missing. A try that was broken off is made again without a word. */
export function warnOfMissingExtras() {
  const log = join(state, 'logs', 'r-extras.log');
  if (!existsSync(log) || !readFileSync(log, 'utf8').includes('Every package was tried.')) return;
  const missing = Object.entries(extras()).filter(([name]) => absent(name));
  for (const [name, tools] of missing) warn(`R package ${name} could not be installed from CRAN; without it: ${tools} (${log})`);
}

/** Starts the installation of what is missing, at low priority and within ten minutes. It ends with this process at the latest. */
export function installExtrasInBackground() {
  const missing = Object.keys(extras()).filter(absent);
  if (missing.length === 0 || !existsSync('/usr/bin/Rscript')) return;
  mkdirSync(join(state, 'logs'), { recursive: true });
  const log = openSync(join(state, 'logs', 'r-extras.log'), 'w');
  const script = join(root, 'scripts/setup/r-extras.R');
  const args = ['-n', '19', 'timeout', String(TIME_LIMIT_S), 'Rscript', '--vanilla', script, extrasLibrary, ...missing];
  const child = spawn('nice', args, { stdio: ['ignore', log, log] });
  closeSync(log);
  child.on('error', (error) => warn(`R packages from CRAN: ${error.message}`));
  child.unref();
  process.once('exit', () => child.kill());
}
