/** Where the files of a series are: GEO's own addresses, or a mirror. */

import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Ask } from '../fetching/ask.ts';
import { ImportError, isCutOff } from '../fetching/errors.ts';
import { askGeo, GEO, geoFolder } from '../fetching/geo.ts';
import { encodedPath, type Located, openPlaceOf, unreachable, type WantedFile } from '../fetching/place.ts';
import type { Chunks } from '../platform/inflate.ts';

const SERIES_MATRIX = /_series_matrix\.txt(\.gz)?$/i;
const NCBI_COUNTS = /_raw_counts_.+_NCBI\.tsv(\.gz)?$/i;
/** Folders of a series at GEO; the last stands for the counts that NCBI makes, which have a page in the place of a folder. */
const PARTS = ['matrix', 'suppl', 'rnaseq_counts'] as const;
type Part = (typeof PARTS)[number];

/** Folders of a mirror in which files may lie without GEO's own. */
const MIRROR_FOLDERS = ['', 'geo'];
/** A list of a folder has some hundred bytes a file. */
const LIST_BYTES = 4 * 1024 ** 2;
/** A list has to come within this time, ms. */
const PATIENCE_MS = 30_000;
/** 403 and 410 are other words for absent, at GEO and at buckets. */
const ABSENT = [403, 404, 410];

export const isSeriesMatrix = (name: string): boolean => SERIES_MATRIX.test(name);
export const isNcbiCounts = (name: string): boolean => NCBI_COUNTS.test(name);

const partOf = (name: string): Part => (isSeriesMatrix(name) ? 'matrix' : isNcbiCounts(name) ? 'rnaseq_counts' : 'suppl');
const folderOf = (accession: string, part: Part): string => `geo/series/${geoFolder(accession)}/${accession}/${part}`;
const countsPage = (accession: string): string => `${GEO.pages}/download/?type=rnaseq_counts&acc=${accession}`;

function addressOf(path: string): string {
  const [, , , accession = '', part, name = ''] = path.split('/');
  if (part !== 'rnaseq_counts') return `${GEO.files}/${encodedPath(path.slice('geo/'.length))}`;
  return `${countsPage(accession)}&format=file&file=${encodeURIComponent(name)}`;
}

/** The files of series. */
export interface SeriesPlace {
  /** Names of what a series has; empty where it is not known. @throws ImportError where nobody can be asked */
  names(accession: string): Promise<string[]>;
  /** A file of a series. Undefined: it is not there. @throws ImportError */
  locate(accession: string, name: string): Promise<Located | undefined>;
  /** Its bytes from the first one on, as packed as they lie there. */
  open(located: Located): Chunks;
  ask: Ask;
}

/** @param mirror a folder (absolute) or an http(s) address; undefined: GEO itself. */
export function openSeriesPlace(mirror: string | undefined): SeriesPlace {
  const ask = askGeo(mirror);
  const files = openPlaceOf<WantedFile>(mirror, { addresses: ({ path }) => [addressOf(path)], folders: MIRROR_FOLDERS, ask });
  const all =
    mirror === undefined
      ? (accession: string) => namesAtGeo(accession, ask)
      : /^https?:\/\//.test(mirror)
        ? (accession: string) => namesAtAddress(mirror, accession, ask)
        : (accession: string) => namesInFolder(mirror, accession);
  return {
    ask,
    names: async (accession) => {
      const isOwn = (name: string) => name.startsWith(accession) && /^[-_.]/.test(name.slice(accession.length));
      const plain = new Map((await all(accession)).filter(isOwn).map((name) => [name.replace(/\.gz$/, ''), name]));
      return [...plain.values()].sort();
    },
    locate: (accession, name) => files.locate({ path: `${folderOf(accession, partOf(name))}/${name}` }),
    open: (located) => bytesOf(located, ask),
  };
}

/** Tries of a connection that breaks before anything has come. */
const TRIES = 3;

async function* bytesOf(located: Located, ask: Ask): AsyncGenerator<Buffer> {
  if ('path' in located.at) {
    yield* createReadStream(located.at.path) as Chunks;
    return;
  }
  let have = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      for await (const chunk of bytesFrom(located, located.at.url, have, ask)) {
        have += chunk.length;
        tries = 1;
        yield chunk;
      }
      return;
    } catch (error) {
      if (!isCutOff(error)) throw error;
      if (tries === TRIES) throw unasked(error, located.at.url);
    }
  }
}

async function* bytesFrom({ name, version }: Located, url: string, have: number, ask: Ask): AsyncGenerator<Buffer> {
  const range = have === 0 ? {} : { range: `bytes=${have}-`, 'if-range': version };
  const answer = await ask(url, { headers: { 'accept-encoding': 'identity', ...range } }).catch((error: unknown) => {
    throw isCutOff(error) ? error : unasked(error, url);
  });
  if (answer.status !== (have === 0 ? 200 : 206) || answer.body === null) {
    await answer.body?.cancel();
    throw new ImportError(`取 ${name} 时服务器回答了 ${answer.status}`);
  }
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

const unasked = (error: unknown, url: string): ImportError =>
  error instanceof ImportError ? error : new ImportError(`${unreachable(error)}：${url}`, { cause: error });

/** Names that the list of a folder, or a page with links to files, tells. */
function namesInPage(html: string): string[] {
  const links = [...html.matchAll(/href="([^"]{1,600})"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  return links.flatMap((link) => {
    const name = /[?&]file=([^&]+)/.exec(link)?.[1] ?? basename(link.split('?')[0] ?? '');
    try {
      return [basename(decodeURIComponent(name))];
    } catch {
      return [];
    }
  });
}

/** The page at an address; undefined where there is none. @throws ImportError */
async function page(url: string, ask: Ask): Promise<string | undefined> {
  const answer = await ask(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    throw unasked(error, url);
  });
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel();
    if (ABSENT.includes(answer.status)) return undefined;
    throw new ImportError(`服务器回答了 ${answer.status}，现在取不到：${url}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > LIST_BYTES) break;
    }
  } catch (error) {
    throw unasked(error, url);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function namesAtGeo(accession: string, ask: Ask): Promise<string[]> {
  const pages = [
    ...(['matrix', 'suppl'] as const).map((part) => `${GEO.files}/${folderOf(accession, part).slice('geo/'.length)}/`),
    countsPage(accession),
  ];
  const found = await Promise.all(pages.map((url) => page(url, ask)));
  return found.flatMap((html) => namesInPage(html ?? ''));
}

/** A mirror may list its folders or not: what every series may have is looked for in any case. */
async function namesAtAddress(mirror: string, accession: string, ask: Ask): Promise<string[]> {
  const base = mirror.replace(/(?<!\/)\/+$/, '');
  const folders = [...MIRROR_FOLDERS, ...PARTS.map((part) => folderOf(accession, part))];
  const pages = folders.map((folder) => (folder === '' ? `${base}/` : `${base}/${folder}/`));
  const listed = await Promise.all(pages.map((url) => page(url, ask)));
  return [
    `${accession}_series_matrix.txt.gz`,
    `${accession}_raw_counts_GRCh38.p13_NCBI.tsv.gz`,
    ...listed.flatMap((html) => namesInPage(html ?? '')),
  ];
}

async function namesInFolder(mirror: string, accession: string): Promise<string[]> {
  await readdir(mirror).catch((error: Error) => {
    throw new ImportError(`打不开镜像文件夹 ${mirror}：${error.message}`, { cause: error });
  });
  const folders = [...MIRROR_FOLDERS, ...PARTS.map((part) => folderOf(accession, part))];
  return (await Promise.all(folders.map((folder) => readdir(join(mirror, folder)).catch(() => [])))).flat();
}
