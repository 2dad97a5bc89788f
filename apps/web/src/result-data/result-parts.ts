import type { Analysis } from '@oncoloom/contract';
import { numbersOf, parseTsv, textsOf } from '@oncoloom/figures';
import { type AnyTool, resultParts } from '@oncoloom/tool-kit';
import { analysisFileText } from '../api/analyses.ts';

/** A part of a result (a module, a cluster, a comparison), and how many genes it has. */
export interface NamedPart {
  name: string;
  genes: number;
}

/** The parts of a result in the order of its table; none where its tool makes none. */
export async function partsOfResult(
  { id, result }: Pick<Analysis, 'id' | 'result'>,
  tool: AnyTool,
  signal: AbortSignal,
): Promise<NamedPart[]> {
  const parts = resultParts(tool);
  const file = result?.tables.find((table) => table.id === parts?.table);
  const declaration = parts && tool.tables[parts.table];
  if (parts === undefined || file === undefined || declaration === undefined) return [];
  const rows = parseTsv(await analysisFileText(id, file.file_key, file.filename, { signal, silent: true }), declaration);
  const names = textsOf(rows, parts.name);
  if (parts.count !== undefined) {
    const genes = numbersOf(rows, parts.count);
    return names.map((name, i) => ({ name, genes: genes[i] ?? 0 }));
  }
  const counts = new Map<string, number>();
  for (const name of names) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, genes]) => ({ name, genes }));
}
