import type { MatrixFacts } from '@oncoloom/contract';
import type { FactTest, Requirement, ValueTest } from '../declaration/define-tool.ts';

/** What several declarations ask of a matrix, and the words in which all of them do: `refuse('probes', [matrix.probes], { message: … })`. */

type Fact = Requirement['facts'][number];

/** What can be found of the matrix that the parameter `input` takes. */
export const matrixOf = (input: string) => {
  const fact = (name: keyof MatrixFacts, is: FactTest): Fact => ({ input, fact: name, is });
  const kind = (...kinds: MatrixFacts['kind'][]) => fact('kind', { in: kinds });
  const identifiers = (...names: MatrixFacts['identifiers'][]) => fact('identifiers', { in: names });
  return {
    fact,
    kind,
    counts: kind('counts'),
    linear: kind('linear'),
    unlogged: kind('linear', 'counts'),
    logged: kind('log', 'batch-corrected'),
    scores: kind('scores'),
    batchCorrected: kind('batch-corrected'),
    identifiers,
    probes: identifiers('probe'),
    rows: (is: ValueTest) => fact('rows', is),
    samples: (is: ValueTest) => fact('columns', is),
    minimum: (is: ValueTest) => fact('minimum', is),
    missing: fact('missing', { above: 0 }),
    negative: fact('negative', { above: 0 }),
    noNegative: fact('negative', { below: 1 }),
    /** More than 1% of the values have decimals. */
    fractional: fact('fractional', { above: 0.01 }),
    /** No log2(x + 1): at −1 and below. */
    withoutLog: fact('minimum', { below: -0.999999 }),
  };
};

/** The matrix of `expressionFile`. */
export const matrix = matrixOf('file_id');

type Chosen = string | boolean;

/** `field` is where the finding stands, else at the matrix; `when`: the parameters' values under which it is looked for. */
interface Finding extends Pick<Requirement, 'message' | 'detail' | 'fix' | 'values'> {
  field?: string;
  when?: Readonly<Record<string, Chosen | readonly Chosen[]>>;
}

const finding =
  (level: Requirement['level']) =>
  (code: string, facts: readonly Fact[], { field = facts[0]?.input ?? 'file_id', when, ...said }: Finding): Requirement => ({
    code,
    level,
    field,
    ...(when === undefined ? {} : { when: Object.entries(when).map(([parameter, is]) => ({ parameter, is: [is].flat() })) }),
    facts,
    ...said,
  });

/** Nothing runs where all these facts hold; without facts the values of the form alone decide. */
export const refuse = finding('must');

/** It runs where all these facts hold, but should not as it is. */
export const warn = finding('should');

/** What is done where all these facts hold, to be known before. */
export const tell = finding('note');

/** The remedy of a file that has probes. */
export const toGeneNames = { label: '换成基因名', file: 'probes_to_genes' } as const satisfies Requirement['fix'];

type Shown = Pick<Finding, 'when' | 'fix'>;

/** Not the raw counts that a method models. @param remedy What to do; `ofFractions`: of values with decimals, where that differs. */
export const notCounts = ({ remedy, ofFractions = remedy, ...shown }: Shown & { remedy: string; ofFractions?: string }) => [
  refuse('negative_counts', [matrix.negative], { message: `这张表里有 {{negative}} 个负数，不是原始计数。${remedy}`, ...shown }),
  refuse('not_counts', [matrix.fractional, matrix.noNegative], {
    message: `这张表不是原始计数：约 {{fractional}} 的数值带小数。${ofFractions}`,
    ...shown,
  }),
];

/** Empty cells among raw counts. */
export const missingCounts = (shown: Shown = {}) =>
  refuse('missing_counts', [matrix.missing], { message: '计数表里有 {{missing}} 个空格子。没有测到的基因请填 0，再上传', ...shown });

/** Values without logarithms, where genes are correlated. */
export const linearCorrelated = warn('linear', [matrix.linear], {
  message: '数值 {{minimum}}–{{maximum}}，像是没有取过对数。少数特别高的样本会左右相关系数，建议先用「对数转换」取 log2',
});
