/** Reference data that needs no download: made once from what the R packages carry. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { step } from './terminal.mjs';

/** What is made: a folder below `reference/` with its scripts, and what they read besides, below the repository. */
const PARTS = {
  genes: {
    title: 'Making the register of human genes',
    sources: ['engine/R/genes/mitochondrial-genes.R', 'engine/R/genes/usual-genes.R'],
  },
  'gene-sets': {
    title: 'Making the gene sets of GO and KEGG',
    sources: ['reference/gene-sets/kegg-pathways.tsv', 'engine/R/genes/mitochondrial-genes.R'],
  },
  platforms: { title: 'Making the reference of microarray platforms', sources: [] },
  cohorts: {
    title: 'Making the cohorts that come with the program',
    sources: ['engine/R/cohorts/cohort-simulated.R', 'engine/R/cohorts/cohort-writer.R'],
  },
};

/** Makes a part, unless it is there and was made by the same scripts. @param {keyof typeof PARTS} name */
export async function makeReference(name) {
  const { title, sources } = PARTS[name];
  const folder = join(root, 'reference', name);
  const stamp = join(folder, 'made');
  const scripts = readdirSync(folder).filter((entry) => entry.endsWith('.R'));
  const paths = [...scripts.map((entry) => join(folder, entry)), ...sources.map((entry) => join(root, entry))];
  // By content: in a branch that was switched to and back every script is newer than what it has made.
  const wanted = paths.reduce((hash, path) => hash.update(readFileSync(path)), createHash('sha256')).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await step(title, `reference-${name}`, ['Rscript', '--vanilla', 'make.R'], { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } });
  writeFileSync(stamp, wanted);
}
