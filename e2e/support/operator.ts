import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** The operator's command line beside the running server; answers what it wrote. */
export function adminText(...words: readonly string[]): string {
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  return execFileSync(process.execPath, [tsx, join(root, 'apps/server/src/admin/main.ts'), ...words], {
    cwd: root,
    env: { ...process.env, ONCOLOOM_DATA: process.env.ONCOLOOM_E2E_DATA ?? '', DATABASE_URL: '' },
    encoding: 'utf8',
  });
}

/** The same, read as JSON. */
export function admin<T>(...words: readonly string[]): T {
  return JSON.parse(adminText(...words, '--json')) as T;
}
