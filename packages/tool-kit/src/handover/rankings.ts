import { MISSING_CELLS } from '@oncoloom/contract';
import type { ToolDefinition } from '../declaration/define-tool.ts';
import { RANKINGS, type Ranking } from '../request/request.ts';
import { productOf } from './capabilities.ts';

/** How the genes of a comparison can be ranked: the table, its genes, and of each ranking the columns that it is made of. */
interface Rankings {
  table: string;
  /** Of several comparisons: where all of them stand below each other with these columns, by the column of their names, and the fact that names the main one. */
  several?: { table: string; name: string; main: string };
  gene: string;
  by: Partial<Record<Ranking, RankedBy>>;
}

/** A column of numbers, or of P that gets the sign of one of changes. */
interface RankedBy {
  column: string;
  p?: string;
  /** Where no number of the column is below 0, as those of an F test: the column that says in which direction each gene changes. */
  change?: string;
  /** What a result that is no comparison is ranked by: the column's title. The two ends of such a ranking are not up and down. */
  title?: string;
}

/**
 * Undefined for a tool whose results have no genes in an order. A moderated t or a Wald statistic is best: it weighs the difference by
 * its error. A result that is a ranking by itself has one value, whatever it is called.
 */
export function rankingsOf(tool: Pick<ToolDefinition, 'produces' | 'tables'>): Rankings | undefined {
  const differential = productOf(tool, 'differential_genes');
  const ranked = productOf(tool, 'ranked_genes');
  if (differential === undefined)
    return ranked && { table: ranked.table, gene: ranked.columns.gene, by: { t: ownRanking(tool, ranked.table, ranked.columns.value) } };
  const { gene, logFC, padj } = differential.columns;
  const columns = tool.tables[differential.table]?.columns ?? [];
  const statistic = differential.columns.statistic ?? columns.find(({ name }) => name === 't' || name === 'stat')?.name;
  const p = columns.find(({ name, type }) => type === 'p' && name !== padj)?.name;
  const { comparisons } = differential;
  return {
    table: differential.table,
    ...(comparisons === undefined ? {} : { several: { table: comparisons.table, name: comparisons.name, main: comparisons.main } }),
    gene,
    by: {
      ...(statistic === undefined ? {} : { t: { column: statistic, change: logFC } }),
      ...(p === undefined ? {} : { signed_p: { column: logFC, p } }),
      logFC: { column: logFC },
    },
  };
}

function ownRanking(tool: Pick<ToolDefinition, 'tables'>, table: string, column: string): RankedBy {
  return { column, title: tool.tables[table]?.columns.find(({ name }) => name === column)?.title?.zh ?? column };
}

/** The rankings that a comparison has, the best first. */
export const rankingsIn = ({ by }: Rankings): Ranking[] => RANKINGS.filter((ranking) => by[ranking] !== undefined);

/** The smallest positive number that R tells from 0; a P below it is written as 0. */
const SMALLEST_P = 2.2250738585072014e-308;

/** Minus the logarithm of P with the sign of the difference. */
export function signedP(logFC: number, p: number): number {
  return Math.sign(logFC) * -Math.log10(Math.max(p, SMALLEST_P));
}

/**
 * Statistics with the direction of each gene's change. Those that have signs already stay; of those without (F and χ² of one degree of freedom)
 * the root gets the sign of the change, which makes them t and z: ranked as they are, what falls would stand at the top with what rises.
 */
export function signedStatistics(statistics: readonly number[], changes: readonly number[]): number[] {
  const signed = statistics.some((value) => value < 0) || !changes.some((change) => change < 0);
  return signed ? [...statistics] : statistics.map((value, i) => Math.sign(changes[i] ?? Number.NaN) * Math.sqrt(value));
}

/** Genes with a finite number each, the largest first; of a gene that comes again, the row with the largest absolute value. */
interface RankedList {
  genes: string[];
  values: number[];
  repeated: number;
  unreadable: number;
  /** Genes whose value another one has, too. */
  tied: number;
}

export function rankGenes(pairs: Iterable<readonly [gene: string, value: number]>): RankedList {
  const best = new Map<string, number>();
  let repeated = 0;
  let unreadable = 0;
  for (const [name, value] of pairs) {
    const gene = name.trim();
    if (MISSING_CELLS.has(gene) || !Number.isFinite(value)) {
      unreadable += 1;
      continue;
    }
    const before = best.get(gene);
    if (before !== undefined) repeated += 1;
    if (before === undefined || Math.abs(value) > Math.abs(before)) best.set(gene, value);
  }
  // Equal values stand by name, so that the order of the rows changes nothing.
  const sorted = [...best].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const counts = new Map<number, number>();
  for (const [, value] of sorted) counts.set(value, (counts.get(value) ?? 0) + 1);
  const tied = [...counts.values()].reduce((sum, count) => sum + (count > 1 ? count : 0), 0);
  return { genes: sorted.map(([gene]) => gene), values: sorted.map(([, value]) => value), repeated, unreadable, tied };
}
