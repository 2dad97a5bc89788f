import type { ShareLanguage } from '@oncoloom/contract';
import { sha256Of } from '../../platform/checksum.ts';
import type { Renderer } from '../results/rendering.ts';
import { withCells } from '../results/table-cells.ts';
import type { AnalysisRecord, StoredResult } from '../tables.ts';
import type { ToolRegistry } from '../tools.ts';
import { neutralCells } from './neutral-names.ts';

type Cells = NonNullable<ReturnType<typeof neutralCells>>;

/**
 * The tables of a result for a reader who is not to know what its user's files are called. Everything that is made of them, figures, workbooks and
 * documents, is made of these. Matrices hold numbers alone.
 *
 * @param tables What is told of them, in the words of the reader.
 */
export async function neutralTables(
  { renderer, tools }: { renderer: Pick<Renderer, 'changed'>; tools: Pick<ToolRegistry, 'require'> },
  analysis: AnalysisRecord,
  tables: StoredResult['tables'],
  language: ShareLanguage,
): Promise<StoredResult['tables']> {
  const tool = tools.require(analysis.taskType);
  const cells: Cells | undefined = neutralCells(tool, analysis.inputs, language);
  if (cells === undefined) return tables;
  const names = analysis.inputs.map(({ field, name }) => [field, name]);
  return Promise.all(
    tables.map(async (table) => {
      if (table.matrix !== undefined) return table;
      const key = sha256Of(JSON.stringify(['without names', table.sha256, tool.taskType, tool.version, language, names]));
      const change = (chunks: AsyncIterable<Buffer>) => withCells(chunks, (column) => cells(table.id, column));
      const { sha256, size } = await renderer.changed(analysis, { sha256: table.sha256, size: table.bytes }, key, change, { of: 'links' });
      return { ...table, sha256, bytes: size };
    }),
  );
}
