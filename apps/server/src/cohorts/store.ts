import { sha256Of } from '../platform/checksum.ts';
import type { Release, Releases } from '../releases/service.ts';
import { type Checksums, type CohortDescription, descriptionSchema } from './layout.ts';

/** Files of a release of a cohort. */
export interface CohortFiles {
  files: Checksums;
  /** Where a file of it lies on this machine; nothing in it changes. Throws where the release has none of the name. */
  path(name: string): Promise<string>;
}

/** An installed cohort, in the release that is offered. */
export interface InstalledCohort extends CohortFiles {
  description: CohortDescription;
  /** By which this very release is found again. */
  release: string;
  /** Of the list of its files' checksums: equal ones are equal releases. */
  checksum: string;
}

const CODE = /^[a-z0-9]{2,12}$/;

/** The installed cohorts: releases whose `about` is the cohort's description. */
export class CohortStore {
  readonly releases: Releases;
  /** Where releases are made, and what is downloaded for them. */
  readonly folder: string;

  /** @param folder `config.folders.cohorts`; it need not be there. */
  constructor(releases: Releases, folder: string) {
    this.releases = releases;
    this.folder = folder;
  }

  /** Of all that are installed, in their order. */
  async codes(): Promise<string[]> {
    return (await this.releases.current('cohort')).map(({ name }) => name);
  }

  /** By code, in its order. */
  async list(): Promise<InstalledCohort[]> {
    return (await this.releases.current('cohort')).flatMap((release) => this.#installed(release) ?? []);
  }

  /** @param code lower case. */
  async describe(code: string): Promise<InstalledCohort | undefined> {
    const release = await this.#current(code);
    return release && this.#installed(release);
  }

  /** Files of a release that somebody began with; undefined where it is gone. */
  async release(code: string, name: string): Promise<CohortFiles | undefined> {
    const release = CODE.test(code) ? await this.releases.find('cohort', code, name) : undefined;
    return release && this.#files(release);
  }

  /** Names of the files that are missing or not what was installed, by their checksums; undefined where nothing is installed. */
  async damaged(code: string): Promise<string[] | undefined> {
    const release = await this.#current(code);
    return release && this.releases.damaged(release);
  }

  /** Removes files that are damaged: the cohort has to be installed again. */
  async discard(code: string, damaged: readonly string[]): Promise<void> {
    const release = await this.#current(code);
    if (release !== undefined) await this.releases.discard(release, damaged);
  }

  /** Takes a cohort away. What runs on it goes on: it has links of its own. */
  remove(code: string): Promise<void> {
    return this.releases.remove('cohort', code);
  }

  async #current(code: string): Promise<Release | undefined> {
    return CODE.test(code) ? this.releases.find('cohort', code) : undefined;
  }

  #files(release: Release): CohortFiles {
    return { files: release.files, path: (name) => this.releases.path(release, name) };
  }

  /** Undefined for one that another version of the program has installed and this one does not understand. */
  #installed(release: Release): InstalledCohort | undefined {
    const { success, data: description } = descriptionSchema.safeParse(release.about);
    if (!success) return undefined;
    return { ...this.#files(release), description, release: release.release, checksum: checksumOf(release.files) };
  }
}

/** As it was when the list was a file of the release: analyses know releases by it. */
function checksumOf(files: Checksums): string {
  const sorted = Object.keys(files)
    .sort()
    .map((name) => [name, { bytes: files[name]?.bytes, sha256: files[name]?.sha256 }]);
  return sha256Of(`${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
