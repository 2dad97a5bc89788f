import { type Finding, MISSING_CELLS } from '@oncoloom/contract';
import { formatCount } from '../words/format.ts';
import { numbersOf } from './readings.ts';
import { statusOf } from './status-words.ts';
import { endpointsIn, survivalColumns, type TimeUnit, UNIT_WORDS, unitInName } from './survival-columns.ts';
import { writtenNumber } from './written-numbers.ts';

interface Cells {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Which of 1 and 2 is an event, where a status has these alone. R's examples mean 2, files of SPSS often 1: nobody but the user knows. */
type EventCode = '1' | '2';
export const isEventCode = (value: unknown): value is EventCode => value === '1' || value === '2';

const plainStatus = (value: string): string => value.trim().replace(/^([012])\.0+$/, '$1');

/** Does a status have 1 and 2 alone, or 2 alone? */
function isDoubled(values: readonly string[]): boolean {
  const given = new Set(values.map(plainStatus).filter((value) => !isBlank(value)));
  return given.has('2') && [...given].every((value) => value === '1' || value === '2');
}

/** What a status means: 1 an event, 0 none, undefined where nobody knows. @param event Of a column of 1 and 2 alone. */
export function readStatus(values: readonly string[], event?: EventCode): (1 | 0 | undefined)[] {
  const plain = values.map(plainStatus);
  if (isDoubled(values)) return plain.map((value) => (event === undefined || !isEventCode(value) ? undefined : value === event ? 1 : 0));
  return plain.map(statusOf);
}

/** A time without the marks that people put into long numbers: 1,234; others as they are written. */
const plainTime = (cell: string): string => (/[,，０-９]/.test(cell) ? String(writtenNumber(cell) ?? cell) : cell);

/** The time of a row: of two columns the one that its status speaks of. A death without its day has no time: the last visit was before it. */
export function timeOf(row: readonly string[], at: { time: number; last?: number }, status: 1 | 0 | undefined): string {
  return row[at.last === undefined || status === 1 ? at.time : at.last] ?? '';
}

/** A table of follow-up whose rows are called by their numbers where no column names them: nothing else has to be found by these names. */
export function withRowNumbers<Table extends Cells>(table: Table): Table | { columns: string[]; rows: string[][] } {
  const at = survivalColumns(table.columns);
  if (at.sample >= 0 || at.time < 0 || at.status < 0) return table;
  return { columns: ['sample', ...table.columns], rows: table.rows.map((row, i) => [String(i + 1), ...row]) };
}

/**
 * A table of follow-up in one form: sample, time, status (1 event, 0 none), then all other columns. What cannot be understood stays
 * as it was written, for the checks to tell. Undefined where one of the three columns is not found.
 * @param event See `readStatus`.
 */
export function survivalTable({ columns, rows }: Cells, event?: EventCode): { columns: string[]; rows: string[][] } | undefined {
  const at = survivalColumns(columns);
  if (at.sample < 0 || at.time < 0 || at.status < 0 || new Set(Object.values(at)).size < 3) return undefined;
  const taken = new Set(Object.values(at));
  const names = new Set(['sample', 'time', 'status']);
  const others = columns.flatMap((name, i) => (taken.has(i) || names.has(name) ? [] : [i]));
  const status = readStatus(
    rows.map((row) => row[at.status] ?? ''),
    event,
  );
  return {
    columns: ['sample', 'time', 'status', ...others.map((i) => columns[i] ?? '')],
    rows: rows.map((row, i) => [
      row[at.sample] ?? '',
      plainTime(timeOf(row, at, status[i])),
      String(status[i] ?? row[at.status] ?? ''),
      ...others.map((j) => row[j] ?? ''),
    ]),
  };
}

/** Longest follow-up, in each unit, beyond which a study has hardly gone; years of days are thousands. */
const LONGEST: Readonly<Record<TimeUnit, number>> = { day: 20_000, month: 600, year: 50 };
/** Hardly any study of days ends before. */
const SHORTEST_DAYS = 100;
/** Months of the longest studies; days that end there and lie around `FEW_DAYS` are hardly days. */
const LONG_MONTHS = 400;
const FEW_DAYS = 120;
/** The same of years, and of months that may be years. */
const LONG_YEARS = 20;
const FEW_YEARS = 10;
const EVENTS_FEW = 10;

/** What the columns were taken for, where their names leave a doubt: of several endpoints the first is read, and a name may tell the unit. */
export function checkColumns(name: string, columns: readonly string[], unit: { field: string; value: TimeUnit } | undefined): Finding[] {
  const at = survivalColumns(columns);
  const [time = '', status = ''] = [columns[at.time], columns[at.status]];
  const told = unitInName(time);
  const findings: Finding[] = [];
  // Columns of these very names were meant.
  const others = (time === 'time' && status === 'status' ? [] : endpointsIn(columns))
    .filter((one) => one.time !== at.time)
    .map(({ time }) => `「${columns[time]}」`);
  if (others.length > 0)
    findings.push({
      code: 'endpoint_chosen',
      level: 'should',
      field: name,
      message: `时间取自「${time}」，状态取自「${status}」。表里还有${others.join('、')}；要用它们，请在表单里选出是哪几列`,
    });
  else if (at.last !== undefined)
    findings.push({
      code: 'columns_read',
      level: 'note',
      field: name,
      message: `时间由两列合成：去世的取「${time}」，其余取「${columns[at.last]}」；状态取自「${status}」`,
    });
  else if (time !== 'time' || status !== 'status')
    findings.push({ code: 'columns_read', level: 'note', field: name, message: `时间取自「${time}」，状态取自「${status}」` });
  if (told === 'week') {
    const message = `「${time}」像是以周为单位，这里只能用天、月或年。请先换算（1 周是 7 天），再上传`;
    findings.push({ code: 'unit_week', level: 'must', field: name, message });
  } else if (unit !== undefined && told !== undefined && told !== unit.value)
    findings.push({
      code: 'unit_differs',
      level: 'must',
      field: unit.field,
      message: `「${time}」的列名说时间以「${UNIT_WORDS[told]}」为单位，而选的是「${UNIT_WORDS[unit.value]}」。请改过来，或改好列名`,
      fix: { label: `改为${UNIT_WORDS[told]}`, parameters: { [unit.field]: told } },
    });
  return findings;
}

/** Names of a column of times from which patients are watched. */
const ENTRY =
  /^(entry|enter|t?start|(entry|enter|start|enrol+ment|inclusion)[._ ]?(time|days?|months?|years?)|time[._ ]?(to[._ ]?entry|0|1)|days[._ ]?to[._ ]?(entry|enrol+ment)|left[._ ]?trunc(ation)?([._ ]?time)?|(进入|入组|起始|开始|入院)时间|(进入|入组|入院)[时前]的?(时间|[天月年]数)|(确诊|诊断|起病|发病)[至到](进入|入组|入院|转诊|取样)的?(时间|[天月年]数)|左截断(时间)?|进入观察(的?时间)?)([._ ]*[（(].*[)）])?$/i;

/**
 * Patients who are watched from a later time on cannot have an event before: methods that count from 0 make them live too long.
 * @param asked The field that names the column of entry times, with what it says; undefined where the tool takes none.
 */
export function checkEntry(name: string, { columns, rows }: Cells, asked?: { field: string; value: unknown }): Finding[] {
  if (typeof asked?.value === 'string' && asked.value !== '') return [];
  const timeAt = columns.indexOf('time');
  const timesOf = (at: number) => rows.map((row) => (numbersOf([row[at] ?? '']) ?? [Number.NaN])[0] ?? Number.NaN);
  const times = timesOf(timeAt);
  const entry = columns.find((column, at) => {
    if (at === timeAt || !ENTRY.test(column.trim())) return false;
    const known = timesOf(at).flatMap((value, i) => (isBlank(rows[i]?.[at] ?? '') ? [] : [{ value, time: times[i] ?? Number.NaN }]));
    return known.some(({ value }) => value > 0) && known.every(({ value, time }) => value >= 0 && !(value > time));
  });
  if (entry === undefined) return [];
  if (asked !== undefined) {
    const message = `「${entry}」像是每例患者从什么时候开始观察（进入时间，左截断）。不用它，进入之前也当成活着观察到的，会高估生存。请把它选作进入观察的时间；不是，请改掉这一列的列名`;
    const fix = { label: `「${entry}」是进入观察的时间`, parameters: { [asked.field]: entry } };
    return [{ code: 'entry_times', level: 'must', field: name, message, fix }];
  }
  const message = `「${entry}」像是每例患者从什么时候开始观察（进入时间，左截断）。这里的方法都从 0 起算，会把进入之前也当成活着观察到的，高估生存，所以不接受。它是进入时间，请用可以选出它的分析：「Kaplan–Meier 曲线」，自己数据的「单因素 Cox」「多因素 Cox」「限制性立方样条」或「亚组森林图」；不是，请改掉这一列的列名`;
  return [{ code: 'entry_times', level: 'must', field: name, message }];
}

/** A question, where a status has 1 and 2 alone; a word, where somebody says what these mean and they are not there. @param coded See `SurvivalDataParameter`. */
export function checkCoding(name: string, statuses: readonly string[], coded: { field: string; value: unknown }): Finding[] {
  const answer = (event: string, whose: string) => ({ label: `${event} 是发生事件（${whose}）`, parameters: { [coded.field]: event } });
  if (isDoubled(statuses))
    return isEventCode(coded.value)
      ? []
      : [
          {
            code: 'status_doubled',
            level: 'must',
            field: name,
            message:
              '状态这一列只有 1 和 2，看不出哪个是发生事件：R 的例子里 2 是，SPSS 的文件里常常 1 是死亡。读反了，HR 就正好颠倒。请对照编码说明选一个',
            fix: answer('2', 'R 的习惯'),
            alternative: answer('1', 'SPSS 里常见'),
          },
        ];
  if (!isEventCode(coded.value)) return [];
  const message = `说了 ${coded.value} 是发生事件，而状态这一列不是只有 1 和 2。请改回「自动认出」`;
  const fix = { label: '改回自动认出', parameters: { [coded.field]: 'auto' } };
  return [{ code: 'status_not_doubled', level: 'must', field: coded.field, message, fix }];
}

/**
 * What is wrong with a table of follow-up in its one form, and what is doubtful.
 * @param unit Of its times, with the field that says so. @param modelled A model is built of it: too few events are refused.
 */
export function checkFollowUp(
  name: string,
  { columns, rows }: Cells,
  unit: { field: string; value: TimeUnit } | undefined,
  modelled = false,
): { findings: Finding[]; patients: number; events: number } {
  const [timeAt, statusAt] = [columns.indexOf('time'), columns.indexOf('status')];
  const findings: Finding[] = [];
  const tell = (level: 'must' | 'should' | 'note', code: string, message: string, more: Partial<Finding> = {}) =>
    findings.push({ level, code, field: name, message, ...more });
  const cells = rows.map((row) => ({ time: (row[timeAt] ?? '').trim(), status: (row[statusAt] ?? '').trim() }));
  const blank = cells.filter(({ time, status }) => isBlank(time) || isBlank(status));
  const given = cells.filter(({ time, status }) => !isBlank(time) && !isBlank(status));
  const times = given.map(({ time }) => (numbersOf([time]) ?? [Number.NaN])[0] ?? Number.NaN);
  const unread = given.filter((_, i) => Number.isNaN(times[i])).map(({ time }) => time);
  // Of 1 and 2 `checkCoding` asks.
  const doubled = isDoubled(given.map(({ status }) => status));
  const unknown = [...new Set(given.filter(({ status }) => status !== '0' && status !== '1').map(({ status }) => status))];
  const negative = times.filter((time) => time < 0).length;
  if (unread.length > 0) tell('must', 'time_text', `时间这一列里有不是数字的内容：${unread.slice(0, 3).join('、')}。请改成数字`);
  if (negative > 0) tell('must', 'time_negative', `有 ${formatCount(negative)} 个时间小于 0。请核对起点和末次随访的日期`);
  if (unknown.length > 0 && !doubled)
    tell('must', 'status_unknown', `状态这一列里有认不出的写法：${unknown.slice(0, 3).join('、')}。请把发生事件写成 1，没有发生写成 0`);
  if (blank.length > 0) tell('note', 'follow_up_blank', `有 ${formatCount(blank.length)} 个样本没有时间或状态，不参与计算`);
  const events = given.filter(({ status }) => status === '1').length;
  const known = times.filter((time) => !Number.isNaN(time)).sort((a, b) => a - b);
  const longest = Math.max(0, known.at(-1) ?? 0);
  if (given.length === 0) tell('must', 'follow_up_none', '没有一个样本同时有时间和状态。请核对是不是选对了列');
  else if (unknown.length === 0 && events === 0)
    tell('must', 'no_events', '没有一例发生事件（状态都是 0），不能做生存分析。请核对状态的写法：1 是发生事件');
  else if (unknown.length === 0 && events < EVENTS_FEW && modelled)
    tell('must', 'few_events', `只有 ${events} 例事件，不足 ${EVENTS_FEW} 例，建出来的模型靠不住。请换事件更多的数据`);
  else if (unknown.length === 0 && events === given.length)
    tell('should', 'all_events', '每个样本的状态都是 1（发生事件），很少见。请核对 0 和 1 有没有写反');
  else if (unknown.length === 0 && events < EVENTS_FEW) tell('should', 'few_events', `只有 ${events} 例事件，结果很不稳定，不宜下结论`);
  const followed = (status: string) => times.filter((time, i) => !Number.isNaN(time) && given[i]?.status === status);
  const [longer, shorter] = [followed('1'), followed('0')];
  if (looksReversed(longer, shorter))
    tell(
      'should',
      'status_reversed',
      `状态是 1（发生事件）的有 ${formatCount(longer.length)} 例，随访时间的中位数是 ${formatTime(median(longer))}，反而比没有发生的（${formatTime(median(shorter))}）长得多。请核对 1 和 0 有没有写反：写反了，HR 就正好颠倒`,
    );
  const zero = times.filter((time) => time === 0).length;
  if (zero > 0)
    tell(
      'note',
      'time_zero',
      `有 ${formatCount(zero)} 个样本的时间是 0：随访没有开始就结束了，几乎不带信息；LASSO、森林和外部验证不用它们`,
    );
  if (unit !== undefined && longest > 0) {
    const middle = median(known);
    const better = likelyUnit(longest, middle, unit.value);
    if (better !== undefined)
      tell(
        'should',
        'unit_doubtful',
        `时间的中位数是 ${formatTime(middle)}，最长 ${formatTime(longest)}，按「${UNIT_WORDS[unit.value]}」算不太可能，像是「${UNIT_WORDS[better]}」`,
        {
          fix: { label: `改为${UNIT_WORDS[better]}`, parameters: { [unit.field]: better } },
        },
      );
  }
  return { findings, patients: given.length, events };
}

const isBlank = (cell: string): boolean => MISSING_CELLS.has(cell.trim());
const formatTime = (time: number): string => (Number.isInteger(time) ? formatCount(time) : time.toFixed(1));

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2;
}

/** So few say nothing of how long patients were followed. */
const COMPARED_LEAST = 5;
/** So many times longer are those with an event followed whose code is doubted. */
const MUCH_LONGER = 1.3;

/** Events end a follow-up early: where most have the event and were followed far longer than the others, the code may be the other way round. */
export function looksReversed(events: readonly number[], others: readonly number[]): boolean {
  const enough = Math.min(events.length, others.length) >= COMPARED_LEAST;
  return enough && events.length > others.length && median(events) > MUCH_LONGER * median(others);
}

/** Another unit that the end and the middle of the follow-up speak for. R: `likelier_unit`. */
function likelyUnit(longest: number, middle: number, unit: TimeUnit): TimeUnit | undefined {
  if (unit !== 'day' && longest > LONGEST[unit]) return longest > LONGEST.month ? 'day' : 'month';
  if (unit === 'day' && (longest < SHORTEST_DAYS || (longest <= LONG_MONTHS && middle < FEW_DAYS)))
    return longest <= LONG_YEARS ? 'year' : 'month';
  return unit === 'month' && longest <= LONG_YEARS && middle <= FEW_YEARS ? 'year' : undefined;
}
