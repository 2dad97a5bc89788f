import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MatrixName } from '@oncoloom/contract';
import { abandonedFolders, claimFolder, unclaimFolder } from '../platform/file-lock.ts';
import type { ReleaseFiles } from '../releases/service.ts';
import { describeRelease } from './describe.ts';
import {
  aboutSchema,
  type CohortAbout,
  type CohortDescription,
  DESCRIPTION_FILE,
  type MatrixFiles,
  matrixFiles,
  STAGING_FOLDER,
  type TableName,
} from './layout.ts';
import { MatrixFile } from './matrix-file.ts';
import { type Table, writeTable } from './release-tables.ts';
import type { CohortStore } from './store.ts';

type Place = Pick<CohortStore, 'releases' | 'folder'>;

/**
 * Makes a release of a cohort. Nothing of it is seen until `finish`, which puts its files into the storage and the release in the place of the earlier one at one
 * stroke; what a maker that died left behind goes with the next one.
 */
export class ReleaseWriter {
  readonly #store: Place;
  readonly #code: string;
  /** Where the release is made; files that belong to it may be put here too. */
  readonly folder: string;
  readonly #matrices: MatrixFile[] = [];

  private constructor(store: Place, code: string, folder: string) {
    this.#store = store;
    this.#code = code;
    this.folder = folder;
  }

  /** @param store its folder is made when it is not there. */
  static async open(store: Place, code: string): Promise<ReleaseWriter> {
    aboutSchema.shape.code.parse(code);
    const staging = join(store.folder, STAGING_FOLDER);
    // The engine reads through links; nobody else has to walk here.
    await mkdir(staging, { recursive: true, mode: 0o700 });
    for await (const left of abandonedFolders(staging)) await removeClaimed(left);
    const folder = join(staging, `${code}-${randomBytes(6).toString('hex')}`);
    await claimFolder(folder);
    await mkdir(folder);
    return new ReleaseWriter(store, code, folder);
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
    await writeFile(join(this.folder, DESCRIPTION_FILE), `${JSON.stringify(description, null, 2)}\n`, { flag: 'wx' });
    const { releases } = this.#store;
    const files: Record<string, ReleaseFiles[string]> = {};
    for (const name of (await readdir(this.folder)).sort()) files[name] = await releases.take(join(this.folder, name));
    const release = description.release.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '');
    await releases.publish({ kind: 'cohort', name: this.#code, release, files, about: description });
    await removeClaimed(this.folder);
    return description;
  }

  /** Gives the release up, with matrices that are open still. */
  async abandon(): Promise<void> {
    await Promise.all(this.#matrices.map((matrix) => matrix.discard()));
    await removeClaimed(this.folder);
  }
}

async function removeClaimed(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await unclaimFolder(folder);
}
