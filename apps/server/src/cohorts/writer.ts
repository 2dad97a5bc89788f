import { randomBytes } from 'node:crypto';
import { chmod, copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MatrixName } from '@oncoloom/contract';
import { fileSha256 } from '../platform/checksum.ts';
import { abandonedFolders, claimFolder, unclaimFolder } from '../platform/file-lock.ts';
import { describeRelease } from './describe.ts';
import {
  aboutSchema,
  CHECKSUMS_FILE,
  type Checksums,
  type CohortAbout,
  type CohortDescription,
  CURRENT_FILE,
  DESCRIPTION_FILE,
  type MatrixFiles,
  matrixFiles,
  STAGING_FOLDER,
  type TableName,
} from './layout.ts';
import { MatrixFile } from './matrix-file.ts';
import { type Table, writeTable } from './release-tables.ts';

/**
 * Makes a release of a cohort beside the installed one. Nothing of it is seen until `finish`, which puts it in the place of the earlier release at one
 * stroke; what a maker that died left behind goes with the next one.
 */
export class ReleaseWriter {
  readonly #cohorts: string;
  readonly #code: string;
  /** Where the release is made; files that belong to it may be put here too. */
  readonly folder: string;
  readonly #matrices: MatrixFile[] = [];

  private constructor(cohorts: string, code: string, folder: string) {
    this.#cohorts = cohorts;
    this.#code = code;
    this.folder = folder;
  }

  /** @param cohorts `config.folders.cohorts`; made when it is not there. */
  static async open(cohorts: string, code: string): Promise<ReleaseWriter> {
    aboutSchema.shape.code.parse(code);
    const staging = join(cohorts, STAGING_FOLDER);
    // The engine reads through links; nobody else has to walk here.
    await mkdir(staging, { recursive: true, mode: 0o700 });
    for await (const left of abandonedFolders(staging)) await removeClaimed(left);
    const folder = join(staging, `${code}-${randomBytes(6).toString('hex')}`);
    await claimFolder(folder);
    await mkdir(folder);
    return new ReleaseWriter(cohorts, code, folder);
  }

  /** A matrix that comes row by row. It has to be closed before `finish`. */
  async matrix(name: MatrixName, samples: readonly string[]): Promise<MatrixFile> {
    const matrix = await MatrixFile.open(this.folder, name, samples);
    this.#matrices.push(matrix);
    return matrix;
  }

  /** A matrix that lies whole in files of the layout. They become the release's own: nobody may write to them any more. */
  async wholeMatrix(name: MatrixName, paths: MatrixFiles): Promise<void> {
    const files = matrixFiles(name);
    for (const key of ['values', 'genes', 'samples'] as const) {
      const target = join(this.folder, files[key]);
      // Another file system, or one without hard links.
      await link(paths[key], target).catch(() => copyFile(paths[key], target));
    }
  }

  table(name: TableName, table: Table): Promise<void> {
    return writeTable(this.folder, name, table);
  }

  /** Checks that all fits together and makes it the installed release. Throws, and leaves the earlier one, where it does not. */
  async finish(about: CohortAbout): Promise<CohortDescription> {
    if (about.code !== this.#code) throw new Error(`the release was begun for ${this.#code}`);
    const description = await describeRelease(this.folder, aboutSchema.parse(about), new Date());
    await this.#seal(DESCRIPTION_FILE, `${JSON.stringify(description, null, 2)}\n`);
    const checksums = await checksumsOf(this.folder);
    await this.#seal(CHECKSUMS_FILE, `${JSON.stringify(checksums, null, 2)}\n`);
    await this.#install(description.release);
    return description;
  }

  /** Gives the release up, with matrices that are open still. */
  async abandon(): Promise<void> {
    await Promise.all(this.#matrices.map((matrix) => matrix.discard()));
    await removeClaimed(this.folder);
  }

  async #seal(name: string, text: string): Promise<void> {
    await writeFile(join(this.folder, name), text, { flag: 'wx', mode: 0o444, flush: true });
  }

  async #install(release: string): Promise<void> {
    for (const name of await readdir(this.folder)) {
      // Read only: children of the engine get a link to it.
      await chmod(join(this.folder, name), 0o444);
      await syncPath(join(this.folder, name));
    }
    await syncPath(this.folder);
    const cohort = join(this.#cohorts, this.#code);
    await mkdir(cohort, { recursive: true });
    const name = await freeName(cohort, release.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, ''));
    await rename(this.folder, join(cohort, name));
    await unclaimFolder(this.folder);
    await syncPath(cohort);
    const current = join(cohort, CURRENT_FILE);
    const unfinished = `${current}.${randomBytes(6).toString('hex')}`;
    await writeFile(unfinished, JSON.stringify({ release: name }), { flush: true });
    await rename(unfinished, current);
    await syncPath(cohort);
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A release that is installed once more gets a number: the folder that is in use never changes. */
async function freeName(cohort: string, release: string): Promise<string> {
  const taken = new Set(await readdir(cohort));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? release : `${release}.${n}`;
    if (!taken.has(name)) return name;
  }
}

async function checksumsOf(folder: string): Promise<Checksums> {
  const names = (await readdir(folder)).sort();
  const entries: [string, Checksums[string]][] = [];
  for (const name of names) {
    const path = join(folder, name);
    entries.push([name, { bytes: (await stat(path)).size, sha256: await fileSha256(path) }]);
  }
  return Object.fromEntries(entries);
}

async function removeClaimed(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await unclaimFolder(folder);
}
