import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type GeneSetCollection, type GeneSetFamily, geneSetCollectionSchema, type Organism } from '@oncoloom/contract';
import type { z } from 'zod';
import { sha256Of } from '../platform/checksum.ts';
import { ROOT } from '../platform/root.ts';

/** A collection with what a run reads of it. */
export interface InstalledCollection extends GeneSetCollection {
  path: string;
  sha256: string;
  titles: readonly string[];
  /** Genes in each set. */
  sizes: readonly number[];
}

/** Where the set-up puts what it makes of R packages. */
export const REFERENCE_GENE_SETS = join(ROOT, 'reference/gene-sets');

const ENDING = '.gmt';
/** Beside a gmt, what is known of it; see `aboutSchema`. */
const ABOUT = '.json';
const aboutSchema = geneSetCollectionSchema.omit({ name: true, sets: true, genes: true }).partial();
type About = z.infer<typeof aboutSchema>;

/**
 * Collections of gene sets that are installed: gmt files in these folders, of equal names the last one. What lies beside a file
 * under its name and `.json` tells its title and source.
 */
export class GeneSetsService {
  readonly #folders: readonly string[];
  readonly #read = new Map<string, { stamp: string; collection: InstalledCollection }>();

  constructor(folders: readonly string[] = [REFERENCE_GENE_SETS]) {
    this.#folders = folders;
  }

  /** By name. */
  async list(): Promise<InstalledCollection[]> {
    const found = new Map<string, InstalledCollection>();
    for (const folder of this.#folders) {
      const names = await readdir(folder).catch((): string[] => []);
      for (const name of names.filter((one) => one.endsWith(ENDING))) found.set(name, await this.#one(folder, name));
    }
    return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async find(name: string): Promise<InstalledCollection | undefined> {
    return (await this.list()).find((collection) => collection.name === name);
  }

  /** The newest release of each subset of a family. */
  async newest(family: GeneSetFamily, organism: Organism): Promise<InstalledCollection[]> {
    const newest = new Map<string, InstalledCollection>();
    for (const one of await this.list()) {
      if (one.family !== family || one.organism !== organism) continue;
      const known = newest.get(one.subset);
      if (known === undefined || known.date <= one.date) newest.set(one.subset, one);
    }
    return [...newest.values()];
  }

  /** Read once, and again when the file is another. */
  async #one(folder: string, name: string): Promise<InstalledCollection> {
    const path = join(folder, name);
    const { mtimeMs, size } = await stat(path);
    const stamp = `${mtimeMs} ${size}`;
    const known = this.#read.get(path);
    if (known?.stamp === stamp) return known.collection;
    const text = await readFile(path, 'utf8');
    const about = await readFile(`${path}${ABOUT}`, 'utf8').catch(() => '{}');
    const collection = describe(path, name, text, readAbout(about));
    this.#read.set(path, { stamp, collection });
    return collection;
  }
}

/** What the text beside a gmt says; nothing where it cannot be read: the sets are there all the same. */
function readAbout(text: string): About {
  try {
    return aboutSchema.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

function describe(path: string, name: string, text: string, about: About): InstalledCollection {
  const titles: string[] = [];
  const sizes: number[] = [];
  const all = new Set<string>();
  for (const line of text.split('\n')) {
    const [title, , ...members] = line.replace(/\r$/, '').split('\t');
    const genes = new Set(members.filter((gene) => gene !== ''));
    if (title === undefined || title === '' || genes.size === 0) continue;
    titles.push(title);
    sizes.push(genes.size);
    for (const gene of genes) all.add(gene);
  }
  const whole = {
    title: about.title ?? name.slice(0, -ENDING.length),
    source: about.source ?? '',
    release: about.release ?? '',
    date: about.date ?? '',
    licence: about.licence ?? '',
    organism: about.organism ?? 'hsa',
    family: about.family ?? 'other',
    subset: about.subset ?? '',
  };
  return { ...whole, name, sets: titles.length, genes: all.size, path, sha256: sha256Of(text), titles, sizes };
}
