/**
 * `npm test`: sets up what the tests need, Chromium included, then runs all of them. Every runner runs, also after a failure,
 * so that one run tells everything. The last line is `N passed, N failed`.
 *
 * `npm test -- unit r` runs only the named parts: checks, unit, r, e2e.
 */
import { fail, setUp } from './setup/index.mjs';
import { seconds } from './setup/terminal.mjs';
import { checks, endToEndTests, rTests, unitTests } from './testing/runners.mjs';

const parts = { checks, unit: unitTests, r: rTests, e2e: endToEndTests };
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) fail(new Error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`));

await setUp({ test: true }).catch(fail);

const summary = [];
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`\n== ${name}\n`);
  const began = performance.now();
  const counts = await part();
  summary.push({ name, ...counts, time: seconds(performance.now() - began) });
}

process.stdout.write('\n');
for (const { name, passed, failed, skipped, time } of summary) {
  process.stdout.write(`${name.padEnd(8)} ${passed} passed, ${failed} failed, ${skipped} skipped (${time})\n`);
}
// Once more at the end: of a long run often only the end is kept.
for (const { name, failures } of summary) for (const failure of failures) process.stdout.write(`failed in ${name}: ${failure}\n`);
const total = (/** @type {'passed' | 'failed'} */ key) => summary.reduce((sum, counts) => sum + counts[key], 0);
process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed\n`);
process.exit(total('failed') === 0 ? 0 : 1);
