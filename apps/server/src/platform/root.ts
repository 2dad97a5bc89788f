import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder, found upwards from this module: sources and the bundle lie at different depths. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const file = join(folder, 'package.json');
    if (existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name?: string }).name === 'oncoloom') return folder;
    const parent = dirname(folder);
    if (parent === folder) throw new Error('package.json of oncoloom not found above the program');
    folder = parent;
  }
}

export const ROOT = findRoot();
