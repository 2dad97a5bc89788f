/**
 * `npm test`: sets up what the tests need, Chromium included, then runs all of them. Every runner runs, also after a failure,
 * so that one run tells everything. The last line is `N passed, N failed`.
 *
 * `npm test -- unit r` runs only the named parts: checks, unit, r, e2e. `npm test -- changed` runs of every part what this branch and the
 * uncommitted files touch (scripts/testing/changed.mjs); `npm test -- changed unit` only that part of it.
 */
import { fail, setUp } from './setup/index.mjs';
import { seconds } from './setup/terminal.mjs';
import { allFiles, changedFiles, selectionOf } from './testing/changed.mjs';
import { checks, endToEndTests, rTests, unitTests } from './testing/runners.mjs';
import { keepTemporaryFilesInMemory } from './testing/temporary.mjs';

const PARTS = ['checks', 'unit', 'r', 'e2e'];
const words = process.argv.slice(2);
const onlyChanged = words.includes('changed');
const named = words.filter((word) => word !== 'changed');
const unknown = named.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) fail(new Error(`No such part: ${unknown.join(', ')}. There are: ${PARTS.join(', ')}, and changed`));
const asked = named.length === 0 ? PARTS : named;

await setUp({ test: true }).catch(fail);
keepTemporaryFilesInMemory();

/** @type {import('./testing/changed.mjs').Selection} */
let selection = { unit: 'all', r: 'all', e2e: 'all' };
if (onlyChanged) {
  const changed = changedFiles();
  selection = selectionOf(changed, allFiles());
  process.stdout.write(`\n${changed.length} files have changed\n`);
  for (const [name, files] of Object.entries(selection))
    process.stdout.write(`${name.padEnd(8)} ${files === 'all' ? 'all' : files.join(' ') || 'nothing'}\n`);
}

/** @type {({ name: string; time: string } & import('./testing/runners.mjs').Counts)[]} */
const summary = [];

/** @param {string} name @param {() => Promise<import('./testing/runners.mjs').Counts>} work */
async function part(name, work) {
  if (!asked.includes(name)) return;
  process.stdout.write(`\n== ${name}\n`);
  const began = performance.now();
  const counts = await work();
  summary.push({ name, ...counts, time: seconds(performance.now() - began) });
}

// R takes what the others leave of the processors, from the first to the last. The browser's tests measure by waiting: no other tests are
// beside them, and R yields to whatever they do.
const beside = asked.some((name) => name !== 'r');
const ofR = part('r', () => rTests(selection.r, { beside }));
await part('checks', checks);
await part('unit', () => unitTests(selection.unit));
await part('e2e', () => endToEndTests(selection.e2e));
await ofR;

process.stdout.write('\n');
for (const { name, passed, failed, skipped, time } of summary) {
  process.stdout.write(`${name.padEnd(8)} ${passed} passed, ${failed} failed, ${skipped} skipped (${time})\n`);
}
// Once more at the end: of a long run often only the end is kept.
for (const { name, failures } of summary) for (const failure of failures) process.stdout.write(`failed in ${name}: ${failure}\n`);
const total = (/** @type {'passed' | 'failed'} */ key) => summary.reduce((sum, counts) => sum + counts[key], 0);
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed\n`);
process.exit(total('failed') === 0 ? 0 : 1);
