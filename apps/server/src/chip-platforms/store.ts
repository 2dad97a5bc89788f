import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { fileSha256 } from '../platform/checksum.ts';
import type { NewRelease, ReleaseFiles, Releases } from '../releases/service.ts';
import { KNOWN_PLATFORMS, PLATFORM_NUMBER } from './known.ts';
import type { Offer } from './sources.ts';
import { readPlatform } from './table-reader.ts';
import { UnreadablePlatform } from './unpacked.ts';

const installedSchema = z.object({
  platform: z.string(),
  name: z.string(),
  /** Different probes. */
  probes: z.number(),
  source: z.string(),
  release: z.string().nullable(),
  /** The source's own, by which a newer one is known. */
  version: z.string(),
  sha256: z.string(),
});
/** An installed annotation: what its release says of itself. */
export type InstalledPlatform = z.infer<typeof installedSchema>;

/** No array has more; what has is no array. */
const PROBES_MAX = 3_000_000;

/** Annotations as parsed tables (probe, symbol), a release each. */
export class PlatformStore {
  readonly #releases: Releases;
  readonly #folder: string;

  /** @param folder for tables that are being made. */
  constructor(releases: Releases, folder: string) {
    this.#releases = releases;
    this.#folder = folder;
  }

  async all(): Promise<InstalledPlatform[]> {
    return (await this.#releases.current('platform')).flatMap(({ about }) => installedSchema.safeParse(about).data ?? []);
  }

  /** Undefined as well for an entry that this version of the program does not understand: it is installed anew. */
  async find(platform: string): Promise<InstalledPlatform | undefined> {
    if (!PLATFORM_NUMBER.test(platform)) return undefined;
    return installedSchema.safeParse((await this.#releases.find('platform', platform))?.about).data;
  }

  /** Takes over what lies in a folder, as it did before there was a registry: `GPL….tsv`, and what is known of it in `GPL….json`. What is damaged is installed anew. */
  async takeOver(folder: string): Promise<void> {
    if ((await earlierIn(folder)).length === 0) return;
    await this.#releases.alone(async () => {
      for (const platform of await earlierIn(folder)) {
        const [beside, table] = [join(folder, `${platform}.json`), join(folder, `${platform}.tsv`)];
        const about = installedSchema.safeParse(
          await readFile(beside, 'utf8')
            .then(JSON.parse)
            .catch(() => undefined),
        ).data;
        const size = (await stat(table).catch(() => undefined))?.size;
        if (about !== undefined && size !== undefined && (await fileSha256(table)) === about.sha256) {
          const file = { bytes: size, sha256: about.sha256 };
          await this.#releases.share(table, file);
          await this.#releases.remember(releaseOf(about, file), true);
        }
        await rm(table, { force: true });
        await rm(beside, { force: true });
      }
    });
  }

  /**
   * Reads what a source offers, and puts it in the place of an earlier one when it is whole.
   * @throws UnreadablePlatform, SourceAway; the earlier one stays then.
   */
  async install(platform: string, offer: Offer): Promise<InstalledPlatform> {
    await mkdir(this.#folder, { recursive: true });
    const unfinished = join(this.#folder, `.${platform}.${randomUUID()}`);
    const { facts, rows } = readPlatform(offer.chunks);
    const probes = new Set<string>();
    async function* lines(): AsyncGenerator<string> {
      let header = true;
      for await (const row of rows) {
        if (!header) probes.add(row.slice(0, row.indexOf('\t')));
        header = false;
        if (probes.size > PROBES_MAX) throw new UnreadablePlatform('注释表的行太多，不像是一个平台的');
        const line = `${row}\n`;
        yield line;
      }
    }
    try {
      await pipeline(lines, createWriteStream(unfinished, { flags: 'wx', flush: true }));
      if (probes.size === 0) throw new UnreadablePlatform('注释表是空的');
      if (facts.platform !== undefined && facts.platform !== platform) throw new UnreadablePlatform(`文件里写的是 ${facts.platform}`);
      const file = await this.#releases.take(unfinished);
      const installed: InstalledPlatform = {
        platform,
        name: facts.title ?? KNOWN_PLATFORMS[platform] ?? platform,
        probes: probes.size,
        source: facts.source ?? offer.source,
        release: facts.release ?? offer.date,
        version: offer.version,
        sha256: file.sha256,
      };
      await this.#releases.publish(releaseOf(installed, file));
      return installed;
    } finally {
      await rm(unfinished, { force: true });
    }
  }
}

async function earlierIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => /^(GPL\d+)\.json$/.exec(name)?.[1] ?? []);
}

const releaseOf = (about: InstalledPlatform, file: ReleaseFiles[string]): NewRelease => ({
  kind: 'platform',
  name: about.platform,
  release: about.sha256.slice(0, 12),
  files: { [`${about.platform}.tsv`]: file },
  about,
});
