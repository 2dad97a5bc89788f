import { type GeneSuggestion, type ProjectRow, SEARCH_RESULTS_MAX } from '@oncoloom/contract';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { exactGene } from '../base/exact-first.ts';
import { type Item, itemOfGene, itemOfProject, itemOfTool } from './search-option.tsx';
import { type Found, termsOf } from './search-tools.ts';

/** Genes beside the tools: who looks for one goes on typing. */
const GENES_MAX = 6;
const PROJECTS_SHOWN = 3;

/** What the groups of results are called. */
export const GROUP_TITLES = { tools: '工具', genes: '基因', projects: '课题' } as const;

export interface Results {
  /** In the order in which they stand. */
  groups: readonly { kind: keyof typeof GROUP_TITLES; items: readonly Item[] }[];
  /** The line that Enter opens while no other was chosen; -1: none. */
  first: number;
}

/** A tool is called so; 「GO」 means the tool and no gene. */
function isCalled({ title, keywords }: MenuEntry, query: string): boolean {
  const asked = termsOf(query).join(' ');
  return [title, ...keywords].some((name) => termsOf(name).join(' ') === asked);
}

/**
 * Tools and genes for a query, together no more than the specification shows, and some projects of the user behind them. A gene whose symbol was typed stands first, unless a tool is called
 * so; a gene that merely begins so is never what Enter opens.
 */
export function arrange(
  query: string,
  tools: readonly Found<MenuEntry>[],
  genes: readonly GeneSuggestion[],
  projects: readonly ProjectRow[] = [],
): Results {
  const shownGenes = genes.slice(0, GENES_MAX).map(itemOfGene);
  const shownTools = tools.slice(0, SEARCH_RESULTS_MAX - shownGenes.length).map(itemOfTool);
  const exact = exactGene(genes) !== undefined && !tools.some(({ tool }) => isCalled(tool, query));
  const both = [{ kind: 'tools', items: shownTools } as const, { kind: 'genes', items: shownGenes } as const];
  const named = { kind: 'projects', items: projects.slice(0, PROJECTS_SHOWN).map(itemOfProject) } as const;
  const groups = [...(exact ? both.reverse() : both), named].filter(({ items }) => items.length > 0);
  return { groups, first: exact || shownTools.length > 0 || (shownGenes.length === 0 && named.items.length > 0) ? 0 : -1 };
}

/** Projects whose names hold all that was typed. */
export function projectsCalled(projects: readonly ProjectRow[], query: string): ProjectRow[] {
  const terms = termsOf(query);
  return terms.length === 0 ? [] : projects.filter(({ name }) => terms.every((term) => name.toLowerCase().includes(term)));
}
