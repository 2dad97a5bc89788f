import { type GroupsProposal, type NoComparison, TAKEN } from './proposals.ts';
import { isText, type SeriesMetadata, TEXT_COLUMNS } from './series.ts';
import { rolesOf, topicOf } from './terms.ts';
import { TIME_UNITS } from './vocabulary.ts';
import { placesByValue, stemOf } from './words.ts';

const TIME = /(?<![\d.])(\d{1,6}(?:\.\d{1,6})?)(?:st|nd|rd|th)?\s?([a-z]{1,12})\b/gi;
const TIME_BEHIND = /\b(hour|day|week|month|minute|zt|ct)s?[ _-]?(\d+)\b/gi;

/** The time that a text tells, with its unit: 「24th hour」, 「day 3」. */
function timeIn(text: string): string {
  for (const [, number = '', unit = ''] of text.matchAll(TIME))
    if (TIME_UNITS.includes(stemOf(unit.toLowerCase()))) return `${number} ${unit}`;
  for (const [, unit = '', number = ''] of text.matchAll(TIME_BEHIND)) return `${number} ${unit}`;
  return '';
}

const GROUPS_MAX = 12;
/** The shortest series of times that shows a course. */
const COURSE_LEAST = 4;

function timeCourse({ samples, columns }: SeriesMetadata): NoComparison | undefined {
  for (const { name, values } of columns) {
    const times = values.map((value) => timeIn(topicOf(name) === 'time' && /^\d+$/.test(value) ? `${value} h` : value));
    const distinct = [...placesByValue(times).keys()];
    if (samples.length >= COURSE_LEAST && distinct.length === samples.length)
      return {
        kind: 'none',
        why: 'time-course',
        score: 0.9,
        evidence: `「${name}」里 ${samples.length} 个样本各是一个时间点（如 ${distinct[0]}、${distinct[1]}），没有重复，不能做两组比较`,
      };
  }
  return undefined;
}

/** Do values that all differ name groups, not samples? */
function namesGroups(name: string, values: readonly string[]): boolean {
  if (!isText(name)) return topicOf(name) === 'condition';
  return values.length <= GROUPS_MAX && rolesOf(values).some((role) => role?.side === 'control');
}

function oneEach({ samples, columns }: SeriesMetadata): NoComparison | undefined {
  const alone = columns.find(({ name, values }) => placesByValue(values).size === samples.length && namesGroups(name, values));
  if (alone === undefined || samples.length < 2) return undefined;
  const [first, second] = alone.values;
  return {
    kind: 'none',
    why: 'one-sample-a-group',
    score: 0.9,
    evidence: `「${alone.name}」的每一组（如「${first}」「${second}」）只有一个样本，没有重复，算不出组内差异`,
  };
}

/** Why a series has no comparison of two groups; undefined where it may have one. */
export function noComparison(metadata: SeriesMetadata, groups: readonly GroupsProposal[]): NoComparison | undefined {
  const { samples, columns, texts } = metadata;
  if (groups.some(({ reference, score }) => reference !== null && score >= TAKEN)) return undefined;
  if (texts.channels === 2) {
    const reference = columns.find(({ name }) => name === TEXT_COLUMNS.second)?.values ?? [];
    const common = new Set(reference).size === 1 ? `「${reference[0]}」` : '另一个样本';
    return { kind: 'none', why: 'ratios', score: 0.8, evidence: `双色芯片：每个值已经是与${common}的比值，没有另外的对照组` };
  }
  if (groups.length > 0) return undefined;
  const alone = oneEach(metadata) ?? timeCourse(metadata);
  if (alone !== undefined) return alone;
  // Titles differ always; where nothing else does they are all that there is.
  if (columns.every(({ name, values }) => name === TEXT_COLUMNS.title || new Set(values).size < 2))
    return { kind: 'none', why: 'no-metadata', score: 0.9, evidence: `文件里没有把 ${samples.length} 个样本分开的信息，不知道哪些是一组` };
  return { kind: 'none', why: 'one-kind', score: 0.6, evidence: `样本信息里没有认出可以比较的两组，${samples.length} 个样本像是同一类` };
}
