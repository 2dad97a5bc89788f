import type { Analysis } from '@oncoloom/contract';
import { parseTsv, textsOf } from '@oncoloom/figures';
import { type AnyTool, productOf } from '@oncoloom/tool-kit';
import { analysisFileText } from '../api/analyses.ts';

/** A module of a result, and how many genes it has. */
export interface ResultModule {
  name: string;
  genes: number;
}

/** The modules of a result in the order of its table; none where its tool makes none. */
export async function modulesOf(
  { id, result }: Pick<Analysis, 'id' | 'result'>,
  tool: AnyTool,
  signal: AbortSignal,
): Promise<ResultModule[]> {
  const product = productOf(tool, 'module_labels');
  const file = result?.tables.find((table) => table.id === product?.table);
  const declaration = product && tool.tables[product.table];
  if (product === undefined || file === undefined || declaration === undefined) return [];
  const rows = parseTsv(await analysisFileText(id, file.file_key, file.filename, { signal, silent: true }), declaration);
  const counts = new Map<string, number>();
  for (const module of textsOf(rows, product.columns.module)) if (module !== '') counts.set(module, (counts.get(module) ?? 0) + 1);
  return [...counts].map(([name, genes]) => ({ name, genes }));
}
