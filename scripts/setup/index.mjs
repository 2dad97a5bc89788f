/**
 * Everything that has to be there before the server or the tests can run. Plain Node without packages, because it is what
 * installs the packages. Each part looks first and does nothing when its work is done: all looks together take 0.2 s.
 *
 * By hand, as the Dockerfile does: `node scripts/setup/index.mjs`; with `--test` also what the tests need, with `--system` only
 * Debian's packages.
 */
import { pathToFileURL } from 'node:url';
import { buildEngine, buildOperator, buildServer, buildWeb, compileCode } from './build.mjs';
import { installDebianPackages } from './debian.mjs';
import { makeExamples } from './examples.mjs';
import { installNodePackages } from './node-packages.mjs';
import { makeReference } from './reference.mjs';
import { SetupError, say, seconds } from './terminal.mjs';

/**
 * @param {{ test?: boolean; web?: boolean }} [options] `test`: also what only the tests need. `web`: the browser's pages, which
 * a worker without an API does not serve.
 */
export async function setUp({ test = false, web = true } = {}) {
  const began = performance.now();
  // What Node needs mostly waits for the network, what R makes has one thread each.
  await allOf([
    async () => {
      await installNodePackages();
      if (web) await buildWeb();
      await buildServer();
      await buildOperator();
    },
    async () => {
      await installDebianPackages(test ? ['run', 'test'] : ['run']);
      await buildEngine();
      await allOf([
        compileCode,
        () => makeReference('platforms'),
        () => makeReference('gene-sets'),
        async () => {
          await makeReference('genes');
          await makeReference('cohorts');
        },
      ]);
      // Some examples are made from the platforms.
      await makeExamples();
    },
  ]);
  say(`Set-up complete (${seconds(performance.now() - began)})`);
}

/**
 * Does all of it beside each other, and fails only when all have ended: what goes on would be in the way of the next set-up.
 * @param {(() => Promise<void>)[]} works
 */
export async function allOf(works) {
  for (const result of await Promise.allSettled(works.map((work) => work()))) if (result.status === 'rejected') throw result.reason;
}

/** Ends the program with what went wrong; a SetupError is for the operator and needs no stack. @param {unknown} error */
export function fail(error) {
  process.stderr.write(`\n${error instanceof SetupError ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const test = process.argv.includes('--test');
  const work = process.argv.includes('--system') ? installDebianPackages(test ? ['run', 'test'] : ['run']) : setUp({ test });
  await work.catch(fail);
}
