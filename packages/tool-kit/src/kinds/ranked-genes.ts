import { z } from 'zod';
import { RANKINGS, type Ranking } from '../request/request.ts';
import { formatCount } from '../words/format.ts';
import { type Base, type InputKind, OWN } from './kind.ts';
import { partName, pleaseChoose, readIdentity, readRecords, refused, sourceOf, unreadable } from './reading.ts';

/**
 * All genes with a number each, in its order: of an earlier comparison, of a file, or typed. R gets a data frame of `gene` and
 * `value`, the largest first, each gene once.
 */
export interface RankedGenesParameter extends Base {
  kind: 'ranked-genes';
  input: string;
  fileField: string;
  /** Fields of a request for an earlier analysis, for what its genes are ranked by and for one of its comparisons. */
  source?: { field: string; rankField: string; comparisonField: string };
  /** Genes at least. */
  min?: number;
  optional?: boolean;
}

const [FILE, ANALYSIS, BY, COMPARISON] = ['file', 'analysis', 'by', 'comparison'];
export const RANKING_WORDS: Readonly<Record<Ranking, string>> = {
  t: '带方向的检验统计量（t、Wald 等）',
  signed_p: '带方向的 −log10 P',
  logFC: 'log2FC',
};
/** The same in English methods. */
export const RANKING_ENGLISH: Readonly<Record<Ranking, string>> = {
  t: 'the signed test statistic (moderated t, Wald statistic or their like)',
  signed_p: '−log10 P with the sign of the change',
  logFC: 'log2 fold change',
};
/** DESeq2 calls its statistic so. */
const written = z.preprocess((raw) => (raw === 'stat' ? 't' : raw), z.enum(RANKINGS));
/** Rows of a ranking, more than of other tables: a whole transcriptome, or all probes of an array. */
export const RANKED_MAX = 100_000;
/** Each gene is one of so many at least, or the order is mostly chance. */
const TIED_SHARE = 0.1;

export const rankedGenes: InputKind<RankedGenesParameter> = {
  fields: ({ fileField, source }) => [
    [fileField, FILE],
    ...(source === undefined
      ? []
      : ([
          [source.field, ANALYSIS],
          [source.rankField, BY],
          [source.comparisonField, COMPARISON],
        ] as const)),
  ],
  joint: true,
  read({ label }, given) {
    const part = sourceOf(label, given, [OWN, FILE, ANALYSIS]);
    if (part === undefined || part instanceof z.ZodError) return part;
    if (part === FILE) return readIdentity('file', given.get(FILE));
    if (part === ANALYSIS) {
      const source = readIdentity('analysis', given.get(ANALYSIS));
      const by = written.nullable().safeParse(given.get(BY) ?? null);
      if (!by.success) return refused(`「${label}」的排序依据只能是：${Object.values(RANKING_WORDS).join('、')}`);
      const comparison = partName.safeParse(given.get(COMPARISON));
      if (!comparison.success) return refused(`「${label}」的对比要填它的名称，与那次结果「各个对比」里的一样`);
      return source instanceof z.ZodError
        ? source
        : { ...source, by: by.data, ...(comparison.data ? { comparison: comparison.data } : {}) };
    }
    const table = readRecords(given.get(OWN), { label, maxColumns: 2, maxRows: RANKED_MAX });
    if ('issues' in table) return table;
    const even = table.columns.includes('gene') && table.columns.includes('value');
    return even ? { from: 'rows', columns: ['gene', 'value'], rows: inOrder(table) } : unreadable();
  },
  write({ fileField, source }, name, value) {
    if (value.from === 'rows') return [[name, value.rows.map(([gene = '', number = '']) => ({ gene, value: number }))]];
    if (value.from === 'file') return [[fileField, value.id]];
    if (source === undefined) return [];
    return [
      [source.field, value.id],
      ...(value.by === null ? [] : [[source.rankField, value.by] satisfies [string, string]]),
      ...(value.comparison === undefined ? [] : [[source.comparisonField, value.comparison] satisfies [string, string]]),
    ];
  },
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseChoose(parameter)),
  expected: () => '要有 gene 和 value 两列',
  schema: () => ({
    type: 'array',
    items: { type: 'object', required: ['gene', 'value'], properties: { gene: { type: 'string' }, value: { type: 'number' } } },
  }),
  fileTypes: () => ['table', 'gene_list', 'annotation'],
  fileField: ({ fileField }) => fileField,
  check({ name, parameter, facts, words }) {
    const ranking = facts[name]?.ranking;
    if (ranking === undefined) return [];
    words[`${name}_n`] = formatCount(ranking.genes);
    const { min = 2, label } = parameter;
    if (ranking.genes < min) {
      const message = `「${label}」只有 ${formatCount(ranking.genes)} 个基因有数值，至少要 ${formatCount(min)} 个。要用全部检验过的基因，不是只用显著的`;
      return [{ code: 'ranking_short', level: 'must', field: name, message }];
    }
    const { repeated, unreadable: blank, tied } = ranking;
    return [
      ...(blank > 0
        ? [
            {
              code: 'ranking_unreadable',
              level: 'note' as const,
              field: name,
              message: `有 ${formatCount(blank)} 行没有数值或基因名，不参与排序`,
            },
          ]
        : []),
      ...(repeated > 0
        ? [
            {
              code: 'ranking_repeated',
              level: 'note' as const,
              field: name,
              message: `有 ${formatCount(repeated)} 行的基因重复，每个基因取绝对值最大的一行`,
            },
          ]
        : []),
      ...(tied > TIED_SHARE * ranking.genes
        ? [
            {
              code: 'ranking_tied',
              level: 'should' as const,
              field: name,
              message: `有 ${formatCount(tied)} 个基因的数值与别的基因相同，它们的先后没有依据。请换一列数值作排序依据`,
            },
          ]
        : []),
    ];
  },
};

function inOrder({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }): string[][] {
  const [gene, value] = [columns.indexOf('gene'), columns.indexOf('value')];
  return rows.map((row) => [row[gene] ?? '', row[value] ?? '']);
}
