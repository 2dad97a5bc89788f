/** The web pages, the server's bundle and the engine's libraries, built only when their sources changed. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root, state } from './places.mjs';
import { say, seconds, step } from './terminal.mjs';

const SHARED = ['package-lock.json', 'packages/contract/src', 'packages/figures/src', 'packages/tool-kit/src', 'tools'];
const WEB = ['apps/web', 'docs/images', ...SHARED];
const SERVER = ['apps/server/src', 'apps/server/package.json', 'scripts/setup/build.mjs', ...SHARED];
const SKIPPED = new Set(['node_modules', 'dist', 'tests', 'example']);
/** Read as they are, not built in: R code, texts and data of the tools. */
const READ_AT_RUN = /\.(R|md|tsv|csv|gz)$/;

/**
 * One number for the content of all these files.
 * @param {string[]} paths Files and folders below the repository.
 * @param {(name: string) => boolean} taken Which files of the folders count.
 */
function digest(paths, taken) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => hash.update(path).update('\0').update(readFileSync(path));
  /** @param {string} folder */
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (SKIPPED.has(entry.name)) continue;
      if (entry.isDirectory()) walk(join(folder, entry.name));
      else if (taken(entry.name)) add(join(folder, entry.name));
    }
  };
  for (const path of paths) {
    if (path.includes('.')) add(join(root, path));
    else walk(join(root, path));
  }
  return hash.digest('hex');
}

/**
 * Runs the build unless its result is there and was made from the same sources. The stamp is written after the build, so a
 * build that was broken off is made again.
 * @param {string} name
 * @param {string[]} sources
 * @param {string} result
 * @param {() => Promise<void>} build
 * @param {{ taken?: (name: string) => boolean; by?: string }} [options] `taken`: which files of the sources' folders count. `by`: the builder's
 * version, where a newer one makes another result.
 * @returns Was it run?
 */
async function whenChanged(name, sources, result, build, { taken = (file) => !READ_AT_RUN.test(file), by = '' } = {}) {
  const stamp = join(state, `${name}.built`);
  const wanted = digest(sources, taken) + by;
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  await build();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return true;
}

/** The browser's application in `apps/web/dist`. */
export async function buildWeb() {
  await whenChanged('web', WEB, join(root, 'apps/web/dist/index.html'), () =>
    step('Building the web pages', 'web', [process.execPath, join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
      cwd: join(root, 'apps/web'),
    }),
  );
}

/**
 * A library that R loads, out of one file of `engine/src`, compiled with R's own settings and those of `Makevars`.
 * @param {string} title What is being done.
 * @param {string} source In `engine/src`.
 */
async function compileForR(title, source) {
  const [name] = source.split('.');
  const library = join(root, `engine/build/${name}.so`);
  await whenChanged(name, [`engine/src/${source}`], library, async () => {
    const folder = dirname(library);
    mkdirSync(folder, { recursive: true });
    // R puts the object file beside its source.
    for (const file of [source, 'Makevars']) copyFileSync(join(root, 'engine/src', file), join(folder, file));
    const unfinished = `${name}-unfinished.so`;
    await step(title, name, ['R', 'CMD', 'SHLIB', '-o', unfinished, source], { cwd: folder });
    renameSync(join(folder, unfinished), library);
  });
}

/** What confines the engine's children (docs/adr/013-sandbox.md), and what R is too slow for. */
export async function buildEngine() {
  await compileForR("Compiling the engine's sandbox", 'confine.c');
  await compileForR('Compiling the Cox regression of single genes', 'cox.cpp');
  await compileForR('Compiling the weighted linear models', 'weighted.cpp');
  await compileForR('Compiling the matrix factorization', 'nmf.cpp');
  await compileForR('Compiling the gene set enrichment', 'gsea.cpp');
  await compileForR('Compiling the reader of gene sets', 'gmt.cpp');
}

/**
 * The R code, compiled ahead (engine/R/runtime/compile.R): else every start of the engine would take four seconds of processor time for it.
 * What this leaves out or what has changed since the engine compiles itself.
 */
export async function compileCode() {
  const by = execFileSync('R', ['--version'], { encoding: 'utf8' }).split('\n', 1)[0];
  await whenChanged(
    'compiled',
    ['engine', 'tools'],
    join(root, 'engine/build/compiled'),
    () =>
      step("Compiling the engine's R code", 'compiled', ['Rscript', '--vanilla', 'engine/compile.R'], {
        cwd: root,
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      }),
    { taken: (name) => name.endsWith('.R') && !name.endsWith('.test.R'), by },
  );
}

export const serverBundle = join(root, 'apps/server/dist/main.js');
export const operatorBundle = join(state, 'operator/admin.js');
export const unlimitedServerBundle = join(state, 'test-programs/unlimited-server.js');
export const randomOperationsBundle = join(state, 'test-programs/random-operations.js');

/** The server. The threads that draw and guard, and what is imported later are files of their own: the launcher loads nothing of the server. */
export async function buildServer() {
  const began = performance.now();
  const source = 'apps/server/src';
  const entryPoints = {
    main: `${source}/main.ts`,
    'drawing-worker': `${source}/drawing/worker.ts`,
    'guard-worker': `${source}/files/intake/guard-file.ts`,
  };
  const made = await bundle('server', SERVER, entryPoints, serverBundle);
  if (made) say(`Building the server: done in ${seconds(performance.now() - began)}`);
}

/** The programs of scripts/operator.mjs. Without a word: what they print is read by other programs. */
export async function buildOperator() {
  const source = 'apps/server/src';
  const entryPoints = {
    admin: `${source}/admin/main.ts`,
    cohorts: `${source}/cohorts/main.ts`,
    reference: `${source}/gene-sets/main.ts`,
    slurm: `${source}/slurm/main.ts`,
  };
  await bundle('operator', SERVER, entryPoints, operatorBundle);
}

/** Programs of the tests that are started again and again: the server for those that call faster than any user, and operations on points. */
export async function buildTestPrograms() {
  const tests = 'apps/server/tests';
  const entryPoints = {
    'unlimited-server': `${tests}/support/unlimited-server.ts`,
    'random-operations': `${tests}/billing/random-operations.ts`,
  };
  const sources = [...SERVER, ...Object.values(entryPoints), `${tests}/support/no-limits.ts`];
  await bundle('test-programs', sources, entryPoints, unlimitedServerBundle);
}

/** Bundles that are being made in this process. */
let bundling = 0;

/**
 * Programs with our own packages inside (they are TypeScript), everything else from node_modules.
 * @param {string} name
 * @param {string[]} sources
 * @param {Record<string, string>} entryPoints Below the repository, by the names of what is made.
 * @param {string} result The main one of what is made; its folder holds nothing else.
 * @returns Was it made?
 */
function bundle(name, sources, entryPoints, result) {
  return whenChanged(name, sources, result, async () => {
    const { build, stop } = await import('esbuild');
    bundling += 1;
    const { metafile } = await build({
      metafile: true,
      absWorkingDir: root,
      entryPoints,
      outdir: dirname(result),
      bundle: true,
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      jsx: 'automatic',
      sourcemap: true,
      logLevel: 'warning',
      plugins: [
        {
          name: 'only-our-own',
          setup({ onResolve }) {
            onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
              kind === 'entry-point' || path.startsWith('@oncoloom/') ? undefined : { path, external: true },
            );
          },
        },
      ],
    }).finally(() => {
      bundling -= 1;
      // Its process would stay as long as the server that this one becomes: 200 MB.
      if (bundling === 0) void stop();
    });
    // Parts have names by content: those of the build before would stay.
    const made = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
    const folder = dirname(result);
    for (const file of readdirSync(folder).filter((entry) => !made.has(entry))) rmSync(join(folder, file), { recursive: true });
  });
}
