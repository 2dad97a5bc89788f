import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Direction, productOf, type ToolDefinition } from '@oncoloom/tool-kit';
import { ApiError } from '../../platform/errors.ts';
import type { Storage } from '../../storage/storage.ts';
import type { AnalysisRecord } from '../tables.ts';

interface DiffGene {
  gene: string;
  logFC: number;
  padj: number;
}

interface Significant {
  header: string;
  /** Lines of the table, in its own order. */
  lines: string[];
  genes: DiffGene[];
  /** Genes that could have passed: those with an adjusted P, each once. */
  tested: string[];
}

/**
 * The genes of a differential result that pass the run's own thresholds. Throws 422 for another kind of analysis.
 *
 * @param comparison One of the comparisons of the result; without it the main one.
 */
export async function significantGenes(
  storage: Storage,
  tool: ToolDefinition,
  analysis: AnalysisRecord,
  direction: Direction,
  comparison?: string,
): Promise<Significant> {
  const product = productOf(tool, 'differential_genes');
  const several = comparison === undefined ? undefined : product?.comparisons;
  const table = analysis.result?.tables.find((entry) => entry.id === (several ?? product)?.table);
  if (product === undefined || table === undefined) throw new ApiError(422, '这次分析不是差异分析，没有差异基因');
  const [header = '', ...lines] = (await readFile(await storage.path(table.sha256), 'utf8')).split('\n');
  const columns = header.split('\t');
  const [gene, logFC, padj] = [product.columns.gene, product.columns.logFC, product.columns.padj].map((name) => columns.indexOf(name)) as [
    number,
    number,
    number,
  ];
  const [name, doubted] = several === undefined ? [] : [columns.indexOf(several.name), columns.indexOf(several.doubted)];
  const limit = { logFC: Number(analysis.values.log2fc), padj: Number(analysis.values.padj) };
  const kept: Significant = { header, lines: [], genes: [], tested: [] };
  const tested = new Set<string>();
  for (const line of lines) {
    const cells = line.split('\t');
    if (name !== undefined && cells[name] !== comparison) continue;
    // What one sample may have made is neither found nor tested.
    if (doubted !== undefined && cells[doubted] === 'TRUE') continue;
    const found = { gene: cells[gene] ?? '', logFC: Number(cells[logFC]), padj: cells[padj] === '' ? Number.NaN : Number(cells[padj]) };
    if (found.gene !== '' && Number.isFinite(found.padj)) tested.add(found.gene);
    if (!(Math.abs(found.logFC) >= limit.logFC && found.padj < limit.padj)) continue;
    if ((direction === 'up' && found.logFC < 0) || (direction === 'down' && found.logFC > 0)) continue;
    kept.lines.push(line);
    kept.genes.push(found);
  }
  return { ...kept, tested: [...tested] };
}

/** The significant rows as a table of their own. */
export function significantTable(significant: Significant): Readable {
  return Readable.from([`${[significant.header, ...significant.lines].join('\n')}\n`]);
}
