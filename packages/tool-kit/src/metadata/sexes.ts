import type { MatrixFacts } from '@oncoloom/contract';
import { median } from '../inputs/survival-table.ts';
import { formatDecimal } from '../words/format.ts';
import type { SexProposal } from './proposals.ts';
import { traitOf } from './samples.ts';
import type { SampleColumn, SeriesMetadata } from './series.ts';
import { phrases, wordsOf } from './words.ts';

type Sex = 'female' | 'male';
const SEX_WORDS: Readonly<Record<Sex, readonly string[]>> = {
  female: phrases(['female', 'f', 'woman', 'women', 'weiblich', 'w', '女', '女性']),
  male: phrases(['male', 'm', 'man', 'men', 'männlich', '男', '男性']),
};
const ZH: Readonly<Record<Sex, string>> = { female: '女', male: '男' };
/** Of the female X that is silenced; the others of `sexGenes` lie on Y. R: `SEX_GENES`. */
const FEMALE_GENE = 'XIST';

/** So many of each sex show where its values lie. */
const SEX_LEAST = 3;
/** So far do the sexes lie apart where a gene tells them, log2. */
const GAP_LEAST = 2;
/** A value is on the side of a sex within this share of the way from its median to that of the other. */
const SIDE = 0.3;

function sexOf(value: string): Sex | undefined {
  const text = wordsOf(value).join(' ');
  return SEX_WORDS.female.includes(text) ? 'female' : SEX_WORDS.male.includes(text) ? 'male' : undefined;
}

type SexGenes = NonNullable<MatrixFacts['sexGenes']>;

/** By sample the mean of the genes' logarithms, undefined where one is missing. */
function levels(genes: SexGenes, logged: boolean, count: number): (number | undefined)[] {
  if (genes.length === 0) return [];
  return Array.from({ length: count }, (_, i) => {
    const values = genes.map(({ values }) => values[i] ?? undefined);
    const logs = values.map((value) => (value === undefined || logged ? value : Math.log2(Math.max(0, value) + 1)));
    return logs.includes(undefined) ? undefined : logs.reduce<number>((sum, value) => sum + (value ?? 0), 0) / logs.length;
  });
}

/** Of each sample which sex a level speaks for, where it clearly does; undefined of all where the level tells the sexes not apart. */
function sides(told: readonly (number | undefined)[], sexes: readonly (Sex | undefined)[]): (Sex | undefined)[] | undefined {
  const of = (sex: Sex) => told.filter((value, i): value is number => value !== undefined && sexes[i] === sex);
  const [women, men] = [of('female'), of('male')];
  if (Math.min(women.length, men.length) < SEX_LEAST) return undefined;
  const [female, male] = [median(women), median(men)];
  if (Math.abs(female - male) < GAP_LEAST) return undefined;
  return told.map((value) => {
    if (value === undefined) return undefined;
    const way = (value - female) / (male - female);
    return way <= SIDE ? 'female' : way >= 1 - SIDE ? 'male' : undefined;
  });
}

/**
 * Samples whose expression is that of the other sex than is written of them. A tumour may lose its Y, or the silence of its X: the genes of Y that are
 * not expressed make nobody female without XIST, and XIST that is not expressed makes nobody male without genes of Y.
 */
export function proposeSexes(
  { samples }: Pick<SeriesMetadata, 'samples'>,
  columns: readonly SampleColumn[],
  matrix: Pick<MatrixFacts, 'kind' | 'sexGenes'>,
): SexProposal[] {
  const genes = matrix.sexGenes ?? [];
  const column = columns.find((one) => traitOf(one) === 'sex' && one.values.some((value) => sexOf(value) !== undefined));
  const ofY = genes.filter(({ gene }) => gene !== FEMALE_GENE);
  if (column === undefined || ofY.length === 0) return [];
  const sexes = column.values.map(sexOf);
  const logged = matrix.kind === 'log' || matrix.kind === 'batch-corrected';
  const level = (some: SexGenes) => levels(some, logged, samples.length);
  const [x, y] = [level(genes.filter(({ gene }) => gene === FEMALE_GENE)), level(ofY)];
  const [byX, byY] = [sides(x, sexes), sides(y, sexes)];
  if (byY === undefined) return [];
  const seen = (i: number): Sex | undefined => {
    if (byX === undefined) return byY[i] === 'male' ? 'male' : undefined;
    return byX[i] === byY[i] ? byY[i] : undefined;
  };
  const wrong = samples.flatMap((_, i) => {
    const own = seen(i);
    return own !== undefined && sexes[i] !== undefined && own !== sexes[i] ? [{ at: i, seen: own }] : [];
  });
  if (wrong.length === 0) return [];
  const names = ofY.map(({ gene }) => gene).join('、');
  const valuesAt = (at: number) =>
    [...(byX === undefined ? [] : [`${FEMALE_GENE} ${number(x[at])}`]), `Y 染色体基因 ${number(y[at])}`].join('，');
  return [
    {
      kind: 'sexes',
      column: column.name,
      samples: wrong.map(({ at }) => samples[at] ?? ''),
      reasons: wrong.map(({ at, seen: own }) => `写的是「${column.values[at]}」，表达像${ZH[own]}性：${valuesAt(at)}（log2）`),
      score: 0.8,
      evidence: `「${column.name}」与性染色体上的基因（${byX === undefined ? '' : `${FEMALE_GENE}；`}${names}）对不上：其余样本两性分得开，这 ${wrong.length} 个落在另一性别里。可能是样本弄混，或性别写错`,
    },
  ];
}

const number = (value: number | undefined): string => (value === undefined ? '缺' : formatDecimal(value, 1));
