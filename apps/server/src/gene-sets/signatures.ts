import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Signature, type SignatureFamily, signatureSchema } from '@oncoloom/contract';
import { z } from 'zod';
import { sha256Of } from '../platform/checksum.ts';
import { ROOT } from '../platform/root.ts';

/** A signature with what a run reads of it. */
export interface InstalledSignature extends Signature {
  path: string;
  sha256: string;
}

/** Where the set-up puts what it makes of R packages. */
export const REFERENCE_SIGNATURES = join(ROOT, 'reference/signatures');

/** Where the operator's command puts them. @param data The data folder. */
export const operatorSignatures = (data: string): string => join(data, 'signatures');

/** Of their files. */
export const SIGNATURE_ENDING = '.signature.json';

/** A matrix by rows. */
const matrixSchema = z.object({ rows: z.array(z.string()), columns: z.array(z.string()), values: z.array(z.array(z.number())) });

/** A file of a signature; R reads it by `read_signature`. */
export const signatureFileSchema = z.object({
  about: signatureSchema.omit({ name: true }),
  /** Such as `signature`: genes × cell types. */
  matrices: z.record(z.string(), matrixSchema),
  /** Named sets of genes. */
  sets: z.record(z.string(), z.array(z.string())),
  /** Further names, such as genes that are left out. */
  lists: z.record(z.string(), z.array(z.string())),
});
export type SignatureFile = z.infer<typeof signatureFileSchema>;

/** Signatures of cell types that are installed: files in these folders, of equal names the last one. */
export class SignaturesService {
  readonly #folders: readonly string[];
  readonly #read = new Map<string, { stamp: string; signature: InstalledSignature | undefined }>();

  constructor(folders: readonly string[] = [REFERENCE_SIGNATURES]) {
    this.#folders = folders;
  }

  /** The newest first. @param family Undefined: all. */
  async list(family?: SignatureFamily): Promise<InstalledSignature[]> {
    const found = new Map<string, InstalledSignature>();
    for (const folder of this.#folders) {
      const names = await readdir(folder).catch((): string[] => []);
      for (const name of names.filter((one) => one.endsWith(SIGNATURE_ENDING))) {
        const one = await this.#one(folder, name).catch(() => undefined);
        if (one !== undefined) found.set(one.name, one);
      }
    }
    return [...found.values()]
      .filter((one) => family === undefined || one.family === family)
      .sort((a, b) => b.date.localeCompare(a.date) || a.name.localeCompare(b.name));
  }

  async find(family: SignatureFamily, name: string): Promise<InstalledSignature | undefined> {
    return (await this.list(family)).find((one) => one.name === name);
  }

  /** Read once, and again when the file is another. A file that cannot be read is none. */
  async #one(folder: string, name: string): Promise<InstalledSignature | undefined> {
    const path = join(folder, name);
    const { mtimeMs, size } = await stat(path);
    const stamp = `${mtimeMs} ${size}`;
    const known = this.#read.get(path);
    if (known?.stamp === stamp) return known.signature;
    const bytes = await readFile(path);
    const signature = describe(path, name, bytes);
    this.#read.set(path, { stamp, signature });
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
