import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type GeneSetCollection, type GeneSetFamily, geneSetCollectionSchema, type Organism } from '@oncoloom/contract';
import type { z } from 'zod';
import { sha256Of } from '../platform/checksum.ts';
import { ROOT } from '../platform/root.ts';
import { Inbox, type Installed, type Release, type Releases } from '../releases/service.ts';
import { type Gmt, readGmt } from './gmt.ts';
import { describeMsigdbFile } from './msigdb.ts';
import { byOffer } from './order.ts';

export { type InstalledSignature, REFERENCE_SIGNATURES, SignaturesService } from './signatures.ts';

/** A collection with what a run reads of it. */
export interface InstalledCollection extends GeneSetCollection {
  path: string;
  sha256: string;
  titles: readonly string[];
  /** Genes in each set. */
  sizes: readonly number[];
}

/** A file that holds no set that can be read. */
type UnreadableCollection = Pick<GeneSetCollection, 'name' | 'problems'>;

/** Where the set-up puts what it makes of R packages. */
export const REFERENCE_GENE_SETS = join(ROOT, 'reference/gene-sets');

export const GMT = '.gmt';
/** Beside a gmt, what is known of it. */
export const ABOUT = '.json';
const aboutSchema = geneSetCollectionSchema.omit({ name: true, sets: true, genes: true, problems: true }).partial();
type About = z.infer<typeof aboutSchema>;

/** Where the operator puts gmt files by hand. @param data The data folder. */
export const geneSetInbox = (data: string): Inbox => new Inbox('gene-sets', join(data, 'gene-sets'), { ending: GMT, beside: [ABOUT] });

/**
 * Collections of gene sets: gmt files of these folders, then those that the operator has installed, of equal names the last one. What lies beside a file
 * under its name and `.json` tells its title and source; without it the name of a file of MSigDB does.
 */
export class GeneSetsService {
  readonly #folders: readonly string[];
  readonly #installed: Installed | undefined;
  readonly #read = new Map<string, { stamp: string; collection: InstalledCollection }>();

  constructor(folders: readonly string[] = [REFERENCE_GENE_SETS], installed?: Installed) {
    this.#folders = folders;
    this.#installed = installed;
  }

  /** In the order in which they are offered, see `byOffer`. */
  async list(): Promise<InstalledCollection[]> {
    return (await this.#all()).filter(({ sets }) => sets > 0).sort(byOffer);
  }

  /** Files without a set, by name. */
  async unreadable(): Promise<UnreadableCollection[]> {
    return (await this.#all()).filter(({ sets }) => sets === 0).map(({ name, problems }) => ({ name, problems }));
  }

  async find(name: string): Promise<InstalledCollection | undefined> {
    return (await this.list()).find((collection) => collection.name === name);
  }

  /** Of each subset of a family the collection that is offered first. */
  async newest(family: GeneSetFamily, organism: Organism): Promise<InstalledCollection[]> {
    const first = new Map<string, InstalledCollection>();
    for (const one of await this.list())
      if (one.family === family && one.organism === organism && !first.has(one.subset)) first.set(one.subset, one);
    return [...first.values()];
  }

  async #all(): Promise<InstalledCollection[]> {
    const found = new Map<string, InstalledCollection>();
    for (const folder of this.#folders) await this.#addFolder(folder, found);
    if (this.#installed !== undefined) {
      const { releases, inbox } = this.#installed;
      await inbox.takeIn(releases);
      for (const release of await releases.current('gene-sets')) found.set(release.name, await this.#ofRelease(releases, release));
      await this.#addFolder(inbox.folder, found);
    }
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async #addFolder(folder: string, found: Map<string, InstalledCollection>): Promise<void> {
    const names = await readdir(folder).catch((): string[] => []);
    for (const name of names.filter((one) => one.endsWith(GMT))) {
      // What vanishes between these two calls, or is a folder, is no collection.
      const one = await this.#ofFile(folder, name).catch((error: NodeJS.ErrnoException) => closed(join(folder, name), name, error));
      if (one !== undefined) found.set(name, one);
    }
  }

  async #ofFile(folder: string, name: string): Promise<InstalledCollection> {
    const path = join(folder, name);
    const [file, beside] = await Promise.all([stat(path), stat(`${path}${ABOUT}`).catch(() => undefined)]);
    const stamp = [file.mtimeMs, file.size, beside?.mtimeMs, beside?.size].join(' ');
    return this.#one(path, name, stamp, async () => ({ path, about: beside && `${path}${ABOUT}` }));
  }

  #ofRelease(releases: Releases, release: Release): Promise<InstalledCollection> {
    const { name, files } = release;
    const [file, beside] = [files[name], files[`${name}${ABOUT}`]];
    return this.#one(name, name, [file?.sha256, beside?.sha256].join(' '), async () => ({
      path: await releases.path(release, name),
      about: beside && (await releases.path(release, `${name}${ABOUT}`)),
    }));
  }

  /** Read once, and again when the file or what lies beside it is another. */
  async #one(
    key: string,
    name: string,
    stamp: string,
    locate: () => Promise<{ path: string; about: string | undefined }>,
  ): Promise<InstalledCollection> {
    const known = this.#read.get(key);
    if (known?.stamp === stamp) return known.collection;
    const { path, about: beside } = await locate();
    const bytes = await readFile(path);
    const about = beside === undefined ? {} : readAbout(await readFile(beside, 'utf8'));
    const collection = describe(path, name, readGmt(bytes), about, sha256Of(bytes));
    this.#read.set(key, { stamp, collection });
    return collection;
  }
}

/** What is wrong in what lies beside a file: its sets are there all the same. */
const UNREADABLE_ABOUT = { problem: `同名的 ${ABOUT} 文件读不出来或有的值不对，没有用它` };

function readAbout(text: string): About | typeof UNREADABLE_ABOUT {
  try {
    return aboutSchema.parse(JSON.parse(text));
  } catch {
    return UNREADABLE_ABOUT;
  }
}

function describe(
  path: string,
  name: string,
  { titles, sizes, genes, problems }: Gmt,
  said: About | typeof UNREADABLE_ABOUT,
  sha256: string,
): InstalledCollection {
  const [about, wrong] = 'problem' in said ? [{}, [said.problem]] : [said, []];
  const known: About = { ...describeMsigdbFile(name), ...about };
  return {
    title: known.title ?? name.slice(0, -GMT.length),
    source: known.source ?? '',
    release: known.release ?? '',
    date: known.date ?? '',
    licence: known.licence ?? '',
    organism: known.organism ?? 'hsa',
    family: known.family ?? 'other',
    subset: known.subset ?? '',
    name,
    sets: titles.length,
    genes,
    problems: [...wrong, ...problems],
    path,
    sha256,
    titles,
    sizes,
  };
}

/** A file that the server may not read. */
function closed(path: string, name: string, { code }: NodeJS.ErrnoException): InstalledCollection | undefined {
  if (code !== 'EACCES' && code !== 'EPERM') return undefined;
  const nothing: Gmt = { titles: [], sizes: [], genes: 0, problems: ['服务器的账号没有读这个文件的权限'] };
  return describe(path, name, nothing, {}, '');
}
