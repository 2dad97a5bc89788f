/**
 * R packages that only CRAN has (docs/adr/006-cran-extras.md). No tool waits for them: they are installed in the background
 * once the server is ready, and a start says which tools miss theirs.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** What is made of a package: by which script, and how its files are called. */
const MADE = {
  'pathfindR.data': { script: 'reference/gene-sets/reactome.R', made: /^reactome\..+\.gmt$/ },
  tidyestimate: { script: 'reference/signatures/estimate.R', made: /^estimate\..+\.signature\.json$/ },
};

/** The package is there, and what is made of it is not, or is older than it or the script that makes it. @param {keyof typeof MADE} name */
function referenceIsDue(name) {
  if (absent(name)) return false;
  const script = join(root, MADE[name].script);
  const made = readdirSync(dirname(script)).filter((file) => MADE[name].made.test(file));
  const newest = Math.max(0, ...made.map((file) => statSync(join(dirname(script), file)).mtimeMs));
  return [script, join(extrasLibrary, name, 'DESCRIPTION')].some((path) => statSync(path).mtimeMs > newest);
}

/** Says what was tried to the end before and is still missing. A try that was broken off is made again without a word. */
export function warnOfMissingExtras() {
  const log = join(state, 'logs', 'r-extras.log');
  if (!existsSync(log) || !readFileSync(log, 'utf8').includes('Every package was tried.')) return;
  const missing = Object.entries(extras()).filter(([name]) => absent(name));
  for (const [name, tools] of missing) warn(`R package ${name} could not be installed from CRAN; without it: ${tools} (${log})`);
}

/**
 * Runs a script of R at low priority; it ends with this process at the latest.
 * @param {string} name Of the log. @param {string[]} args Script and arguments. @param {() => void} [then] Once it has ended.
 */
function inBackground(name, args, then) {
  mkdirSync(join(state, 'logs'), { recursive: true });
  const log = openSync(join(state, 'logs', `${name}.log`), 'w');
  const child = spawn('nice', ['-n', '19', 'timeout', String(TIME_LIMIT_S), 'Rscript', '--vanilla', ...args], {
    stdio: ['ignore', log, log],
    cwd: dirname(args[0] ?? root),
    env: { ...process.env, R_LIBS: extrasLibrary, LC_ALL: 'C.UTF-8' },
  });
  closeSync(log);
  const end = () => child.kill();
  child.on('error', (error) => warn(`R packages from CRAN: ${error.message}`));
  child.once('close', () => {
    process.off('exit', end);
    then?.();
  });
  child.unref();
  process.once('exit', end);
}

/** References out of packages that have come; the server finds them when it next lists. */
function makeReferences() {
  for (const name of /** @type {(keyof typeof MADE)[]} */ (Object.keys(MADE)))
    if (referenceIsDue(name)) inBackground(`reference-${name}`, [join(root, MADE[name].script)]);
}

/** Starts the installation of what is missing, within ten minutes, and then makes what is made of it. */
export function installExtrasInBackground() {
  if (!existsSync('/usr/bin/Rscript')) return;
  const missing = Object.keys(extras()).filter(absent);
  if (missing.length === 0) makeReferences();
  else inBackground('r-extras', [join(root, 'scripts/setup/r-extras.R'), extrasLibrary, ...missing], makeReferences);
}
