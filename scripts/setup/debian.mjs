/** The R stack, PostgreSQL and fonts from Debian's own binary packages, in one apt-get call. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './places.mjs';
import { SetupError, step } from './terminal.mjs';

const run = promisify(execFile);
const LISTS = '/var/lib/apt/lists';
/** Tells Debian's postgresql package not to start a cluster of its own on port 5432: the server keeps a private one. */
const NO_MAIN_CLUSTER = '/etc/postgresql-common/createcluster.d/oncoloom.conf';

/** Packages by what they are needed for. @returns {Record<'run' | 'test', Record<string, string>>} */
function debianPackages() {
  return JSON.parse(readFileSync(join(root, 'scripts', 'setup', 'debian-packages.json'), 'utf8'));
}

/**
 * Which of the packages are not installed. One dpkg-query for all: 30 ms.
 * @param {string[]} packages
 */
async function missing(packages) {
  // dpkg-query ends with 1 when it does not know a name, and still prints the others.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholders
  const { stdout } = await run('dpkg-query', ['--show', '--showformat=${Package}\\t${db:Status-Status}\\n', ...packages]).catch(
    (/** @type {{ stdout?: string }} */ error) => ({ stdout: error.stdout ?? '' }),
  );
  const installed = new Set(
    stdout
      .split('\n')
      .filter((line) => line.endsWith('\tinstalled'))
      .map((line) => line.split('\t')[0]),
  );
  return packages.filter((name) => !installed.has(name));
}

/** What stands before a command so that it runs as root, or undefined where that is not to be had. */
function asRoot() {
  if (process.getuid?.() === 0) return [];
  if (spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0) return ['sudo', '-n'];
  // At a terminal sudo may ask for the password; it asks on the terminal itself, not on our pipes.
  if (process.stdin.isTTY && spawnSync('sudo', ['-v'], { stdio: 'inherit' }).status === 0) return ['sudo'];
  return undefined;
}

/** @param {string[]} packages */
function installLine(packages) {
  return `apt-get update && apt-get install --yes --no-install-recommends ${packages.join(' ')}`;
}

const DOCKER_WAY = 'Or run it in a container, which has everything: docker compose up';

/**
 * Installs what is missing of the wanted groups.
 * @param {('run' | 'test')[]} groups
 */
export async function installDebianPackages(groups) {
  const wanted = groups.flatMap((group) => Object.keys(debianPackages()[group]));
  if (!existsSync('/usr/bin/dpkg-query')) {
    throw new SetupError(
      `This system is not Debian or a relative of it, so the R packages cannot be installed from here.\n${DOCKER_WAY}\nThe packages, by their Debian names: ${wanted.join(' ')}`,
    );
  }
  const absent = await missing(wanted);
  if (absent.length === 0) return;
  const prefix = asRoot();
  if (prefix === undefined) {
    throw new SetupError(
      `${absent.length} Debian packages are missing and this user may not install them. As root, run:\n\n  ${installLine(absent)}\n\nthen start again. ${DOCKER_WAY}`,
    );
  }
  if (absent.includes('postgresql') && !existsSync('/etc/postgresql-common')) {
    const file = `mkdir -p ${join(NO_MAIN_CLUSTER, '..')} && echo 'create_main_cluster = false' > ${NO_MAIN_CLUSTER}`;
    const [program = 'sh', ...args] = [...prefix, 'sh', '-c', file];
    spawnSync(program, args, { stdio: 'ignore' });
  }
  const aptGet = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q'];
  const update = () => step('Reading the lists of Debian packages', 'apt-update', [...aptGet, 'update']);
  const install = () =>
    step(`Installing ${absent.length} Debian packages and what they need`, 'apt-install', [
      ...aptGet,
      '-o',
      'DPkg::Lock::Timeout=300',
      'install',
      '--yes',
      '--no-install-recommends',
      ...absent,
    ]);
  const listsThere = existsSync(LISTS) && readdirSync(LISTS).some((name) => /_Packages(\.\w+)?$/.test(name));
  try {
    if (!listsThere) await update();
    try {
      await install();
    } catch (error) {
      // Lists that are weeks old name files that the mirror no longer has.
      if (!listsThere) throw error;
      await update();
      await install();
    }
  } catch (error) {
    if (error instanceof SetupError)
      throw new SetupError(`${error.message}\nBy hand, as root:\n\n  ${installLine(absent)}\n\n${DOCKER_WAY}`);
    throw error;
  }
}
