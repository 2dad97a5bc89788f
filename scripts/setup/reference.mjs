/** Reference data that needs no download: made once from what the R packages carry. */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { step } from './terminal.mjs';

/** What is made: a folder below `reference/` with its scripts, and what they read besides, below the repository. */
const PARTS = [
  { name: 'genes', title: 'Making the register of human genes', sources: [] },
  { name: 'gene-sets', title: 'Making the gene sets of GO and KEGG', sources: ['reference/gene-sets/kegg-pathways.tsv'] },
  { name: 'platforms', title: 'Making the reference of microarray platforms', sources: [] },
  {
    name: 'cohorts',
    title: 'Making the cohorts that come with the program',
    sources: ['engine/R/cohorts/cohort-simulated.R', 'engine/R/cohorts/cohort-writer.R'],
  },
];

/** Makes each part, unless it is there and not older than the scripts that make it. */
export async function makeReference() {
  for (const { name, title, sources } of PARTS) {
    const folder = join(root, 'reference', name);
    const stamp = join(folder, 'made');
    const scripts = readdirSync(folder).filter((entry) => entry.endsWith('.R'));
    const paths = [...scripts.map((entry) => join(folder, entry)), ...sources.map((entry) => join(root, entry))];
    const made = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
    if (paths.every((path) => statSync(path).mtimeMs <= made)) continue;
    await step(title, `reference-${name}`, ['Rscript', '--vanilla', 'make.R'], { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } });
    writeFileSync(stamp, '');
  }
}
