import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
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
/** An installed annotation: what `GPL….json` holds beside `GPL….tsv`. */
export type InstalledPlatform = z.infer<typeof installedSchema>;

/** No array has more; what has is no array. */
const PROBES_MAX = 3_000_000;

/** Annotations as parsed tables in a folder: `GPL570.tsv` (probe, symbol) and what is known of it in `GPL570.json`. */
export class PlatformStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  path(platform: string): string {
    return join(this.#folder, `${platform}.tsv`);
  }

  async all(): Promise<InstalledPlatform[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const found = await Promise.all(names.filter((name) => /^GPL\d+\.json$/.test(name)).map((name) => this.find(name.slice(0, -5))));
    return found.filter((platform) => platform !== undefined);
  }

  /** Undefined as well where the entry is damaged: it is installed anew. */
  async find(platform: string): Promise<InstalledPlatform | undefined> {
    if (!PLATFORM_NUMBER.test(platform)) return undefined;
    try {
      return installedSchema.parse(JSON.parse(await readFile(join(this.#folder, `${platform}.json`), 'utf8')));
    } catch {
      return undefined;
    }
  }

  /**
   * Reads what a source offers, and puts it in the place of an earlier one when it is whole.
   * @throws UnreadablePlatform, SourceAway; the earlier one stays then.
   */
  async install(platform: string, offer: Offer): Promise<InstalledPlatform> {
    await mkdir(this.#folder, { recursive: true });
    const unfinished = join(this.#folder, `.${platform}.${randomUUID()}`);
    const { facts, rows } = readPlatform(offer.chunks);
    const hash = createHash('sha256');
    const probes = new Set<string>();
    async function* lines(): AsyncGenerator<string> {
      let header = true;
      for await (const row of rows) {
        if (!header) probes.add(row.slice(0, row.indexOf('\t')));
        header = false;
        if (probes.size > PROBES_MAX) throw new UnreadablePlatform('注释表的行太多，不像是一个平台的');
        const line = `${row}\n`;
        hash.update(line);
        yield line;
      }
    }
    try {
      await pipeline(lines, createWriteStream(unfinished, { flags: 'wx', flush: true }));
      if (probes.size === 0) throw new UnreadablePlatform('注释表是空的');
      if (facts.platform !== undefined && facts.platform !== platform) throw new UnreadablePlatform(`文件里写的是 ${facts.platform}`);
      const installed: InstalledPlatform = {
        platform,
        name: facts.title ?? KNOWN_PLATFORMS[platform] ?? platform,
        probes: probes.size,
        source: facts.source ?? offer.source,
        release: facts.release ?? offer.date,
        version: offer.version,
        sha256: hash.digest('hex'),
      };
      await rename(unfinished, this.path(platform));
      await writeFile(unfinished, JSON.stringify(installed));
      await rename(unfinished, join(this.#folder, `${platform}.json`));
      return installed;
    } finally {
      await rm(unfinished, { force: true });
    }
  }
}
