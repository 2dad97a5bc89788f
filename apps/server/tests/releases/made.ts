import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Data of the servers of all releases since 1.0.0, a folder each: what `npm run release-data` made when it was released. */
export const MADE = join(import.meta.dirname, 'made');

/** What to look for in the data of a release. */
export interface About {
  email: string;
  password: string;
  /** A table, its columns and the number of its rows. */
  file: number;
  columns: string[];
  rows: number;
  /** Of the groups in that table. */
  analysis: number;
  groups: string[];
  /** Of the analysis, and the title that its user gave it. */
  figure: string;
  title: string;
  /** The token of a link to the analysis. */
  share: string;
  board: number;
}

/** The repository holds texts alone: a content that is none has its bytes in base64. */
const ENCODED = '.base64';

function isText(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString()).equals(bytes);
}

/** Writes a stored content into the data of a release. */
export async function writeContent(folder: string, sha256: string, bytes: Buffer): Promise<void> {
  if (isText(bytes)) await writeFile(join(folder, sha256), bytes);
  else await writeFile(join(folder, sha256 + ENCODED), `${bytes.toString('base64')}\n`);
}

/** The contents in the data of a release, by their checksums. */
export async function readContents(folder: string): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>();
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    const encoded = name.endsWith(ENCODED);
    contents.set(encoded ? name.slice(0, -ENCODED.length) : name, encoded ? Buffer.from(bytes.toString(), 'base64') : bytes);
  }
  return contents;
}
