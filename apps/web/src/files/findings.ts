import { FINDING_LEVELS, type Finding, type MatrixFacts, shownLevel } from '@oncoloom/contract';
import { formatCount, formatDecimal } from '@oncoloom/tool-kit';
import { SUGGESTION_WORD } from './file-state.ts';
import { matrixKindWord } from './matrix-words.ts';

/** Must, should, passed, note; within a level as they came. The same finding twice is one. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  const different = findings.filter(({ code, field, message }) => {
    const key = JSON.stringify([code, field, message]);
    return !seen.has(key) && seen.add(key);
  });
  return different.sort((a, b) => FINDING_LEVELS.indexOf(shownLevel(a)) - FINDING_LEVELS.indexOf(shownLevel(b)));
}

/** What files say of themselves, without what the tool's checks say of the same thing. Said of two inputs, it names them. */
export function besideChecks(
  ofFiles: readonly Finding[],
  ofChecks: readonly Finding[],
  labelOf: (field: string) => string | undefined,
): Finding[] {
  const own = ofFiles.filter(({ code, field }) => !ofChecks.some((check) => check.code === code && check.field === field));
  return own.map((finding) => {
    const label = finding.field === undefined ? undefined : labelOf(finding.field);
    const shared = own.some(({ message, field }) => message === finding.message && field !== finding.field);
    return shared && label !== undefined ? { ...finding, message: `${label}：${finding.message}` } : finding;
  });
}

/** A comparison needs two groups; without a second one the form could only ask for something that is not there. */
export function levelFindings(field: string, levels: readonly { name: string }[]): Finding[] {
  const [only] = levels;
  if (levels.length !== 1 || only === undefined) return [];
  const message = `分组里只有「${only.name}」一组，比较需要两组`;
  return [{ code: 'single_group', level: 'must', field, message, detail: '请更换分组表，或用「更换」里的手工分组' }];
}

/** 「1 项必须处理 · 1 项建议 · 4 项正常」 */
export function countFindings(findings: readonly Pick<Finding, 'level' | 'fix'>[]): string {
  const words = { must: '必须处理', should: SUGGESTION_WORD, passed: '正常' } as const;
  return Object.entries(words)
    .flatMap(([level, word]) => {
      const count = findings.filter((finding) => shownLevel(finding) === level).length;
      return count === 0 ? [] : [`${count} 项${word}`];
    })
    .join(' · ');
}

const shortNumber = (value: number) =>
  Math.abs(value) >= 1000 ? formatCount(value) : formatDecimal(value, Number.isInteger(value) ? 0 : 2);

/** What is in order with a matrix, or worth knowing, from its facts alone. */
export function matrixFindings(field: string, matrix: MatrixFacts): Finding[] {
  const { minimum, maximum, missing, constantRows } = matrix;
  const range: Finding = {
    code: 'matrix_kind',
    level: 'passed',
    field,
    message: `数值 ${shortNumber(minimum)}–${shortNumber(maximum)}，判断为${matrixKindWord(matrix)}`,
  };
  if (missing > 0) {
    const message = `有 ${formatCount(missing)} 个空格子，按缺失处理`;
    return [range, { code: 'matrix_missing', level: 'note', field, message }];
  }
  if (constantRows > 0) return [range];
  return [range, { code: 'matrix_whole', level: 'passed', field, message: '没有缺失值、重复样本和不变的行' }];
}
