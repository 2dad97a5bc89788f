import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { PlatformsService } from '../../chip-platforms/service.ts';
import type { Log } from '../../platform/log.ts';
import type { Storage } from '../../storage/storage.ts';

/** R: `SEX_GENES`. */
const SEX_GENES: readonly string[] = ['XIST', 'RPS4Y1', 'DDX3Y', 'KDM5D', 'EIF1AY'];

/** Of a platform the probes of each gene that one sex alone expresses; those that measure another gene, too, are none. */
type Probes = Record<string, string[]>;

interface Parts {
  storage: Pick<Storage, 'path'>;
  platforms: Pick<PlatformsService, 'installed'>;
  log: Log;
}

/** What installed annotations say of the genes of one sex: by it a matrix of probes tells whose its samples are, before it is one of genes. */
export class SexProbes {
  readonly #parts: Parts;
  /** By content of the annotation. */
  readonly #known = new Map<string, Promise<Probes>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** By platform. Without an answer nothing is known: no file waits for it, nor fails for it. */
  async all(): Promise<Record<string, Probes>> {
    try {
      const installed = await this.#parts.platforms.installed();
      const found = await Promise.all(installed.map(async ({ platform, sha256 }) => [platform, await this.#of(sha256)] as const));
      return Object.fromEntries(found.filter(([, probes]) => Object.keys(probes).length > 0));
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'looking for probes of sex genes');
      return {};
    }
  }

  #of(sha256: string): Promise<Probes> {
    const known = this.#known.get(sha256) ?? this.#read(sha256);
    this.#known.set(sha256, known);
    known.catch(() => this.#known.delete(sha256));
    return known;
  }

  async #read(sha256: string): Promise<Probes> {
    const genes = new Map<string, Set<string>>();
    const lines = createInterface({ input: createReadStream(await this.#parts.storage.path(sha256)), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) {
      const [probe = '', symbol = ''] = line.split('\t');
      if (SEX_GENES.includes(symbol)) genes.set(probe, new Set([...(genes.get(probe) ?? []), symbol]));
    }
    const probes: Probes = {};
    for (const [probe, own] of genes) for (const gene of own) if (own.size === 1) probes[gene] = [...(probes[gene] ?? []), probe];
    return probes;
  }
}
