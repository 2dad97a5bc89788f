/** `npm run pictures`: takes the pictures of the README and of quick start anew, by the tests of the browser that pass by them. */
import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PICTURE_NAMES, PICTURES, picturesPage } from './page.ts';

const root = resolve(import.meta.dirname, '../..');
const SPECS = ['first-result', 'quick-start'];

const began = Date.now();
const { status } = spawnSync('npx', ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--workers=1', ...SPECS], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ONCOLOOM_PICTURES: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
});
if (status !== 0) process.exit(status ?? 1);
const old = PICTURE_NAMES.filter((name) => statSync(join(PICTURES, `${name}.png`)).mtimeMs < began);
if (old.length > 0) throw new Error(`Not taken anew, for want of the public data: ${old.join(', ')}`);
writeFileSync(join(PICTURES, 'README.md'), picturesPage());
