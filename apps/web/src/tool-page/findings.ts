import { FINDING_LEVELS, type Finding, type MatrixFacts } from '@oncoloom/contract';
import { formatCount, formatDecimal } from '@oncoloom/tool-kit';

/** Must, should, passed, note; within a level as they came. The same finding twice is one. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  const different = findings.filter(({ code, field, message }) => {
    const key = JSON.stringify([code, field, message]);
    return !seen.has(key) && seen.add(key);
  });
  return different.sort((a, b) => FINDING_LEVELS.indexOf(a.level) - FINDING_LEVELS.indexOf(b.level));
}

/** 「1 项必须处理 · 1 项建议处理 · 4 项正常」 */
export function countFindings(findings: readonly Pick<Finding, 'level'>[]): string {
  const words = { must: '必须处理', should: '建议处理', passed: '正常' } as const;
  return Object.entries(words)
    .flatMap(([level, word]) => {
      const count = findings.filter((finding) => finding.level === level).length;
      return count === 0 ? [] : [`${count} 项${word}`];
    })
    .join(' · ');
}

const KINDS: Record<MatrixFacts['kind'], string> = {
  counts: '原始计数',
  log: '已取 log2 的数据',
  linear: '没有取过 log2 的数据',
  'batch-corrected': '去过批次的数据',
};

const shortNumber = (value: number) =>
  Math.abs(value) >= 1000 ? formatCount(value) : formatDecimal(value, Number.isInteger(value) ? 0 : 2);

/** What is in order with a matrix, or worth knowing, from its facts alone. */
export function matrixFindings(field: string, matrix: MatrixFacts): Finding[] {
  const { minimum, maximum, kind, missing, constantRows } = matrix;
  const range: Finding = {
    code: 'matrix_kind',
    level: 'passed',
    field,
    message: `数值 ${shortNumber(minimum)}–${shortNumber(maximum)}，判断为${KINDS[kind]}`,
  };
  if (missing > 0) {
    const message = `有 ${formatCount(missing)} 个空格子，按缺失处理`;
    return [range, { code: 'matrix_missing', level: 'note', field, message }];
  }
  if (constantRows > 0) return [range];
  return [range, { code: 'matrix_whole', level: 'passed', field, message: '没有缺失值、重复样本和不变的行' }];
}
