import { MISSING_CELLS } from '@oncoloom/contract';
import {
  clauseHolds,
  type Direction,
  geneColumn,
  genesOfColumn,
  type InputParameter,
  listNames,
  numbersOf,
  productOf,
  type ResultParts,
  resultParts,
} from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Sources } from '../inputs/kind.ts';
import { significantGenes } from '../results/differential.ts';
import { numberOf, tableColumns } from '../results/table-columns.ts';
import type { AnalysisRecord } from '../tables.ts';
import { cellsOf } from './cells.ts';

/** Genes of a list, and all that could have been in it where that is known. */
export interface ListedGenes {
  genes: readonly string[];
  universe?: readonly string[];
}

/**
 * The genes of a file with a list, or of a table's column that names genes; `column` is that one's. Throws 409 and 422 as `describeFile` does, 422
 * where no column of a table names genes.
 */
export async function genesOfFile(
  sources: Sources,
  place: { field: string; parameter: InputParameter },
  file: StoredFile,
): Promise<{ genes: string[]; column?: string }> {
  const { columns, rows } = await cellsOf(sources, { ...place, takes: ['gene_list', 'table'] }, file);
  if (file.fileType === 'gene_list') return { genes: genesOfColumn(rows.map(([gene = '']) => gene)) };
  const numeric = columns.map((_, at) => numbersOf(rows.map((row) => row[at] ?? '')) !== undefined);
  const at = geneColumn(columns, numeric, rows);
  if (at < 0) throw fieldError(place.field, `「${file.name}」里没有认出基因名那一列。请把列名写成 gene，或上传每行一个基因的名单`);
  return {
    genes: genesOfColumn(rows.map((row) => row[at] ?? '').filter((cell) => !MISSING_CELLS.has(cell.trim()))),
    column: columns[at] ?? '',
  };
}

/**
 * The genes of an earlier result: those that a comparison found changed, with all that it tested; those that a result lists, with its background; those of one of
 * its modules. Throws 422 where it has none of these, or no module or comparison of this name.
 *
 * @param of `module` is the name of a part: a module, a cluster, or one of several comparisons.
 */
export async function genesOfResult(
  { tools, storage }: Pick<Sources, 'tools' | 'storage'>,
  field: string,
  source: AnalysisRecord,
  { direction, module = '' }: { direction: Direction; module?: string },
): Promise<ListedGenes> {
  const tool = tools.get(source.taskType);
  const tableOf = (id: string | undefined) => source.result?.tables.find((table) => table.id === id);
  const parts = tool && resultParts(tool);
  if (tool !== undefined && productOf(tool, 'differential_genes') !== undefined && source.result !== null) {
    const one = module === '' ? undefined : module;
    const counted = tableOf(parts?.table);
    if (one !== undefined && parts !== undefined && counted !== undefined) await refuseUnknownPart(storage, field, source, parts, one);
    const { genes, tested } = await significantGenes(storage, tool, source, direction, one);
    return { genes: [...new Set(genes.map(({ gene }) => gene))], universe: tested };
  }
  const labels = tool && productOf(tool, 'module_labels');
  const labelled = tableOf(labels?.table);
  if (labels !== undefined && labelled !== undefined && (module !== '' || productOf(tool ?? { produces: [] }, 'gene_list') === undefined)) {
    const [genes = [], modules = []] = await tableColumns(storage, labelled.sha256, [labels.columns.gene, labels.columns.module]);
    const known = [...new Set(modules)].filter((one) => one !== '');
    if (!known.includes(module)) {
      const word = parts?.word ?? '';
      const what = module === '' ? `要选其中一个${word}` : `没有「${module}」这个${word}`;
      throw fieldError(field, `「${source.name}」的基因分成${word}，${what}：${listNames(known)}`);
    }
    return { genes: genesOfColumn(genes.filter((_, i) => modules[i] === module)), universe: genesOfColumn(genes) };
  }
  const product = tool && productOf(tool, 'gene_list');
  const table = tableOf(product?.table);
  if (product === undefined || table === undefined) throw fieldError(field, `「${source.name}」的结果里没有基因名单，请换一次已完成的分析`);
  const { rows = [], columns } = product;
  const [genes = [], ...tested] = await tableColumns(storage, table.sha256, [columns.gene, ...rows.map(({ column }) => column)]);
  const listed = genes.filter((_, i) => rows.every((clause, at) => clauseHolds(clause, numberOf(tested[at]?.[i]), source.values)));
  const background = tableOf(product.universe?.table);
  if (product.universe === undefined || background === undefined || background.rows === 0) return { genes: genesOfColumn(listed) };
  const [universe = []] = await tableColumns(storage, background.sha256, [product.universe.gene]);
  return { genes: genesOfColumn(listed), universe: genesOfColumn(universe) };
}

/** Throws 422 with the names that there are, where a result has no part of this name. */
export async function refuseUnknownPart(
  storage: Storage,
  field: string,
  source: AnalysisRecord,
  { table, name, word }: ResultParts,
  part: string,
): Promise<void> {
  const counted = source.result?.tables.find(({ id }) => id === table);
  const [known = []] = counted === undefined ? [] : await tableColumns(storage, counted.sha256, [name]);
  if (!known.includes(part)) throw fieldError(field, `「${source.name}」没有「${part}」这个${word}，有的是：${listNames(known)}`);
}
