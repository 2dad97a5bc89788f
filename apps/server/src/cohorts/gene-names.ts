import { readFile } from 'node:fs/promises';
import type { Cohort, MatrixName } from '@oncoloom/contract';
import { type AskedGenes, askedGenes, type CohortParameter, geneMatrix, type ToolDefinition, type Value } from '@oncoloom/tool-kit';
import { matrixFiles } from './layout.ts';
import { findCohort } from './listing.ts';
import type { CohortStore, InstalledCohort } from './store.ts';

/** By each asked name: everything in capitals that it may be called, itself first; undefined where nobody knows. */
type Called = ReadonlyMap<string, readonly string[]>;
interface Register {
  called(names: readonly string[]): Promise<Called | undefined>;
}

const LINE = 10;
const TAB = 9;
/** Of 34 cohorts two matrices each: 30 MB at most. */
const KEPT = 70;
/** So many names are searched one by one; more are looked up. */
const FEW = 20;

/** The names of a matrix's genes in capitals, each between line breaks. */
async function readNames(path: string): Promise<string> {
  const bytes = await readFile(path);
  const names: string[] = [];
  for (let start = bytes.indexOf(LINE) + 1; start > 0 && start < bytes.length; start = bytes.indexOf(LINE, start) + 1) {
    names.push(bytes.toString('latin1', start, bytes.indexOf(TAB, start)));
  }
  return `\n${names.join('\n').toUpperCase()}\n`;
}

/** Which of the genes that a request asks for the cohorts have measured. What a release holds does not change, so its names are read once. */
export class CohortGenes {
  readonly #store: CohortStore;
  readonly #register: Register;
  readonly #kept = new Map<string, Promise<string>>();

  constructor(store: CohortStore, register: Register) {
    this.#store = store;
    this.#register = register;
  }

  /** By each field of the tool that asks for genes: what the chosen cohorts lack, and which others have it where they lack all. */
  async asked(
    tool: Pick<ToolDefinition, 'parameters'>,
    parameter: CohortParameter,
    chosen: readonly InstalledCohort[],
    values: Readonly<Record<string, Value>>,
  ): Promise<AskedGenes[]> {
    const matrix = geneMatrix(parameter, values);
    const genes: AskedGenes[] = [];
    for (const { field, asked } of askedGenes(tool.parameters, values)) {
      const called = await this.#register.called(asked);
      if (called === undefined) continue;
      const absent: Record<string, readonly string[]> = {};
      for (const cohort of chosen) {
        const found = await this.#among(cohort, matrix, called);
        if (found !== undefined) absent[cohort.description.code] = asked.filter((name) => !found.has(name));
      }
      const lacks = Object.values(absent);
      const nowhere = lacks.length > 0 && lacks.every(({ length }) => length === asked.length);
      genes.push({ field, asked, absent, elsewhere: nowhere ? await this.#elsewhere(matrix, chosen, called) : [] });
    }
    return genes;
  }

  /** The other installed cohorts that have any of the genes, those with the most of them first. */
  async #elsewhere(matrix: MatrixName, chosen: readonly InstalledCohort[], called: Called): Promise<Cohort[]> {
    const codes = new Set(chosen.map(({ description }) => description.code));
    const others = (await this.#store.list()).filter(({ description }) => !codes.has(description.code));
    const found = await Promise.all(
      others.map(async (cohort) => ({ ...cohort, held: (await this.#among(cohort, matrix, called))?.size ?? 0 })),
    );
    return found
      .filter(({ held }) => held > 0)
      .sort((a, b) => b.held - a.held)
      .flatMap(({ description }) => findCohort(description.code, description) ?? []);
  }

  /** The asked names that are in a matrix; undefined for a matrix that the cohort does not have. */
  async #among(cohort: InstalledCohort, matrix: MatrixName, called: Called): Promise<Set<string> | undefined> {
    if (cohort.description.matrices[matrix] === undefined) return undefined;
    const text = await this.#names(await cohort.path(matrixFiles(matrix).genes));
    const known = called.size > FEW ? new Set(text.split('\n')) : undefined;
    const holds = (name: string) => (known === undefined ? text.includes(`\n${name}\n`) : known.has(name));
    return new Set([...called].flatMap(([asked, names]) => (names.some(holds) ? [asked] : [])));
  }

  #names(path: string): Promise<string> {
    const kept = this.#kept.get(path);
    if (kept !== undefined) return kept;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= KEPT && oldest !== undefined) this.#kept.delete(oldest);
    const names = readNames(path).catch((error: unknown) => {
      this.#kept.delete(path);
      throw error;
    });
    this.#kept.set(path, names);
    return names;
  }
}
