/** The tools' built-in example data, made once from data sets that the R packages carry. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { step } from './terminal.mjs';

/** R's heap from its start: with all packages loaded a collection looks at millions of objects. One such heap for each core. */
const HEAP = ['--min-vsize=256M', '--min-nsize=8M'];

/** @param {string} path @returns {number} When it was last changed, ms; 0 where it is not there. */
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** When a script, or a file of the engine or of the reference that it names, was last changed. @param {string} script */
function codeChangedAt(script) {
  const named = readFileSync(script, 'utf8').match(/[a-z0-9/-]+\.R\b/g) ?? [];
  const read = named.flatMap((file) => [join(root, 'engine/R', file.replace(/^.*engine\/R\//, '')), join(root, file.replace(/^\/+/, ''))]);
  return Math.max(...[script, ...read].map(changedAt));
}

/** Makes the example inputs that are not there yet, or older than the code that makes them. */
export async function makeExamples() {
  /** @type {Record<string, { folder: string; example: { files: string[] } }>} */
  const tools = JSON.parse(readFileSync(join(root, 'tools/catalogue.json'), 'utf8')).tools;
  const old = Object.values(tools).filter(({ folder, example }) => {
    const place = join(root, 'tools', folder, 'example');
    const script = join(place, 'make.R');
    const wanted = existsSync(script) ? codeChangedAt(script) : 1;
    return example.files.some((file) => changedAt(join(place, file)) < wanted);
  });
  if (old.length === 0) return;
  const folders = old.map(({ folder }) => folder);
  await step("Making the tools' example data", 'examples', ['Rscript', '--vanilla', ...HEAP, join(root, 'tools/examples.R'), ...folders], {
    cwd: root,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
}
