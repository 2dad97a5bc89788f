/** The runners of `npm test`. Each prints its own output and answers with its counts. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, state } from '../setup/places.mjs';

/** @typedef {{ passed: number; failed: number; skipped: number; failures: string[] }} Counts `failures` names what failed. */

const reports = join(state, 'reports');

/**
 * Runs a program.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [environment]
 * @param {{ beside?: boolean }} [options] `beside`: it runs beside another one; what it prints comes in one piece when it has ended.
 * @returns {Promise<boolean>} Did it end well?
 */
function run([program = '', ...args], environment = {}, { beside = false } = {}) {
  return new Promise((resolve) => {
    const stdio = beside ? /** @type {const} */ (['ignore', 'pipe', 'pipe']) : 'inherit';
    const child = spawn(program, args, { cwd: root, stdio, env: { ...process.env, ...environment } });
    /** @type {Buffer[]} */
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
    child.once('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      resolve(false);
    });
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(code === 0);
    });
  });
}

/** Where a runner writes its report; an old one is removed, so that a runner that dies is not taken for its last success. */
function freshReport(/** @type {string} */ name) {
  mkdirSync(reports, { recursive: true });
  const path = join(reports, `${name}.json`);
  rmSync(path, { force: true });
  return path;
}

/**
 * Counts out of a report. A runner that failed without a failed test (or without a report) counts as one failure.
 * @param {boolean} well
 * @param {string} report
 * @param {(parsed: any) => Counts} count
 * @returns {Counts}
 */
function counted(well, report, count) {
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0, skipped: 0, failures: [] };
  return !well && counts.failed === 0 ? { ...counts, failed: 1, failures: ['the runner itself; see its output'] } : counts;
}

/** @param {string} name */
const bin = (name) => join(root, 'node_modules/.bin', name);

/** Style, types and generated files; each is one test. @returns {Promise<Counts>} */
export async function checks() {
  const all = [
    [bin('biome'), 'check', '--error-on-warnings', '.'],
    [bin('tsc'), '-p', 'tsconfig.json'],
    [bin('tsc'), '-p', 'apps/web/tsconfig.json', '--noEmit'],
    [bin('tsc'), '-p', 'e2e/tsconfig.json'],
    [bin('tsx'), 'scripts/gen.ts', '--check'],
  ];
  /** @type {string[]} */
  const failures = [];
  for (const [program = '', ...args] of all) {
    if (!(await run([program, ...args]))) failures.push(`${basename(program)} ${args.join(' ')}`);
  }
  return { passed: all.length - failures.length, failed: failures.length, skipped: 0, failures };
}

/** What failed, and the beginning of why: the end of a long output is all that some readers have of it. */
function withReason(/** @type {string} */ name, /** @type {string} */ message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return [name, ...lines.slice(0, REASON_LINES).map((line) => `    ${line.slice(0, REASON_CHARACTERS)}`)].join('\n');
}
const REASON_LINES = 6;
const REASON_CHARACTERS = 200;

/**
 * A file that cannot be loaded, or whose hook fails, has no failed test of its own.
 * @param {{ name: string; status: string; message: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }} file
 */
function failuresOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const place = relative(root, name);
  if (status === 'failed' && failed.length === 0) return [withReason(place, message)];
  return failed.map(({ fullName, failureMessages: [reason] }) => withReason(`${place} > ${fullName}`, reason));
}

/** @type {Counts} */
const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] };

/**
 * Packages, tools, server, web and scripts.
 * @param {'all' | string[]} [files] Tests, and sources whose tests are wanted.
 * @returns {Promise<Counts>}
 */
export async function unitTests(files = 'all') {
  if (files.length === 0) return NOTHING;
  const report = freshReport('vitest');
  const command = files === 'all' ? ['run'] : ['related', '--run', ...files];
  const well = await run([bin('vitest'), ...command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  return counted(well, report, ({ numPassedTests, numFailedTests, numPendingTests, testResults }) => ({
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests,
    failures: testResults.flatMap(failuresOfFile),
  }));
}

/**
 * The engine's and the tools' tests by testthat, lintr over both, and the sentences of all runs that the tests made.
 * @param {'all' | string[]} [files] Tests, and `lintr`.
 * @param {{ beside?: boolean }} [options] Beside other tests it takes what they leave of the processors.
 * @returns {Promise<Counts>}
 */
export async function rTests(files = 'all', { beside = false } = {}) {
  if (files.length === 0) return NOTHING;
  const report = freshReport('r');
  const runs = join(reports, 'told-runs');
  rmSync(runs, { recursive: true, force: true });
  mkdirSync(runs);
  const yielding = beside ? ['nice', '-n', '19'] : [];
  const command = ['Rscript', '--vanilla', 'scripts/testing/r-tests.R', report, ...(files === 'all' ? [] : files)];
  // A fresh machine has no locale, and in "C" R cannot tell Chinese letters.
  const well = await run([...yielding, ...command], { LC_ALL: 'C.UTF-8', ONCOLOOM_TOLD_RUNS: runs }, { beside });
  const ofR = counted(well, report, (counts) => counts);
  // Tests of the engine alone run no tool.
  if (readdirSync(runs).length === 0) return ofR;
  const ofSentences = freshReport('told-runs');
  const told = await run([...yielding, bin('tsx'), 'scripts/testing/told-runs.ts', runs, ofSentences], {}, { beside });
  return sum(
    ofR,
    counted(told, ofSentences, (counts) => counts),
  );
}

/** @param {Counts} one @param {Counts} other @returns {Counts} */
function sum(one, other) {
  const { passed, failed, skipped } = one;
  return {
    passed: passed + other.passed,
    failed: failed + other.failed,
    skipped: skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
  };
}

/** @typedef {{ ok: boolean; file: string; title: string; tests: { results: { error?: { message: string } }[] }[] }} Spec */

/**
 * @param {{ suites?: any[]; specs: Spec[] }} suite
 * @returns {string[]}
 */
function failuresOfSuite({ suites = [], specs }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => withReason(`${file} > ${title}`, tests[0]?.results.at(-1)?.error?.message));
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/**
 * A real browser against a real server.
 * @param {'all' | string[]} [specs]
 * @returns {Promise<Counts>}
 */
export async function endToEndTests(specs = 'all') {
  if (specs.length === 0) return NOTHING;
  const report = freshReport('playwright');
  const named = specs === 'all' ? [] : specs;
  const well = await run([bin('playwright'), 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...named], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  });
  return counted(well, report, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresOfSuite),
  }));
}
