import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Downloads } from '../fetching/download.ts';
import { diskFull, ImportError, isDiskFull } from '../fetching/errors.ts';
import { withLock } from '../fetching/lock.ts';
import { type Located, openPlaceOf, type Place } from '../fetching/place.ts';
import { fileSha256, sha256Of } from '../platform/checksum.ts';
import { readGmt } from './gmt.ts';
import { ABOUT } from './service.ts';
import type { GeneSetSource } from './sources.ts';

/** What is being fetched lies here below the folder of the gene sets; the registry reads no folders. */
const DOWNLOADS_FOLDER = '.downloads';
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
  /** Of the operator's gene sets. */
  folder: string;
  place: Place<Wanted>;
  progress(text: string): void;
  /** Before each further try, ms. */
  pauses?: readonly number[];
}

/** Puts published gene sets into the operator's folder, each release under its own name, and never another content under a name that is there. */
export class ReferenceInstaller {
  readonly #parts: InstallerParts;
  readonly #downloads: Downloads;

  constructor(parts: InstallerParts) {
    this.#parts = parts;
    const show = (name: string, done: number) => parts.progress(`正在下载 ${name}：${Math.round(done / 1024)} KB`);
    this.#downloads = new Downloads(join(parts.folder, DOWNLOADS_FOLDER), show, parts.pauses);
  }

  /** Answers for each in its order; a failure of one leaves the others alone. @throws ImportError where the folder is in use or full */
  async run(sources: readonly GeneSetSource[], choices: InstallChoices): Promise<InstallOutcome[]> {
    const downloads = join(this.#parts.folder, DOWNLOADS_FOLDER);
    const outcomes = await withLock(downloads, async () => {
      const all: InstallOutcome[] = [];
      for (const source of sources) all.push(await this.#guarded(source, choices));
      return all;
    });
    return outcomes;
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
    const path = join(this.#parts.folder, file);
    const present = await fileSha256(path).catch(() => undefined);
    const known = (sha256: string) => sha256 === trusted || source.contents.some((content) => content.sha256 === sha256);
    const remembered = present === undefined ? undefined : await rememberedSha256(path);
    if (present !== undefined && (known(present) || present === remembered))
      return { state: 'kept', sentence: `已安装 ${release} 版，没有改动` };
    if (present !== undefined)
      throw new ImportError(`${path} 已经有了，内容不同。已安装的版本不会被覆盖：请先把它移到别处，再运行同一条命令`);
    if (source.acceptLicence && !acceptLicence) throw new ImportError(`许可：${licence}。接受这些条款后加 --accept-licence 再运行`);
    const located = await this.#parts.place.locate({ ...source, path: file });
    if (located === undefined) throw new ImportError(`来源没有 ${file}`);
    let bytes: Buffer;
    try {
      bytes = await this.#fetched(located);
      this.#check(source, bytes, trusted);
      await this.#put(source, path, bytes);
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

  /** What it is goes before it: a collection without its title would be offered. */
  async #put(source: GeneSetSource, path: string, bytes: Buffer): Promise<void> {
    const { name, file: _, contents: __, acceptLicence: ___, ...about } = source;
    const beside = { ...about, reference: name, sha256: sha256Of(bytes), installed: new Date().toISOString().slice(0, 10) };
    const unfinished = [`${path}.part`, `${path}${ABOUT}.part`] as const;
    try {
      await writeFile(unfinished[0], bytes, { flush: true });
      await writeFile(unfinished[1], `${JSON.stringify(beside, null, 2)}\n`, { flush: true });
      await rename(unfinished[1], `${path}${ABOUT}`);
      await rename(unfinished[0], path);
    } catch (error) {
      for (const one of unfinished) await rm(one, { force: true });
      throw error;
    }
  }
}

/** What the file was when it was installed; undefined where nobody has written it down. */
export async function rememberedSha256(path: string): Promise<string | undefined> {
  try {
    const { sha256 } = JSON.parse(await readFile(`${path}${ABOUT}`, 'utf8')) as { sha256?: unknown };
    return typeof sha256 === 'string' ? sha256 : undefined;
  } catch {
    return undefined;
  }
}

export interface Verified {
  file: string;
  state: 'whole' | 'changed' | 'missing' | 'unknown';
  problems: readonly string[];
}

/**
 * Whether a gmt of the operator's folder is what it was when it was installed, or what the register says of its name.
 * @param path Of the gmt.
 */
export async function verifyGeneSets(path: string, sources: readonly GeneSetSource[]): Promise<Verified> {
  const file = basename(path);
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined) return { file, state: 'missing', problems: [] };
  const { problems } = readGmt(bytes);
  const remembered = await rememberedSha256(path);
  const registered = sources.find((source) => source.file === file)?.contents.map(({ sha256 }) => sha256) ?? [];
  const wanted = remembered === undefined ? registered : [remembered];
  if (wanted.length === 0) return { file, state: 'unknown', problems };
  return { file, state: wanted.includes(sha256Of(bytes)) ? 'whole' : 'changed', problems };
}
