/** Folders that the set-up knows. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** What the set-up remembers and logs; may be deleted at any time. */
export const state = join(root, '.setup');
