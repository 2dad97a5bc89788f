import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Gene, GeneMatch, GeneSuggestion, UsualName } from '@oncoloom/contract';

/** By the letters of keys.tsv. */
const KINDS: Readonly<Record<string, GeneMatch['by']>> = { s: 'symbol', a: 'alias', e: 'ensembl', n: 'entrez', u: 'alias' };
/** What oncologists mean by a name stands behind the gene whose symbol it is, before all others that have it. */
const LIKELIEST = ['s', 'u', 'a', 'e', 'n'];
const USUAL = 'u';

/** A symbol, an alias or a number is not longer, and a full name is not typed farther. */
const QUERY_MAX = 60;
/** Fewer letters stand in too many full names to mean one. */
const WORD_MIN = 3;
/** So much of an Ensembl number says more than that it is one. */
const ENSEMBL_MIN = 10;

const TAB = 9;
const LINE = 10;

/** As keys are written: capitals, without a version. Undefined for what no gene is called, such as Chinese. */
function normalise(asked: string): string | undefined {
  const text = asked.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase();
  if (text === '' || text.length > QUERY_MAX || !/^[ -~]+$/.test(text)) return undefined;
  return text.replace(/^(ENSG\d{11})\.\d+$/, '$1');
}

const listOf = (text: string | undefined): string[] => (text ?? '').split('|').filter((part) => part !== '');

/** Where the lines after the header begin, and where the last one ends. */
function lineStarts(bytes: Buffer): Uint32Array {
  const starts: number[] = [];
  for (let at = bytes.indexOf(LINE) + 1; at > 0; at = bytes.indexOf(LINE, at) + 1) starts.push(at);
  return Uint32Array.from(starts);
}

/**
 * Human genes by what they are called. The files of `reference/genes` stay bytes in memory, some 15 MB: as strings they would take a multiple,
 * and a call reads twenty of 60,000 genes.
 */
export class GeneRegister {
  readonly #genes: Buffer;
  readonly #geneStarts: Uint32Array;
  /** Sorted by bytes; line by line key, kind and gene. */
  readonly #keys: Buffer;
  readonly #keyStarts: Uint32Array;
  readonly #keyGenes: Uint32Array;
  /** Full names in small letters, a line each, and where they begin. */
  readonly #names: string;
  readonly #nameStarts: Uint32Array;

  /** Names that several genes have, with what is meant by them. */
  readonly usual: readonly UsualName[];

  private constructor(genes: Buffer, keys: Buffer, usual: Buffer) {
    this.usual = usual
      .toString('utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [name = '', symbol = '', meaning = '', others] = line.split('\t');
        return { name, symbol, meaning, others: listOf(others) };
      });
    this.#genes = genes;
    this.#geneStarts = lineStarts(genes);
    this.#keys = keys;
    this.#keyStarts = lineStarts(keys);
    this.#keyGenes = Uint32Array.from({ length: this.#keyStarts.length - 1 }, (_, i) => this.#geneOfKey(i));
    const names = Array.from({ length: this.#geneStarts.length - 1 }, (_, i) => this.#gene(i).name.toLowerCase());
    this.#names = names.join('\n');
    this.#nameStarts = new Uint32Array(names.length);
    for (let i = 1; i < names.length; i += 1)
      this.#nameStarts[i] = (this.#nameStarts[i - 1] as number) + (names[i - 1] as string).length + 1;
  }

  /** @param folder with genes.tsv, keys.tsv and usual.tsv, as `reference/genes/make.R` writes them. */
  static async load(folder: string): Promise<GeneRegister> {
    const [genes, keys, usual] = await Promise.all(['genes.tsv', 'keys.tsv', 'usual.tsv'].map((name) => readFile(join(folder, name))));
    return new GeneRegister(genes as Buffer, keys as Buffer, usual as Buffer);
  }

  /**
   * Genes for what was typed, the likeliest first: whole names of every kind, then symbols that begin so, then aliases, then words of the full
   * name. Among equals the order of the file, of one whole alias the older gene: CD20 is MS4A1 long before it was KRT20.
   */
  suggest(asked: string, limit: number): GeneSuggestion[] {
    const query = normalise(asked);
    if (query === undefined) return [];
    const found = new Map<number, GeneMatch>();
    const take = (gene: number, match: GeneMatch) => {
      if (found.size < limit && !found.has(gene)) found.set(gene, match);
    };
    for (const { gene, match } of this.#whole(query)) take(gene, match);
    const [first, end] = this.#range(query);
    for (const by of ['symbol', 'alias', 'ensembl'] as const) {
      if (found.size === limit || (by === 'ensembl' && query.length < ENSEMBL_MIN)) continue;
      for (const key of this.#best(first, end, by, limit + found.size)) take(this.#keyGenes[key] as number, this.#match(key, by, false));
    }
    if (found.size < limit) for (const gene of this.#named(query.toLowerCase(), limit)) take(gene, { by: 'name', text: '', exact: false });
    return [...found].map(([gene, match]) => this.#told(gene, match));
  }

  /** Genes of exactly this symbol, alias or number, each once, the likeliest first: COX2 is what PTGS2 is mostly called. */
  find(asked: string): GeneSuggestion[] {
    const query = normalise(asked);
    if (query === undefined) return [];
    const found = new Map<number, GeneMatch>();
    for (const { gene, match } of this.#whole(query)) if (!found.has(gene)) found.set(gene, match);
    return [...found].map(([gene, match]) => this.#told(gene, match));
  }

  /** What a name of a list means: the likeliest gene, and by which kind of name. @return Undefined where no gene is called so. */
  meaning(name: string): { symbol: string; by: GeneMatch['by'] } | undefined {
    const [hit] = this.#whole(normalise(name) ?? '');
    return hit && { symbol: this.#gene(hit.gene).symbol, by: hit.match.by };
  }

  /** The gene that a row of this name is in a table: whose symbol it is or was, and not what somebody means by it. */
  ofRow(name: string): string | undefined {
    const query = normalise(name);
    const hits = query === undefined ? [] : this.#hits(query).filter(({ kind }) => kind !== USUAL);
    const [hit] = this.#likeliest(query ?? '', hits);
    return hit && this.#gene(hit.gene).symbol;
  }

  #told(gene: number, match: GeneMatch): GeneSuggestion {
    const facts = this.#gene(gene);
    const spelt = (names: readonly string[]) => names.find((name) => name.toUpperCase() === match.text) ?? match.text;
    const text = { symbol: facts.symbol, alias: spelt(facts.aliases), name: facts.name, ensembl: match.text, entrez: match.text }[match.by];
    return { ...facts, matched: { ...match, text } };
  }

  #gene(i: number): Gene {
    const line = this.#genes.toString('latin1', this.#geneStarts[i], (this.#geneStarts[i + 1] as number) - 1);
    const [symbol = '', entrez = '', type = '', name = '', ensembl, location, aliases] = line.split('\t');
    return { symbol, name, type, entrez, ensembl: listOf(ensembl), location: listOf(location), aliases: listOf(aliases) };
  }

  /** Genes with a name that is the query, the likeliest first. What is nobody's name is tried without its hyphens: LAG-3. */
  #whole(query: string): { gene: number; match: GeneMatch }[] {
    const bare = query.replace(/[^A-Z0-9]/g, '');
    const hits = [...this.#hits(query), ...(bare === query ? [] : this.#hits(bare).filter(({ kind }) => kind === USUAL))];
    const found = hits.length > 0 || bare === '' || /^\d*$/.test(bare) ? hits : this.#hits(bare);
    return this.#likeliest(query, found).map(({ gene, key, kind }) => {
      const match = this.#match(key, KINDS[kind] ?? 'alias', true);
      return { gene, match: kind === USUAL || query !== match.text ? { ...match, text: query } : match };
    });
  }

  /** By kind of name; of one alias the gene whose symbol begins so (QARS is QARS1), then the older one. */
  #likeliest<Hit extends { gene: number; kind: string }>(query: string, hits: readonly Hit[]): Hit[] {
    const begins = (gene: number) => this.#gene(gene).symbol.toUpperCase().startsWith(query);
    const age = (gene: number) => Number(this.#gene(gene).entrez);
    return hits.toSorted(
      (a, b) =>
        LIKELIEST.indexOf(a.kind) - LIKELIEST.indexOf(b.kind) ||
        Number(begins(b.gene)) - Number(begins(a.gene)) ||
        age(a.gene) - age(b.gene),
    );
  }

  #hits(text: string): { gene: number; key: number; kind: string }[] {
    const [first, end] = this.#range(`${text}\t`);
    return Array.from({ length: end - first }, (_, i) => ({
      gene: this.#keyGenes[first + i] as number,
      key: first + i,
      kind: this.#letter(first + i),
    }));
  }

  #match(key: number, by: GeneMatch['by'], exact: boolean): GeneMatch {
    const start = this.#keyStarts[key] as number;
    return { by, text: this.#keys.toString('latin1', start, this.#keys.indexOf(TAB, start)), exact };
  }

  /** Keys from `first` up to `end` (not included) of one kind: those of the first genes of the file, in its order. */
  #best(first: number, end: number, by: GeneMatch['by'], limit: number): number[] {
    const place = (key: number) => this.#keyGenes[key] as number;
    const best: number[] = [];
    for (let key = first; key < end; key += 1) {
      if (this.#kind(key) !== by) continue;
      const last = best.at(-1);
      if (best.length === limit && last !== undefined && place(last) <= place(key)) continue;
      let at = best.length;
      while (at > 0 && place(best[at - 1] as number) > place(key)) at -= 1;
      best.splice(at, 0, key);
      if (best.length > limit) best.pop();
    }
    return best;
  }

  /** Genes whose full name holds every word at the beginning of one of its own, in the order of the file. */
  #named(query: string, limit: number): number[] {
    const words = query.split(/[^a-z0-9]+/).filter((word) => word !== '');
    const longest = words.reduce((a, b) => (b.length > a.length ? b : a), '');
    if (longest.length < WORD_MIN) return [];
    const found: number[] = [];
    const begins = (text: string, at: number) => !/[a-z0-9]/.test(text[at - 1] ?? ' ');
    const holds = (name: string, word: string): boolean => {
      for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) if (begins(name, at)) return true;
      return false;
    };
    for (let at = this.#names.indexOf(longest); at >= 0 && found.length < limit; at = this.#names.indexOf(longest, at + 1)) {
      if (!begins(this.#names, at)) continue;
      const gene = this.#geneAt(at);
      const name = this.#names.slice(this.#nameStarts[gene], this.#nameStarts[gene + 1]);
      if (found.at(-1) !== gene && words.every((word) => holds(name, word))) found.push(gene);
    }
    return found;
  }

  /** The gene in whose full name a place of `#names` lies. */
  #geneAt(place: number): number {
    return firstWhere(this.#nameStarts.length, (i) => (this.#nameStarts[i] as number) > place) - 1;
  }

  /** Keys that begin with a text. */
  #range(text: string): [first: number, end: number] {
    const wanted = Buffer.from(text, 'latin1');
    const compare = (key: number) => {
      const start = this.#keyStarts[key] as number;
      return this.#keys.compare(wanted, 0, wanted.length, start, Math.min(start + wanted.length, this.#keys.length));
    };
    const count = this.#keyGenes.length;
    return [firstWhere(count, (key) => compare(key) >= 0), firstWhere(count, (key) => compare(key) > 0)];
  }

  #kind(key: number): GeneMatch['by'] | undefined {
    const letter = this.#letter(key);
    return letter === USUAL ? undefined : KINDS[letter];
  }

  #letter(key: number): string {
    const tab = this.#keys.indexOf(TAB, this.#keyStarts[key]);
    return String.fromCharCode(this.#keys[tab + 1] as number);
  }

  #geneOfKey(key: number): number {
    const end = (this.#keyStarts[key + 1] as number) - 1;
    return Number(this.#keys.toString('latin1', this.#keys.lastIndexOf(TAB, end) + 1, end));
  }
}

/** The first of `count` places from which on something holds; `count` where it nowhere does. */
function firstWhere(count: number, holds: (i: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
