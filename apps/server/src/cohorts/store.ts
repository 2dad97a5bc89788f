import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSha256, sha256Of } from '../platform/checksum.ts';
import {
  CHECKSUMS_FILE,
  type Checksums,
  type CohortDescription,
  CURRENT_FILE,
  checksumsSchema,
  currentSchema,
  DESCRIPTION_FILE,
  descriptionSchema,
} from './layout.ts';

/** An installed cohort: all its files are there in their whole length. */
export interface InstalledCohort {
  description: CohortDescription;
  /** Absolute; nothing in it changes. */
  folder: string;
  files: Checksums;
  /** Of the list of checksums: equal ones are equal releases. */
  checksum: string;
}

const CODE = /^[a-z0-9]{2,12}$/;

/** The installed cohorts. A cohort that is installed by halves, or damaged in its length, is none. */
export class CohortStore {
  readonly #folder: string;

  /** @param folder `config.folders.cohorts`; it need not be there. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Of all that were installed, whole or damaged, in their order. */
  async codes(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const paths = await Promise.all(names.map((name) => this.path(name)));
    return names.filter((_, i) => paths[i] !== undefined).sort();
  }

  /** By code, in its order. */
  async list(): Promise<InstalledCohort[]> {
    const found = await Promise.all((await this.codes()).map((code) => this.describe(code)));
    return found.filter((cohort) => cohort !== undefined);
  }

  /** @param code lower case. */
  async describe(code: string): Promise<InstalledCohort | undefined> {
    const folder = await this.path(code);
    if (folder === undefined) return undefined;
    try {
      const checksums = await readFile(join(folder, CHECKSUMS_FILE), 'utf8');
      const files = checksumsSchema.parse(JSON.parse(checksums));
      const sizes = await Promise.all(Object.keys(files).map(async (name) => (await stat(join(folder, name))).size));
      if (Object.values(files).some(({ bytes }, i) => bytes !== sizes[i])) return undefined;
      const description = descriptionSchema.parse(JSON.parse(await readFile(join(folder, DESCRIPTION_FILE), 'utf8')));
      return { description, folder, files, checksum: sha256Of(checksums) };
    } catch {
      return undefined;
    }
  }

  /** Folder of the current release, whole or not. */
  async path(code: string): Promise<string | undefined> {
    if (!CODE.test(code)) return undefined;
    try {
      const { release } = currentSchema.parse(JSON.parse(await readFile(join(this.#folder, code, CURRENT_FILE), 'utf8')));
      return join(this.#folder, code, release);
    } catch {
      return undefined;
    }
  }

  /** Names of the files in a release's folder. */
  files(folder: string): Promise<string[]> {
    return readdir(folder);
  }

  /** Folder of a release that somebody began with; undefined where it is gone. */
  async release(code: string, name: string): Promise<string | undefined> {
    if (!CODE.test(code) || !currentSchema.shape.release.safeParse(name).success) return undefined;
    const folder = join(this.#folder, code, name);
    return (await stat(folder).catch(() => undefined)) === undefined ? undefined : folder;
  }

  /** Names of the files that are missing or not what was installed, by their checksums; undefined where nothing is installed. */
  async damaged(code: string): Promise<string[] | undefined> {
    const folder = await this.path(code);
    if (folder === undefined) return undefined;
    try {
      const files = checksumsSchema.parse(JSON.parse(await readFile(join(folder, CHECKSUMS_FILE), 'utf8')));
      const wrong: string[] = [];
      for (const [name, { sha256 }] of Object.entries(files)) {
        const found = await fileSha256(join(folder, name)).catch(() => undefined);
        if (found !== sha256) wrong.push(name);
      }
      return wrong;
    } catch {
      return [CHECKSUMS_FILE];
    }
  }

  /** Takes a cohort away. What runs on it goes on: it has links of its own. */
  async remove(code: string): Promise<void> {
    if (!CODE.test(code)) throw new Error(`${code} is no cohort`);
    await rm(join(this.#folder, code, CURRENT_FILE), { force: true });
    await rm(join(this.#folder, code), { recursive: true, force: true });
  }

  /** Removes releases in whose place another is, but those that `isUsed` (by the cohort's code and the folder's name) keeps. */
  async removeSuperseded(isUsed: (code: string, folder: string) => boolean): Promise<void> {
    const codes = await readdir(this.#folder).catch(() => []);
    for (const code of codes) {
      const current = await this.path(code);
      if (current === undefined) continue;
      const chosen = await stat(join(this.#folder, code, CURRENT_FILE));
      const names = await readdir(join(this.#folder, code), { withFileTypes: true });
      for (const entry of names.filter((name) => name.isDirectory())) {
        const folder = join(this.#folder, code, entry.name);
        if (folder === current || isUsed(code, entry.name)) continue;
        // One that came later is about to be chosen.
        if ((await stat(folder)).ctimeMs <= chosen.mtimeMs) await rm(folder, { recursive: true, force: true });
      }
    }
  }
}
