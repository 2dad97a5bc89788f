/** Prints what a browser loads as script before each kind of page stands, gzip and brotli; fails when login is above the budget. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUDGET_BYTES = 300 * 1000;
const BUDGET_SCRIPTS = 4;
const dist = join(import.meta.dirname, '..', 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));

// What surrounds the pages is imported by each of them.
const PAGES = {
  login: ['index.html'],
  home: ['index.html', 'src/home/home-page.tsx'],
  tool: ['index.html', 'src/tool-page/tool-page.tsx'],
  result: ['index.html', 'src/analyses/result-page.tsx'],
  files: ['index.html', 'src/files/manager/file-manager-page.tsx'],
};

/** A chunk and everything that it imports at once. */
function collect(name, files) {
  const chunk = manifest[name];
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(imported, files);
}

for (const [page, entries] of Object.entries(PAGES)) {
  const files = new Set();
  for (const entry of entries) collect(entry, files);
  const size = (suffix) =>
    [...files].map((file) => readFileSync(join(dist, file + suffix)).byteLength).reduce((sum, bytes) => sum + bytes, 0);
  const [zipped, brotli] = [size('.gz'), size('.br')];
  console.log(`${page}: ${files.size} scripts, ${(zipped / 1000).toFixed(1)} kB gzip, ${(brotli / 1000).toFixed(1)} kB brotli`);
  if (page === 'login' && (zipped > BUDGET_BYTES || files.size > BUDGET_SCRIPTS)) {
    console.error(`The login page is above its budget of ${BUDGET_SCRIPTS} scripts and 300 kB gzip.`);
    process.exitCode = 1;
  }
}
