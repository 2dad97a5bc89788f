import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Downloads } from '../fetching/download.ts';
import { ImportError } from '../fetching/errors.ts';
import { withLock } from '../fetching/lock.ts';
import { openPlaceOf, type Place } from '../fetching/place.ts';
import { sha256Of } from '../platform/checksum.ts';
import { ROOT } from '../platform/root.ts';
import { publishFile, type Release, type Releases } from '../releases/service.ts';
import type { InstallOutcome } from './install.ts';
import { addPart, genesOf } from './signature-parts.ts';
import type { SignaturePart, SignatureSource } from './signature-sources.ts';
import type { SignatureFile } from './signatures.ts';

/** Folders of a mirror in which the files may lie. */
const MIRROR_FOLDERS = ['', 'signatures', 'deconv'];

interface Wanted {
  path: string;
  address: string | undefined;
}

/** @param mirror A folder (absolute) or an http(s) address; undefined: the publishers' own. */
export function signaturePlace(mirror: string | undefined): Place<Wanted> {
  const addresses = ({ address }: Wanted) => (address === undefined ? [] : [address]);
  return openPlaceOf<Wanted>(mirror, { addresses, folders: MIRROR_FOLDERS });
}

interface InstallerParts {
  releases: Releases;
  /** For what is being fetched. */
  folder: string;
  place: Place<Wanted>;
  progress(text: string): void;
}

/** Installs published signatures, each as one file made of its published parts. */
export class SignatureInstaller {
  readonly #parts: InstallerParts;
  readonly #downloads: Downloads;

  constructor(parts: InstallerParts) {
    this.#parts = parts;
    const show = (name: string, done: number) => parts.progress(`正在下载 ${name}：${Math.round(done / 1024)} KB`);
    this.#downloads = new Downloads(parts.folder, show);
  }

  /** Answers for each in its order; a failure of one leaves the others alone. */
  async run(sources: readonly SignatureSource[], acceptLicence: boolean): Promise<InstallOutcome[]> {
    return withLock(this.#parts.folder, async () => {
      const outcomes: InstallOutcome[] = [];
      for (const source of sources) {
        try {
          outcomes.push(await this.#install(source, acceptLicence));
        } catch (error) {
          if (!(error instanceof ImportError)) throw error;
          outcomes.push({ state: 'failed', sentence: error.message });
        }
      }
      return outcomes;
    });
  }

  async #install(source: SignatureSource, acceptLicence: boolean): Promise<InstallOutcome> {
    const { releases } = this.#parts;
    const installed = await releases.find('signature', source.file);
    if (installed !== undefined) {
      const state = await verifySignature(releases, installed);
      if (state === 'whole') return { state: 'kept', sentence: `已安装 ${source.release} 版，没有改动` };
      await releases.discard(installed, Object.keys(installed.files));
    }
    if (source.acceptLicence && !acceptLicence) throw new ImportError(`许可：${source.licence}。接受这些条款后加 --accept-licence 再运行`);
    const { texts, unchecked } = await this.#published(source);
    const { title, source: from, release, date, licence, family, types } = source;
    const file: SignatureFile = {
      about: { title, source: from, release, date, licence, family, genes: 0, types },
      matrices: {},
      sets: {},
      lists: {},
    };
    source.parts.forEach((part, i) => {
      addPart(file, part, texts[i] as string);
    });
    file.about.genes = genesOf(file);
    const parts = source.parts.map(({ file: name }, i) => ({ file: name, sha256: sha256Of(texts[i] as string) }));
    const files = { [source.file]: await releases.write(JSON.stringify({ ...file, parts })) };
    await publishFile(releases, { kind: 'signature', name: source.file, files, about: {} });
    const note = unchecked ? '。登记里没有它的校验和，已记下这次取得的，verify 以后与它比较' : '，校验和相符';
    return { state: 'installed', sentence: `已安装 ${release} 版：${types} 类，${file.about.genes.toLocaleString('en-US')} 个基因${note}` };
  }

  /** The texts of the parts: each from its own address or the mirror, else out of the packed file. */
  async #published(source: SignatureSource): Promise<{ texts: string[]; unchecked: boolean }> {
    const texts: string[] = [];
    for (const part of source.parts) {
      const bytes = await this.#fetch({ path: part.file, address: part.address });
      if (bytes === undefined) {
        if (source.packed !== undefined) return this.#unpacked(source, source.packed);
        throw new ImportError(`来源没有 ${part.file}`);
      }
      checkSum(part.file, bytes, part.contents);
      texts.push(bytes.toString('utf8'));
    }
    return { texts, unchecked: source.parts.some(({ contents }) => contents.length === 0) };
  }

  /** R reads its own data files. */
  async #unpacked({ parts }: SignatureSource, packed: NonNullable<SignatureSource['packed']>) {
    const bytes = await this.#fetch({ path: packed.file, address: packed.address });
    if (bytes === undefined) throw new ImportError(`来源没有 ${packed.file}`);
    checkSum(packed.file, bytes, packed.contents);
    const folder = await mkdtemp(join(tmpdir(), 'signature-'));
    try {
      const from = join(folder, packed.file);
      await writeFile(from, bytes);
      await promisify(execFile)('Rscript', ['--vanilla', join(ROOT, 'reference/signatures', packed.script), from, folder]).catch(() => {
        throw new ImportError(`${packed.file} 里没有要用的内容，没有安装`);
      });
      const texts = await Promise.all(parts.map(({ file }: SignaturePart) => readFile(join(folder, file), 'utf8')));
      return { texts, unchecked: packed.contents.length === 0 };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** The unpacked bytes; undefined where the place does not have the file. */
  async #fetch(wanted: Wanted): Promise<Buffer | undefined> {
    const located = await this.#parts.place.locate(wanted);
    if (located === undefined) return undefined;
    try {
      const bytes = await readFile(await this.#downloads.fetch(located));
      return bytes[0] === 0x1f && bytes[1] === 0x8b && !wanted.path.endsWith('.rda') ? await promisify(gunzip)(bytes) : bytes;
    } finally {
      await this.#downloads.discardWhole(located);
    }
  }
}

function checkSum(file: string, bytes: Buffer, contents: SignaturePart['contents']): void {
  const sha256 = sha256Of(bytes);
  if (contents.length === 0 || contents.some((content) => content.sha256 === sha256)) return;
  throw new ImportError(`${file} 的校验和是 ${sha256}，应为 ${contents.map((one) => one.sha256).join(' 或 ')}，没有安装。请换一个来源`);
}

/** Whether an installed signature is what it was when it was installed. */
export async function verifySignature(releases: Releases, release: Release): Promise<'whole' | 'changed' | 'missing'> {
  const bytes = await releases
    .path(release, release.name)
    .then((path) => readFile(path))
    .catch(() => undefined);
  if (bytes === undefined) return 'missing';
  return sha256Of(bytes) === release.files[release.name]?.sha256 ? 'whole' : 'changed';
}
