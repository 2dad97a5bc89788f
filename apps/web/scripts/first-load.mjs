/** Prints what a new visitor's browser loads as script before the login page stands, gzip and brotli; fails above the budget. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUDGET_BYTES = 300 * 1000;
const dist = join(import.meta.dirname, '..', 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));

/** A chunk and everything that it imports at once. */
function collect(name, files) {
  const chunk = manifest[name];
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) collect(imported, files);
}

const files = new Set();
for (const entry of ['index.html', 'src/accounts/login-page.tsx']) collect(entry, files);
const size = (suffix) =>
  [...files].map((file) => readFileSync(join(dist, file + suffix)).byteLength).reduce((sum, bytes) => sum + bytes, 0);
const [zipped, brotli] = [size('.gz'), size('.br')];
console.log(
  `First load: ${files.size} scripts, ${(zipped / 1000).toFixed(1)} kB gzip, ${(brotli / 1000).toFixed(1)} kB brotli (budget 300 kB gzip)`,
);
if (zipped > BUDGET_BYTES) process.exit(1);
