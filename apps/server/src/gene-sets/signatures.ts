import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Signature, type SignatureFamily, signatureSchema } from '@oncoloom/contract';
import { z } from 'zod';
import { sha256Of } from '../platform/checksum.ts';
import { ROOT } from '../platform/root.ts';
import { Inbox, type Installed } from '../releases/service.ts';

/** A signature with what a run reads of it. */
export interface InstalledSignature extends Signature {
  path: string;
  sha256: string;
}

/** Where the set-up puts what it makes of R packages. */
export const REFERENCE_SIGNATURES = join(ROOT, 'reference/signatures');

/** Of their files. */
export const SIGNATURE_ENDING = '.signature.json';

/** Where the operator puts them by hand. @param data The data folder. */
export const signatureInbox = (data: string): Inbox => new Inbox('signature', join(data, 'signatures'), { ending: SIGNATURE_ENDING });

/** A matrix by rows. */
const matrixSchema = z.object({ rows: z.array(z.string()), columns: z.array(z.string()), values: z.array(z.array(z.number())) });

/** A file of a signature; R reads it by `read_signature`. */
const signatureFileSchema = z.object({
  about: signatureSchema.omit({ name: true }),
  /** Such as `signature`: genes × cell types. */
  matrices: z.record(z.string(), matrixSchema),
  /** Named sets of genes. */
  sets: z.record(z.string(), z.array(z.string())),
  /** Further names, such as genes that are left out. */
  lists: z.record(z.string(), z.array(z.string())),
});
export type SignatureFile = z.infer<typeof signatureFileSchema>;

/** Signatures of cell types: files of these folders, then those that the operator has installed, of equal names the last one. */
export class SignaturesService {
  readonly #folders: readonly string[];
  readonly #installed: Installed | undefined;
  readonly #read = new Map<string, { stamp: string; signature: InstalledSignature | undefined }>();

  constructor(folders: readonly string[] = [REFERENCE_SIGNATURES], installed?: Installed) {
    this.#folders = folders;
    this.#installed = installed;
  }

  /** The newest first. @param family Undefined: all. */
  async list(family?: SignatureFamily): Promise<InstalledSignature[]> {
    return [...(await this.#all()).values()]
      .filter((one) => family === undefined || one.family === family)
      .sort((a, b) => b.date.localeCompare(a.date) || a.name.localeCompare(b.name));
  }

  async find(family: SignatureFamily, name: string): Promise<InstalledSignature | undefined> {
    return (await this.list(family)).find((one) => one.name === name);
  }

  async #all(): Promise<Map<string, InstalledSignature>> {
    const found = new Map<string, InstalledSignature>();
    const add = (one: InstalledSignature | undefined) => one && found.set(one.name, one);
    for (const folder of this.#folders) for (const one of await this.#ofFolder(folder)) add(one);
    if (this.#installed === undefined) return found;
    const { releases, inbox } = this.#installed;
    await inbox.takeIn(releases);
    for (const release of await releases.current('signature')) {
      const { name, files } = release;
      add(await this.#one(name, name, files[name]?.sha256 ?? '', () => releases.path(release, name)));
    }
    for (const one of await this.#ofFolder(inbox.folder)) add(one);
    return found;
  }

  async #ofFolder(folder: string): Promise<(InstalledSignature | undefined)[]> {
    const names = await readdir(folder).catch((): string[] => []);
    const found = names
      .filter((name) => name.endsWith(SIGNATURE_ENDING))
      .map(async (name) => {
        const path = join(folder, name);
        const { mtimeMs, size } = await stat(path);
        return this.#one(path, name, `${mtimeMs} ${size}`, async () => path);
      });
    return Promise.all(found.map((one) => one.catch(() => undefined)));
  }

  /** Read once, and again when the file is another. Undefined for what cannot be read. */
  async #one(key: string, name: string, stamp: string, locate: () => Promise<string>): Promise<InstalledSignature | undefined> {
    const known = this.#read.get(key);
    if (known?.stamp === stamp) return known.signature;
    const path = await locate();
    const signature = describe(path, name, await readFile(path));
    this.#read.set(key, { stamp, signature });
    return signature;
  }
}

function describe(path: string, name: string, bytes: Buffer): InstalledSignature | undefined {
  try {
    const { about } = signatureFileSchema.parse(JSON.parse(bytes.toString('utf8')));
    return { ...about, name: name.slice(0, -SIGNATURE_ENDING.length), path, sha256: sha256Of(bytes) };
  } catch {
    return undefined;
  }
}
