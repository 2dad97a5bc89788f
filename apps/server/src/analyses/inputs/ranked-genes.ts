import {
  RANKED_MAX,
  RANKING_WORDS,
  type RankedGenesParameter,
  type Ranking,
  rankGenes,
  rankingsIn,
  rankingsOf,
  signedP,
} from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import { isSimulated } from '../simulated.ts';
import { numberOf, tableColumns } from '../table-columns.ts';
import type { AnalysisRecord, UsedInput } from '../tables.ts';
import { cellsOf } from './cells.ts';
import { ownAnalysis } from './from-analysis.ts';
import { ownFile } from './from-file.ts';
import { describeDocument } from './from-text.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

interface Place {
  field: string;
  parameter: RankedGenesParameter;
}
interface Ranked {
  name: string;
  pairs: Iterable<readonly [string, number]>;
  by?: Ranking;
  request: UsedInput['request'];
  simulated?: boolean;
}

function describeRanking({ field, parameter }: Place, { name, pairs, by, request, simulated = false }: Ranked): Described {
  const { genes, values, repeated, unreadable, tied } = rankGenes(pairs);
  return describeDocument({
    field,
    parameter,
    type: 'ranking',
    content: { genes, values, ...(by === undefined ? {} : { by: RANKING_WORDS[by] }) },
    rows: genes.length,
    columns: 2,
    facts: { name, ranking: { genes: genes.length, repeated, unreadable, tied, ...(by === undefined ? {} : { by: RANKING_WORDS[by] }) } },
    request,
    simulated,
  });
}

/** The columns `gene` and `value`, else the first and the first of numbers behind it. */
async function ofFile(sources: Sources, place: Place, file: StoredFile): Promise<Described> {
  const { columns, rows } = await cellsOf(sources, { ...place, takes: ['table', 'gene_list', 'annotation'] }, file, RANKED_MAX);
  const lower = columns.map((column) => column.toLowerCase());
  const gene = Math.max(0, lower.indexOf('gene'));
  const isNumeric = (at: number) => at !== gene && rows.some((row) => Number.isFinite(numberOf(row[at])));
  const value = lower.includes('value') ? lower.indexOf('value') : columns.findIndex((_, at) => isNumeric(at));
  if (value < 0) throw fieldError(place.field, `「${file.name}」里没有一列数字可以排序。要有 gene 和 value 两列`);
  const pairs = rows.map((row) => [row[gene] ?? '', numberOf(row[value])] as const);
  return describeRanking(place, { name: file.name, pairs, request: { from: 'file', id: file.id } });
}

async function ofAnalysis({ tools, storage }: Sources, place: Place, source: AnalysisRecord, asked: Ranking | null): Promise<Ranked> {
  const tool = tools.get(source.taskType);
  const rankings = tool && rankingsOf(tool);
  const table = source.result?.tables.find(({ id }) => id === rankings?.table);
  if (rankings === undefined || table === undefined)
    throw fieldError(place.field, `「${source.name}」的结果里没有可以排序的基因，请换一次已完成的分析`);
  const by = asked ?? rankingsIn(rankings)[0];
  const columns = by && rankings.by[by];
  if (by === undefined || columns === undefined) {
    const others = rankingsIn(rankings).map((one) => `「${RANKING_WORDS[one]}」`);
    throw fieldError(
      place.field,
      `「${source.name}」的结果里没有${asked === null ? '可以排序的数值' : `「${RANKING_WORDS[asked]}」`}，可以用${others.join('、')}`,
    );
  }
  const names = [rankings.gene, columns.column, ...(columns.p === undefined ? [] : [columns.p])];
  const [genes = [], values = [], ps = []] = await tableColumns(storage, table.sha256, names);
  const pairs = genes.map((gene, i) => {
    const value = numberOf(values[i]);
    return [gene, columns.p === undefined ? value : signedP(value, numberOf(ps[i]))] as const;
  });
  return { name: source.name, pairs, by, request: { from: 'analysis', id: source.id, by: asked }, simulated: isSimulated(source) };
}

/** All genes with a number each: typed, of a file, or of an earlier comparison by one of its columns. */
export const rankedGenes: ResolvedKind<RankedGenesParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    const place = { field, parameter };
    if (value.from === 'rows') {
      const pairs = value.rows.map(([gene = '', number]) => [gene, numberOf(number)] as const);
      return describeRanking(place, { name: parameter.label, pairs, request: value });
    }
    if (value.from === 'file') return ofFile(sources, place, await ownFile(sources, { ...place, takes: [] }, userId, value.id));
    const source = await ownAnalysis(sources, field, userId, value.id);
    return describeRanking(place, await ofAnalysis(sources, place, source, value.by));
  },
  example: (sources, { field, parameter, file }) => ofFile(sources, { field, parameter }, file),
};
