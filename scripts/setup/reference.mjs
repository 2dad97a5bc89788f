/** Reference data that needs no download: made once from what the R packages carry. */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { step } from './terminal.mjs';

/** Makes the annotations of microarray platforms, unless they are there and not older than the scripts that make them. */
export async function makeReference() {
  const folder = join(root, 'reference/platforms');
  const stamp = join(folder, 'made');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.R'));
  const made = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  if (scripts.every((name) => statSync(join(folder, name)).mtimeMs <= made)) return;
  await step('Making the reference of microarray platforms', 'reference', ['Rscript', '--vanilla', 'make.R'], {
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  writeFileSync(stamp, '');
}
