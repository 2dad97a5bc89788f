import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { Downloads } from '../fetching/download.ts';
import { diskFull, ImportError, isDiskFull } from '../fetching/errors.ts';
import { withLock } from '../fetching/lock.ts';
import { type Located, openPlaceOf, type Place } from '../fetching/place.ts';
import { sha256Of } from '../platform/checksum.ts';
import { publishFile, type Release, type Releases } from '../releases/service.ts';
import { readGmt } from './gmt.ts';
import { ABOUT } from './service.ts';
import type { GeneSetSource } from './sources.ts';

/** Folders of a mirror in which the files may lie. */
const MIRROR_FOLDERS = ['', 'gene-sets', 'genesets'];
/** Unpacked; the largest that is published has some 12 MB. */
const LARGEST = 256 * 1024 ** 2;

type Wanted = GeneSetSource & { path: string };

export interface InstallChoices {
  acceptLicence: boolean;
  /** A checksum that the operator has from elsewhere and trusts. */
  sha256: string | undefined;
}

export interface InstallOutcome {
  state: 'installed' | 'kept' | 'failed';
  sentence: string;
}

/** @param mirror a folder (absolute) or an http(s) address; undefined: the publishers' own. */
export function referencePlace(mirror: string | undefined): Place<Wanted> {
  return openPlaceOf<Wanted>(mirror, { addresses: ({ address }) => [address], folders: MIRROR_FOLDERS });
}

interface InstallerParts {
  releases: Releases;
  /** For what is being fetched. */
  folder: string;
  place: Place<Wanted>;
  progress(text: string): void;
  /** Before each further try, ms. */
  pauses?: readonly number[];
}

/** Installs published gene sets, each release under its own name, and never another content under a name that is there. */
export class ReferenceInstaller {
  readonly #parts: InstallerParts;
  readonly #downloads: Downloads;

  constructor(parts: InstallerParts) {
    this.#parts = parts;
    const show = (name: string, done: number) => parts.progress(`正在下载 ${name}：${Math.round(done / 1024)} KB`);
    this.#downloads = new Downloads(parts.folder, show, { pauses: parts.pauses });
  }

  /** Answers for each in its order; a failure of one leaves the others alone. @throws ImportError where the folder is in use or full */
  async run(sources: readonly GeneSetSource[], choices: InstallChoices): Promise<InstallOutcome[]> {
    return withLock(this.#parts.folder, async () => {
      const all: InstallOutcome[] = [];
      for (const source of sources) all.push(await this.#guarded(source, choices));
      return all;
    });
  }

  async #guarded(source: GeneSetSource, choices: InstallChoices): Promise<InstallOutcome> {
    try {
      return await this.#install(source, choices);
    } catch (error) {
      if (isDiskFull(error)) throw diskFull(this.#parts.folder);
      if (error instanceof ImportError) return { state: 'failed', sentence: error.message };
      throw error;
    }
  }

  async #install(source: GeneSetSource, { acceptLicence, sha256: trusted }: InstallChoices): Promise<InstallOutcome> {
    const { file, licence, release } = source;
    const installed = await this.#parts.releases.find('gene-sets', file);
    const present = installed?.files[file]?.sha256;
    if (installed !== undefined && (await verifyGeneSets(this.#parts.releases, installed)).state === 'whole') {
      const known = source.contents.length === 0 || present === trusted || source.contents.some(({ sha256 }) => sha256 === present);
      if (known || referenceSchema.safeParse(installed.about).success) return { state: 'kept', sentence: `已安装 ${release} 版，没有改动` };
      const first = `请先运行 npm run reference -- remove ${file}，再运行同一条命令`;
      throw new ImportError(`${file} 已经有了，内容不同。已安装的版本不会被覆盖：${first}`);
    }
    if (installed !== undefined) await this.#parts.releases.discard(installed, Object.keys(installed.files));
    if (source.acceptLicence && !acceptLicence) throw new ImportError(`许可：${licence}。接受这些条款后加 --accept-licence 再运行`);
    const located = await this.#parts.place.locate({ ...source, path: file });
    if (located === undefined) throw new ImportError(`来源没有 ${file}`);
    let bytes: Buffer;
    try {
      bytes = await this.#fetched(located);
      this.#check(source, bytes, trusted);
      await this.#put(source, bytes);
    } finally {
      // What was refused is fetched anew by the next run; what broke off goes on.
      await this.#downloads.discardWhole(located);
    }
    const sets = readGmt(bytes).titles.length;
    const unchecked = source.contents.length === 0 && trusted === undefined;
    const note = unchecked ? '。登记里没有它的校验和，已记下这次取得的，verify 以后与它比较' : '，校验和相符';
    return { state: 'installed', sentence: `已安装 ${release} 版：${sets.toLocaleString('en-US')} 个基因集${note}` };
  }

  /** The unpacked bytes. */
  async #fetched(located: Located<Wanted>): Promise<Buffer> {
    const packed = await readFile(await this.#downloads.fetch(located));
    if (packed[0] !== 0x1f || packed[1] !== 0x8b) return packed;
    return promisify(gunzip)(packed, { maxOutputLength: LARGEST }).catch(() => {
      throw new ImportError(`${located.name} 解不开，可能没有下载完整。请再运行同一条命令`);
    });
  }

  /** @throws ImportError */
  #check({ file, sets, contents }: GeneSetSource, bytes: Buffer, trusted: string | undefined): void {
    const sha256 = sha256Of(bytes);
    const accepted = trusted === undefined ? contents.map((content) => content.sha256) : [trusted];
    if (accepted.length > 0 && !accepted.includes(sha256))
      throw new ImportError(
        `${file} 的校验和是 ${sha256}，应为 ${accepted.join(' 或 ')}，没有安装。换一个来源；如果您从发布者处核对过前者，加 --sha256 ${sha256} 再运行`,
      );
    const { titles, problems } = readGmt(bytes);
    const miscounted = sets !== undefined && titles.length !== sets ? [`有 ${titles.length} 个基因集，应有 ${sets} 个`] : [];
    const wrong = [...problems, ...miscounted];
    if (wrong.length > 0) throw new ImportError(`${file} 没有安装：${wrong.join('；')}`);
  }

  async #put(source: GeneSetSource, bytes: Buffer): Promise<void> {
    const { name, file, contents: _, acceptLicence: __, ...about } = source;
    const beside = { ...about, reference: name, sha256: sha256Of(bytes), installed: new Date().toISOString().slice(0, 10) };
    const { releases } = this.#parts;
    const files = {
      [file]: await releases.write(bytes),
      [`${file}${ABOUT}`]: await releases.write(`${JSON.stringify(beside, null, 2)}\n`),
    };
    await publishFile(releases, { kind: 'gene-sets', name: file, files, about: { reference: name } });
  }
}

/** What the command has written down of a collection that it has installed. */
const referenceSchema = z.object({ reference: z.string() });

export interface Verified {
  state: 'whole' | 'changed' | 'missing';
  problems: readonly string[];
}

/** Whether an installed gmt is what it was when it was installed, and what is wrong in it. */
export async function verifyGeneSets(releases: Releases, release: Release): Promise<Verified> {
  const bytes = await releases
    .path(release, release.name)
    .then((path) => readFile(path))
    .catch(() => undefined);
  if (bytes === undefined) return { state: 'missing', problems: [] };
  const whole = sha256Of(bytes) === release.files[release.name]?.sha256;
  return { state: whole ? 'whole' : 'changed', problems: readGmt(bytes).problems };
}
