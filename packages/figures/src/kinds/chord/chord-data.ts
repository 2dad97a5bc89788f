import { ChartDataError, inOrder, numbersOf, tableOf, textsOf } from '../../data/table.ts';
import type { FigureData } from '../../data/types.ts';

/** Terms and genes with what joins them. */
export interface ChordData {
  terms: readonly string[];
  /** Genes of most terms first; of those the largest change. */
  genes: readonly string[];
  /** By gene; null where no table tells it. */
  changes: ReadonlyMap<string, number> | null;
  /** Places of terms by gene. */
  links: ReadonlyMap<string, readonly number[]>;
  /** What the figure leaves out. */
  left: { terms: number; genes: number };
}

/** More are no picture. */
const TERMS_MAX = 10;
const GENES_MAX = 60;

/** Reads table `links`, and `genes` where there is one. Throws `ChartDataError` where nothing is joined. */
export function readChord({ figure: { columns }, tables, style }: FigureData): ChordData {
  const links = tableOf(tables, 'links');
  const [termOf, geneOf] = [textsOf(links, columns.term), textsOf(links, columns.label)];
  const all = inOrder(style, [...new Set(termOf)], (name) => name);
  const terms = all.slice(0, TERMS_MAX);
  const place = new Map(terms.map((name, i) => [name, i]));
  const found = new Map<string, Set<number>>();
  termOf.forEach((term, row) => {
    const gene = geneOf[row] as string;
    const own = found.get(gene) ?? new Set<number>();
    const at = place.get(term);
    if (at !== undefined) own.add(at);
    found.set(gene, own);
  });
  const changes = changesOf({ columns, table: tables.genes });
  const joined = [...found].filter(([, own]) => own.size > 0);
  if (joined.length === 0) throw new ChartDataError('没有一个基因属于要画的词条');
  const change = (gene: string) => Math.abs(changes?.get(gene) ?? 0);
  const ranked = joined.toSorted(([a, ownA], [b, ownB]) => ownB.size - ownA.size || change(b) - change(a));
  const kept = ranked.slice(0, GENES_MAX);
  return {
    terms: terms.filter((_, i) => kept.some(([, own]) => own.has(i))),
    genes: kept.map(([gene]) => gene),
    changes,
    links: relinked(kept, terms),
    left: { terms: all.length - terms.length, genes: found.size - kept.length },
  };
}

/** Changes of genes, those that are numbers. */
function changesOf({ columns, table }: { columns: FigureData['figure']['columns']; table: FigureData['tables'][string] | undefined }) {
  if (table === undefined || columns.change === undefined) return null;
  const [genes, values] = [textsOf(table, columns.label), numbersOf(table, columns.change)];
  return new Map(genes.flatMap((gene, row): [string, number][] => (Number.isFinite(values[row]) ? [[gene, values[row] as number]] : [])));
}

/** Links by the places that terms have once those without a drawn gene are gone. */
function relinked(kept: readonly (readonly [string, ReadonlySet<number>])[], terms: readonly string[]): Map<string, readonly number[]> {
  const used = terms.map((_, i) => kept.some(([, own]) => own.has(i)));
  const place = used.map((_, i) => used.slice(0, i).filter(Boolean).length);
  return new Map(kept.map(([gene, own]) => [gene, [...own].sort((a, b) => a - b).map((term) => place[term] as number)]));
}
