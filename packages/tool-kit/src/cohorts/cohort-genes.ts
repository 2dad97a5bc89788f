import type { Cohort, Finding } from '@oncoloom/contract';
import type { AskedGenes } from '../inputs/input-facts.ts';
import { type Declarations, isShown } from '../kinds/kind.ts';
import { formatCount } from '../words/format.ts';
import { type CohortChoice, cohortProblem, comparisonOf } from './cohorts.ts';

type Values = Readonly<Record<string, unknown>>;

/** The matrix in which a run looks for genes. */
export function geneMatrix({ needs }: CohortChoice, values: Values): 'gtex' | 'expression' {
  return comparisonOf(needs, values) === 'joined' ? 'gtex' : 'expression';
}

/** The genes that a request asks of a cohort, by field; a field that is empty or not shown asks for none. */
export function askedGenes(parameters: Declarations, values: Values): { field: string; asked: string[] }[] {
  return Object.entries(parameters).flatMap(([field, parameter]) => {
    if ((parameter.kind !== 'gene' && parameter.kind !== 'genes') || !isShown(parameter, values)) return [];
    const given = values[field];
    const names = (Array.isArray(given) ? given : [given]).flatMap((name) => (typeof name === 'string' ? [name.trim()] : []));
    const asked = [...new Set(names)].filter((name) => name !== '');
    return asked.length === 0 ? [] : [{ field, asked }];
  });
}

const LISTED = 3;
const list = (names: readonly string[]): string => names.slice(0, LISTED).join('、') + (names.length > LISTED ? ' 等' : '');

/** Genes that the chosen cohorts lack. A run that would find none of them is refused: it would fail after it was paid for. */
export function checkGenes(
  name: string,
  parameter: CohortChoice,
  cohorts: readonly Cohort[],
  genes: readonly AskedGenes[],
  values: Values,
): Finding[] {
  return genes.flatMap(({ field, asked, absent, elsewhere }): Finding[] => {
    const known = cohorts.filter(({ code }) => absent[code] !== undefined);
    const lacking = known.filter(({ code }) => (absent[code]?.length ?? 0) > 0);
    const without = lacking.filter(({ code }) => absent[code]?.length === asked.length);
    if (known.length > 0 && without.length === known.length) return [refused(name, parameter, field, asked, without, elsewhere, values)];
    return lacking.map(({ code, label }) => {
      const names = absent[code] ?? [];
      const kind = cohorts.length > 1 ? 'gene_absent_here' : 'genes_absent';
      const rest = cohorts.length > 1 ? '，这个队列不参与它的比较' : '，这几个不参与计算';
      const count = names.length > LISTED ? `（共 ${formatCount(names.length)} 个）` : '';
      return { code: kind, level: 'should', field, message: `${label} 里没有 ${list(names)}${count}${rest}` };
    });
  });
}

function refused(
  name: string,
  parameter: CohortChoice,
  field: string,
  asked: readonly string[],
  without: readonly Cohort[],
  elsewhere: readonly Cohort[],
  values: Values,
): Finding {
  const [first] = without;
  const matrix = geneMatrix(parameter, values);
  const count = first?.matrices[matrix]?.genes ?? 0;
  const where = without.length > 1 ? `选中的 ${without.length} 个队列` : `${first?.label} 的 ${formatCount(count)} 个基因`;
  const what = asked.length > 1 ? `名单里的 ${formatCount(asked.length)} 个基因（${list(asked)}）` : asked[0];
  const serving = elsewhere.filter((cohort) => cohortProblem(parameter, cohort, values) === undefined);
  const labels = serving.map(({ label, simulated }) => (simulated ? `${label}（模拟）` : label));
  const remedy =
    labels.length > 0
      ? `有它的队列：${labels.slice(0, 8).join('、')}${labels.length > 8 ? ` 等 ${labels.length} 个` : ''}`
      : '其余已安装的队列里也没有。请核对写法，或联系管理员安装基因更全的队列';
  const other = serving.find(({ simulated }) => !simulated);
  return {
    code: 'gene_absent',
    level: 'must',
    field,
    message: `${where}里没有 ${what}，不能计算。${remedy}`,
    ...(other === undefined
      ? {}
      : { fix: { label: `改用 ${other.label}`, parameters: { [name]: parameter.several === true ? [other.code] : other.code } } }),
  };
}
