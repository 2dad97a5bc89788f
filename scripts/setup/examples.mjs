/** The tools' built-in example data, made once from data sets that the R packages carry. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { step } from './terminal.mjs';

/** R's heap from its start: with all packages loaded a collection looks at millions of objects. One such heap for each core. */
const HEAP = ['--min-vsize=256M', '--min-nsize=8M'];

/** Makes the example inputs that are not there yet, or older than the script that makes them. */
export async function makeExamples() {
  /** @type {Record<string, { folder: string; example: { files: string[] } }>} */
  const tools = JSON.parse(readFileSync(join(root, 'tools/catalogue.json'), 'utf8')).tools;
  const isMade = Object.values(tools).every(({ folder, example }) => {
    const place = join(root, 'tools', folder, 'example');
    const script = join(place, 'make.R');
    const wanted = existsSync(script) ? statSync(script).mtimeMs : 0;
    return example.files.every((file) => existsSync(join(place, file)) && statSync(join(place, file)).mtimeMs >= wanted);
  });
  if (isMade) return;
  await step("Making the tools' example data", 'examples', ['Rscript', '--vanilla', ...HEAP, join(root, 'tools/examples.R')], {
    cwd: root,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
}
