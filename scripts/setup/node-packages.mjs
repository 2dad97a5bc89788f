/** Node packages, exactly as the lock file has them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.mjs';
import { step } from './terminal.mjs';

/**
 * Are the installed packages those of the lock? npm leaves a lock of what it installed in node_modules when it is through,
 * so that a broken-off installation and a changed lock are both seen. Packages for other machines are not expected.
 */
function installed() {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  /** @type {Record<string, { version?: string; link?: boolean; optional?: boolean; devOptional?: boolean }>} */
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => !path.startsWith('node_modules/') || entry.optional || entry.link || present[path]?.version === entry.version,
  );
}

/** Installs the Node packages when they are absent or other than the lock says. */
export async function installNodePackages() {
  if (installed()) return;
  // A production environment would leave out the build tools, which the first start needs.
  await step('Installing Node packages', 'npm', ['npm', 'ci', '--no-audit', '--no-fund', '--include=dev'], { cwd: root });
}
