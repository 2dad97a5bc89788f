/** Where the public files of the cohorts lie, and what a folder or an address that stands in for them has. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { codeOf, ImportError, isOffline } from './errors.ts';

interface Hub {
  /** Addresses of the same files, the faster one first. */
  addresses: readonly string[];
}

/** UCSC Xena's hubs; a bucket stands behind each of them. */
const GDC: Hub = { addresses: ['https://gdc-hub.s3.us-east-1.amazonaws.com/download', 'https://gdc.xenahubs.net/download'] };
const TOIL: Hub = { addresses: ['https://toil-xena-hub.s3.us-east-1.amazonaws.com/download', 'https://toil.xenahubs.net/download'] };
const PAN_CANCER: Hub = {
  addresses: ['https://tcga-pancan-atlas-hub.s3.us-east-1.amazonaws.com/download', 'https://pancanatlas.xenahubs.net/download'],
};

/** A file that a cohort is made of. */
export interface SourceFile {
  /** Path below the hub; a mirror may have it with or without its folder, and with or without `.gz`. */
  path: string;
  /** None: the layout is only found on a mirror. */
  hub?: Hub;
  /** Columns that its header must have, the first one by its place. */
  columns: { first: readonly string[]; others?: readonly string[] };
}

const PROBE_COLUMNS = { first: ['id', '#id'], others: ['gene'] };

/** Files that all cohorts share. */
export const SHARED = {
  probes: { path: 'gencode.v36.annotation.gtf.gene.probemap', hub: GDC, columns: PROBE_COLUMNS },
  survival: {
    path: 'Survival_SupplementalTable_S1_20171025_xena_sp',
    hub: PAN_CANCER,
    columns: { first: ['sample'], others: ['OS', 'OS.time', 'PFI', 'PFI.time'] },
  },
  toil: { path: 'TcgaTargetGtex_rsem_gene_tpm.gz', hub: TOIL, columns: { first: ['sample'] } },
  toilProbes: { path: 'probeMap/gencode.v23.annotation.gene.probemap', hub: TOIL, columns: PROBE_COLUMNS },
  toilSamples: {
    path: 'TcgaTargetGTEX_phenotype.txt.gz',
    hub: TOIL,
    columns: { first: ['sample'], others: ['primary disease or tissue', '_study'] },
  },
} as const satisfies Record<string, SourceFile>;

/** Files of one cohort at the GDC hub. @param code lower case. */
export function gdcFiles(code: string) {
  const name = (kind: string, columns: SourceFile['columns']): SourceFile => ({
    path: `TCGA-${code.toUpperCase()}.${kind}.tsv.gz`,
    hub: GDC,
    columns,
  });
  return {
    expression: name('star_tpm', { first: ['Ensembl_ID'] }),
    counts: name('star_counts', { first: ['Ensembl_ID'] }),
    clinical: name('clinical', { first: ['sample'] }),
    survival: name('survival', { first: ['sample'], others: ['OS', 'OS.time', '_PATIENT'] }),
  };
}

/** Files of one cohort as they were published in 2016: RSEM normalised and not logarithmic, by symbols. @param code lower case. */
export function legacyFiles(code: string) {
  return {
    expression: { path: `TCGA-${code.toUpperCase()}.rsem_norm.expr.tsv.gz`, columns: { first: ['gene'] } },
    clinical: { path: `TCGA-${code.toUpperCase()}.clinical.tsv`, columns: { first: ['sample'], others: ['patient'] } },
  } satisfies Record<string, SourceFile>;
}

/** A file as one place has it. */
export interface Located {
  file: SourceFile;
  /** Of the file, without folders. */
  name: string;
  /** Where it is read from: a path, or an address. */
  at: { path: string } | { url: string };
  bytes: number | undefined;
  /** Changes when the content does; empty: the place does not say. */
  version: string;
  /** Day of the file, `2024-08-05`; undefined: the place does not say. */
  date: string | undefined;
  /** MD5 in hex, where the place gives one. */
  md5: string | undefined;
}

/** A place that files come from. */
export interface Place {
  /** Undefined: it does not have the file. Throws ImportError where it cannot be asked. */
  locate(file: SourceFile): Promise<Located | undefined>;
}

/** Folders of a mirror in which the files may lie. */
const FOLDERS = ['', 'cohorts', 'tcga'];

/** Names of a file at a mirror, as the hub has it first. */
function mirrorNames({ path }: SourceFile): string[] {
  const plain = path.replace(/\.gz$/, '');
  const both = path.endsWith('.gz') ? [path, plain] : [path, `${path}.gz`];
  const flat = both.map((name) => basename(name));
  return [...new Set([...both, ...flat])];
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** A folder of the operator's; its files are read where they lie. */
class FolderPlace implements Place {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async locate(file: SourceFile): Promise<Located | undefined> {
    await readdir(this.#folder).catch((error: Error) => {
      throw new ImportError(`打不开镜像文件夹 ${this.#folder}：${error.message}`);
    });
    for (const folder of FOLDERS) {
      for (const name of mirrorNames(file)) {
        const path = join(this.#folder, folder, name);
        const found = await stat(path).catch(() => undefined);
        if (found?.isFile() !== true) continue;
        const version = `${found.size} ${Math.round(found.mtimeMs)}`;
        return { file, name: basename(name), at: { path }, bytes: found.size, version, date: dayOf(found.mtime), md5: undefined };
      }
    }
    return undefined;
  }
}

/** 403 and 410 are other words for absent: a bucket does not tell strangers what it lacks. */
const ABSENT = [403, 404, 410];
/** An answer has to begin within this time, ms. */
const PATIENCE_MS = 30_000;

/** Addresses that are asked one after the other. */
class WebPlace implements Place {
  readonly #addresses: (file: SourceFile) => readonly string[];

  constructor(addresses: (file: SourceFile) => readonly string[]) {
    this.#addresses = addresses;
  }

  async locate(file: SourceFile): Promise<Located | undefined> {
    const failures: ImportError[] = [];
    for (const url of this.#addresses(file)) {
      const found = await ask(file, url).catch((error: unknown) => {
        if (!(error instanceof ImportError)) throw error;
        failures.push(error);
      });
      if (found !== undefined) return found;
    }
    // An address that cannot be asked may have it.
    if (failures[0] !== undefined) throw failures[0];
    return undefined;
  }
}

async function ask(file: SourceFile, url: string): Promise<Located | undefined> {
  const { ok, status, headers } = await fetch(url, {
    method: 'HEAD',
    // A packed answer would have another length than the file.
    headers: { 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: unknown) => {
    throw new ImportError(`${unreachable(error)}：${url}`);
  });
  if (ABSENT.includes(status)) return undefined;
  if (!ok) throw new ImportError(`服务器回答了 ${status}，现在取不到：${url}`);
  const length = headers.get('content-length');
  const modified = new Date(headers.get('last-modified') ?? Number.NaN);
  return {
    file,
    name: basename(decodeURIComponent(new URL(url).pathname)),
    at: { url },
    bytes: length === null ? undefined : Number(length),
    version: headers.get('etag') ?? headers.get('last-modified') ?? '',
    date: Number.isNaN(modified.getTime()) ? undefined : dayOf(modified),
    md5: md5Of(headers),
  };
}

export function unreachable(error: unknown): string {
  if (isOffline(error)) return '连不上，请检查这台机器的网络，或用 --mirror 指向镜像';
  if (error instanceof Error && error.name === 'TimeoutError') return `超过 ${PATIENCE_MS / 1000} 秒没有回应`;
  return `连接失败（${codeOf(error) ?? String(error)}）`;
}

/** Buckets name a file that was stored in one piece by its MD5, unless they encrypt it with a key of their own. */
function md5Of(headers: Headers): string | undefined {
  const declared = headers.get('content-md5');
  if (declared !== null) return Buffer.from(declared, 'base64').toString('hex');
  if (headers.get('x-amz-request-id') === null || headers.get('x-amz-server-side-encryption')?.startsWith('aws:kms')) return undefined;
  return /^"([0-9a-f]{32})"$/.exec(headers.get('etag') ?? '')?.[1];
}

const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** UCSC Xena itself. */
function publicPlace(): Place {
  return new WebPlace(({ path, hub }) => {
    const paths = path.endsWith('.gz') ? [path] : [path, `${path}.gz`];
    // The buckets keep a file of a folder under a name with the slash in it.
    const names = paths.flatMap((name) => [...new Set([encodedPath(name), encodeURIComponent(name)])]);
    return (hub?.addresses ?? []).flatMap((address) => names.map((name) => `${address}/${name}`));
  });
}

/** @param mirror a folder (absolute) or an http(s) address; undefined: the public hubs. */
export function openPlace(mirror: string | undefined): Place {
  if (mirror === undefined) return publicPlace();
  if (!/^https?:\/\//.test(mirror)) return new FolderPlace(mirror);
  const base = mirror.replace(/\/+$/, '');
  return new WebPlace((file) =>
    FOLDERS.flatMap((folder) => mirrorNames(file).map((name) => [base, folder, encodedPath(name)].filter((part) => part !== '').join('/'))),
  );
}
