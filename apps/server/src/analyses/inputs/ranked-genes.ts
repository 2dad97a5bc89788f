import {
  comparisonParts,
  geneColumn,
  listNames,
  numbersOf,
  RANKED_MAX,
  RANKING_ENGLISH,
  RANKING_WORDS,
  type RankedGenesParameter,
  type RankedValue,
  rankGenes,
  rankingsIn,
  rankingsOf,
  signedP,
  signedStatistics,
} from '@oncoloom/tool-kit';
import type { StoredFile } from '../../files/service.ts';
import { fieldError } from '../../platform/errors.ts';
import { cellsOf } from '../input-sources/cells.ts';
import { ownAnalysis } from '../input-sources/from-analysis.ts';
import { ownFile } from '../input-sources/from-file.ts';
import { describeDocument } from '../input-sources/from-text.ts';
import { refuseUnknownPart } from '../input-sources/listed-genes.ts';
import { numberOf, tableColumns } from '../results/table-columns.ts';
import type { AnalysisRecord, UsedInput } from '../tables.ts';
import { isSimulated } from '../texts/simulated.ts';
import type { Described, ResolvedKind, Sources } from './kind.ts';

interface Place {
  field: string;
  parameter: RankedGenesParameter;
}
/** By what genes are ranked, and whether its two ends are up and down: of a correlation or a spread they are not. */
interface RankedBy {
  by: string;
  byEnglish: string;
  changes: boolean;
  /** Which of several comparisons of a result it is of. */
  comparison?: string;
}
interface Ranked extends Partial<RankedBy> {
  name: string;
  pairs: Iterable<readonly [string, number]>;
  request: UsedInput['request'];
  simulated?: boolean;
}

function describeRanking(
  { field, parameter }: Place,
  { name, pairs, by, byEnglish, changes, comparison, request, simulated = false }: Ranked,
): Described {
  const { genes, values, repeated, unreadable, tied } = rankGenes(pairs);
  const told = { ...(by === undefined ? {} : { by, byEnglish, changes }), ...(comparison === undefined ? {} : { comparison }) };
  return describeDocument({
    field,
    parameter,
    type: 'ranking',
    content: { genes, values, ...told },
    rows: genes.length,
    columns: 2,
    facts: { name, ranking: { genes: genes.length, repeated, unreadable, tied, ...(by === undefined ? {} : { by }) } },
    request,
    simulated,
  });
}

/** Columns of results as packages write them, those that rank best first; of F and χ² the direction stands in a column of changes. */
const SIGNED = ['value', 'stat', 't', 'statistic', 'wald', 'z'];
const UNSIGNED = ['f', 'lr'];
const CHANGES = ['log2foldchange', 'logfc', 'log2fc', 'avg_log2fc', 'lfc'];

/**
 * The column that a file is ranked by: the best that is known, else the only one of numbers. The first of several is not taken: of DESeq2's results
 * that is the mean of counts, by which a ranking says nothing of a difference.
 */
function rankingColumn(
  place: Place,
  name: string,
  columns: readonly string[],
  isNumeric: (at: number) => boolean,
): { at: number; change: number } {
  const lower = columns.map((column) => column.trim().toLowerCase());
  const known = (names: readonly string[]) => names.map((one) => lower.indexOf(one)).find((at) => at >= 0 && isNumeric(at)) ?? -1;
  const change = known(CHANGES);
  const signed = known(SIGNED);
  if (signed >= 0) return { at: signed, change };
  const unsigned = change < 0 ? -1 : known(UNSIGNED);
  if (unsigned >= 0 || change >= 0) return { at: unsigned >= 0 ? unsigned : change, change };
  const numeric = columns.flatMap((_, at) => (isNumeric(at) ? [at] : []));
  const [only, ...others] = numeric;
  if (only === undefined) throw fieldError(place.field, `「${name}」里没有一列数字可以排序。要有 gene 和 value 两列`);
  if (others.length === 0) return { at: only, change };
  const several = listNames(numeric.map((at) => columns[at] ?? ''));
  throw fieldError(
    place.field,
    `「${name}」有几列数字（${several}），看不出按哪一列排序。请把要用的一列改名为 value，或只留基因名和这一列`,
  );
}

async function ofFile(sources: Sources, place: Place, file: StoredFile): Promise<Described> {
  const { columns, rows } = await cellsOf(sources, { ...place, takes: ['table', 'gene_list', 'annotation'] }, file, RANKED_MAX);
  const numeric = columns.map((_, at) => numbersOf(rows.map((row) => row[at] ?? '')) !== undefined);
  const gene = Math.max(0, geneColumn(columns, numeric, rows));
  const isNumeric = (at: number) => at !== gene && rows.some((row) => Number.isFinite(numberOf(row[at])));
  const { at, change } = rankingColumn(place, file.name, columns, isNumeric);
  const values = rows.map((row) => numberOf(row[at]));
  const signed =
    change < 0 || change === at
      ? values
      : signedStatistics(
          values,
          rows.map((row) => numberOf(row[change])),
        );
  const column = columns[at] ?? '';
  return describeRanking(place, {
    name: file.name,
    pairs: rows.map((row, i) => [row[gene] ?? '', signed[i] ?? Number.NaN] as const),
    by: `上传的表的「${column}」列`,
    byEnglish: `the column “${column}” of the uploaded table`,
    changes: true,
    request: { from: 'file', id: file.id },
  });
}

/** All genes of a comparison; of several that which is named, without a name the main one. */
async function ofAnalysis({ tools, storage }: Sources, place: Place, source: AnalysisRecord, request: RankedValue): Promise<Ranked> {
  const { by: asked, comparison } = request;
  const tool = tools.get(source.taskType);
  const rankings = tool && rankingsOf(tool);
  const several = rankings?.several;
  if (comparison !== undefined) {
    const parts = tool && comparisonParts(tool);
    if (parts === undefined)
      throw fieldError(
        place.field,
        `「${source.name}」没有分成几个对比，选不出「${comparison}」。请去掉对比的名称，或换一次多组的差异分析`,
      );
    await refuseUnknownPart(storage, place.field, source, parts, comparison);
  }
  const stands = comparison === undefined ? rankings?.table : several?.table;
  const table = source.result?.tables.find(({ id }) => id === stands);
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
  const { column, p, change, title } = columns;
  const read = await tableColumns(storage, table.sha256, [rankings.gene, column, p ?? '', change ?? '', several?.name ?? '']);
  const names = read.pop();
  const [genes = [], cells = [], ...others] = read.map((one) =>
    comparison === undefined ? one : one?.filter((_, row) => names?.[row] === comparison),
  );
  const [ps, changes] = others.map((one) => one?.map(numberOf));
  const values = cells.map(numberOf);
  const signed = changes === undefined ? values : signedStatistics(values, changes);
  const pairs = genes.map((gene, i) => {
    const value = signed[i] ?? Number.NaN;
    return [gene, ps === undefined ? value : signedP(value, ps[i] ?? Number.NaN)] as const;
  });
  const words =
    title === undefined
      ? { by: RANKING_WORDS[by], byEnglish: RANKING_ENGLISH[by], changes: true }
      : { by: title, byEnglish: `the column “${column}” of the earlier result`, changes: false };
  const main = several === undefined ? undefined : source.result?.facts[several.main];
  const of = comparison ?? (typeof main === 'string' ? main : undefined);
  return {
    name: comparison === undefined ? source.name : `${source.name} · ${comparison}`,
    pairs,
    ...words,
    ...(of === undefined ? {} : { comparison: of }),
    request,
    simulated: isSimulated(source),
  };
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
    return describeRanking(place, await ofAnalysis(sources, place, source, value));
  },
  example: (sources, { field, parameter, file }) => ofFile(sources, { field, parameter }, file),
};
