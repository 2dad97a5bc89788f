import { clauseHolds, type DirectedValue, type GeneListParameter, genesOfColumn, productOf } from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import { significantGenes } from '../differential.ts';
import { isSimulated } from '../simulated.ts';
import { numberOf, tableColumns } from '../table-columns.ts';
import type { AnalysisRecord, UsedInput } from '../tables.ts';
import { cellsOf } from './cells.ts';
import { ownAnalysis } from './from-analysis.ts';
import { ownFile } from './from-file.ts';
import { describeDocument } from './from-text.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

interface Listed {
  field: string;
  parameter: GeneListParameter;
  name: string;
  genes: readonly string[];
  universe?: readonly string[];
  request: UsedInput['request'];
  simulated?: boolean;
}

function describeGenes({ field, parameter, name, genes, universe, request, simulated = false }: Listed): Described {
  return describeDocument({
    field,
    parameter,
    type: 'genes',
    content: { genes, universe: universe ?? null },
    rows: genes.length,
    columns: 1,
    facts: { name, geneList: { genes, ...(universe === undefined ? {} : { universe: universe.length }) } },
    request,
    simulated,
  });
}

async function ofFile(sources: Sources, place: { field: string; parameter: GeneListParameter }, file: StoredFile): Promise<Described> {
  const { rows } = await cellsOf(sources, { ...place, takes: ['gene_list'] }, file);
  const genes = genesOfColumn(rows.map(([gene = '']) => gene));
  return describeGenes({ ...place, name: file.name, genes, request: { from: 'file', id: file.id } });
}

/** Changed genes with what was tested, else the genes that a result lists. */
async function ofAnalysis(
  { tools, storage }: Sources,
  place: { field: string; parameter: GeneListParameter },
  source: AnalysisRecord,
  request: DirectedValue,
): Promise<Described> {
  const tool = tools.get(source.taskType);
  const from = { ...place, name: source.name, request, simulated: isSimulated(source) };
  if (tool !== undefined && productOf(tool, 'differential_genes') !== undefined && source.result !== null) {
    const { genes, tested } = await significantGenes(storage, tool, source, request.direction);
    return describeGenes({ ...from, genes: [...new Set(genes.map(({ gene }) => gene))], universe: tested });
  }
  const product = tool && productOf(tool, 'gene_list');
  const table = source.result?.tables.find(({ id }) => id === product?.table);
  if (product === undefined || table === undefined)
    throw fieldError(place.field, `「${source.name}」的结果里没有基因名单，请换一次已完成的分析`);
  const { rows = [], columns } = product;
  const [genes = [], ...tested] = await tableColumns(storage, table.sha256, [columns.gene, ...rows.map(({ column }) => column)]);
  const listed = genes.filter((_, i) => rows.every((clause, at) => clauseHolds(clause, numberOf(tested[at]?.[i]), source.values)));
  return describeGenes({ ...from, genes: genesOfColumn(listed) });
}

/** Genes that were typed, of a file, or those that an earlier comparison found changed, with all that it tested. */
export const geneList: ResolvedKind<GeneListParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    const place = { field, parameter };
    if (value.from === 'genes') return describeGenes({ ...place, name: parameter.label, genes: value.genes, request: value });
    if (value.from === 'file') return ofFile(sources, place, await ownFile(sources, { ...place, takes: [] }, userId, value.id));
    return ofAnalysis(sources, place, await ownAnalysis(sources, field, userId, value.id), value);
  },
  example: (sources, { field, parameter, file }) => ofFile(sources, { field, parameter }, file),
};
