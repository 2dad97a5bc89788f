import { join } from 'node:path';
import { GENE_SUGGESTIONS_MAX, type GeneDetail, type GeneList, type UsualNames } from '@oncoloom/contract';
import type { RecognisedGenes } from '@oncoloom/tool-kit';
import type { CohortStore } from '../cohorts/service.ts';
import { geneInCohorts } from '../cohorts/service.ts';
import { ApiError } from '../platform/errors.ts';
import { ROOT } from '../platform/root.ts';
import { GeneRegister } from './register.ts';

/** Made by the set-up. */
const REGISTER = join(ROOT, 'reference', 'genes');

/** Human genes: which one is meant, what it is called, and which cohorts have measured it. */
export class GenesService {
  readonly #cohorts: CohortStore;
  readonly #folder: string;
  #register: Promise<GeneRegister> | undefined;

  constructor(cohorts: CohortStore, folder = REGISTER) {
    this.#cohorts = cohorts;
    this.#folder = folder;
  }

  async suggest(asked: string): Promise<GeneList> {
    return { results: (await this.#loaded()).suggest(asked, GENE_SUGGESTIONS_MAX) };
  }

  /** By symbol, alias or number; where several genes have the name, the likeliest of them. Throws 404 where none has it. */
  async find(asked: string): Promise<GeneDetail> {
    const register = await this.#loaded();
    const [gene, ...others] = register.find(asked);
    if (gene === undefined) throw new ApiError(404, `基因名录里没有「${asked}」。请核对写法，或从搜索里选一个基因`);
    // What is another gene's symbol today is no trace of this one.
    const earlier = gene.aliases.filter((alias) => register.ofRow(alias) === gene.symbol);
    const cohorts = await geneInCohorts(this.#cohorts, { symbols: [gene.symbol, ...earlier], ensembl: gene.ensembl });
    return { ...gene, namesakes: others.map(({ symbol }) => symbol), cohorts };
  }

  /** Names that several genes have, with what oncologists mean by them. */
  async usual(): Promise<UsualNames> {
    return { results: [...(await this.#loaded()).usual] };
  }

  /**
   * Everything in capitals that names may be called in a cohort, themselves first; undefined where the register is not there. A name is one gene,
   * the likeliest, in every cohort: with NRF2 nobody is offered a cohort that has GABPA alone.
   */
  async called(names: readonly string[]): Promise<Map<string, string[]> | undefined> {
    const register = await this.#loaded().catch(() => undefined);
    if (register === undefined) return undefined;
    return new Map(
      names.map((name) => {
        const [meant] = register.find(name);
        const own = meant === undefined || meant.symbol === register.ofRow(name) || register.ofRow(name) === undefined ? [name] : [];
        const others =
          meant === undefined ? [] : [meant.symbol, ...meant.aliases.filter((alias) => register.ofRow(alias) === meant.symbol)];
        return [name, [...new Set([...own, ...others].map((one) => one.toUpperCase()))]];
      }),
    );
  }

  /** What the names of a list mean; undefined where the register is not there. */
  async recognise(names: readonly string[]): Promise<RecognisedGenes | undefined> {
    const register = await this.#loaded().catch(() => undefined);
    if (register === undefined) return undefined;
    const known = new Set<string>();
    const aliases: { written: string; symbol: string }[] = [];
    const unknown: string[] = [];
    for (const written of new Set(names)) {
      const meaning = register.meaning(written);
      if (meaning === undefined) unknown.push(written);
      else known.add(meaning.symbol);
      if (meaning?.by === 'alias') aliases.push({ written, symbol: meaning.symbol });
    }
    return { known: known.size, aliases, unknown };
  }

  /** Read when it is first asked for: a worker needs none. */
  #loaded(): Promise<GeneRegister> {
    this.#register ??= GeneRegister.load(this.#folder).catch((error: unknown) => {
      this.#register = undefined;
      throw error;
    });
    return this.#register;
  }
}
