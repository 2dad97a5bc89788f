import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { productOf, type ToolDefinition } from '@oncoloom/tool-kit';
import { ApiError } from '../platform/errors.ts';
import type { Storage } from '../platform/storage.ts';
import type { AnalysisRecord } from './tables.ts';

export type Direction = 'up' | 'down' | 'all';

export interface DiffGene {
  gene: string;
  logFC: number;
  padj: number;
}

interface Significant {
  header: string;
  /** Lines of the table, in its own order. */
  lines: string[];
  genes: DiffGene[];
}

/** The genes of a differential result that pass the run's own thresholds. Throws 422 for another kind of analysis. */
export async function significantGenes(
  storage: Storage,
  tool: ToolDefinition,
  analysis: AnalysisRecord,
  direction: Direction,
): Promise<Significant> {
  const product = productOf(tool, 'differential_genes');
  const table = analysis.result?.tables.find((entry) => entry.id === product?.table);
  if (product === undefined || table === undefined) throw new ApiError(422, '这次分析不是差异分析，没有差异基因');
  const [header = '', ...lines] = (await readFile(await storage.path(table.sha256), 'utf8')).split('\n');
  const columns = header.split('\t');
  const [gene, logFC, padj] = [product.columns.gene, product.columns.logFC, product.columns.padj].map((name) => columns.indexOf(name)) as [
    number,
    number,
    number,
  ];
  const limit = { logFC: Number(analysis.values.log2fc), padj: Number(analysis.values.padj) };
  const kept: Significant = { header, lines: [], genes: [] };
  for (const line of lines) {
    const cells = line.split('\t');
    const found = { gene: cells[gene] ?? '', logFC: Number(cells[logFC]), padj: cells[padj] === '' ? Number.NaN : Number(cells[padj]) };
    if (!(Math.abs(found.logFC) >= limit.logFC && found.padj < limit.padj)) continue;
    if ((direction === 'up' && found.logFC < 0) || (direction === 'down' && found.logFC > 0)) continue;
    kept.lines.push(line);
    kept.genes.push(found);
  }
  return kept;
}

/** The significant rows as a table of their own. */
export function significantTable(significant: Significant): Readable {
  return Readable.from([`${[significant.header, ...significant.lines].join('\n')}\n`]);
}
