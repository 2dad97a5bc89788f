import { type Finding, MISSING_CELLS } from '@oncoloom/contract';
import { formatCount } from './format.ts';
import { numbersOf } from './readings.ts';
import { statusOf } from './status-words.ts';
import { endpointsIn, survivalColumns, type TimeUnit, UNIT_WORDS, unitInName } from './survival-columns.ts';
import { writtenNumber } from './written-numbers.ts';

interface Cells {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** What a status means: 1 an event, 0 none, undefined where nobody knows. In a column of 1 and 2 alone, 2 is the event, as in R's `Surv`. */
export function readStatus(values: readonly string[]): (1 | 0 | undefined)[] {
  const plain = values.map((value) => value.trim());
  const given = new Set(plain.filter((value) => !isBlank(value)));
  const doubled = given.has('2') && [...given].every((value) => value === '1' || value === '2');
  if (doubled) return plain.map((value) => (value === '2' ? 1 : value === '1' ? 0 : undefined));
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
 */
export function survivalTable({ columns, rows }: Cells): { columns: string[]; rows: string[][] } | undefined {
  const at = survivalColumns(columns);
  if (at.sample < 0 || at.time < 0 || at.status < 0 || new Set(Object.values(at)).size < 3) return undefined;
  const taken = new Set(Object.values(at));
  const names = new Set(['sample', 'time', 'status']);
  const others = columns.flatMap((name, i) => (taken.has(i) || names.has(name) ? [] : [i]));
  const status = readStatus(rows.map((row) => row[at.status] ?? ''));
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
  const unknown = [...new Set(given.filter(({ status }) => status !== '0' && status !== '1').map(({ status }) => status))];
  const negative = times.filter((time) => time < 0).length;
  if (unread.length > 0) tell('must', 'time_text', `时间这一列里有不是数字的内容：${unread.slice(0, 3).join('、')}。请改成数字`);
  if (negative > 0) tell('must', 'time_negative', `有 ${formatCount(negative)} 个时间小于 0。请核对起点和末次随访的日期`);
  if (unknown.length > 0)
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
  const zero = times.filter((time) => time === 0).length;
  if (zero > 0) tell('note', 'time_zero', `有 ${formatCount(zero)} 个样本的时间是 0：随访没有开始就结束了，它们只在起点计入`);
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

/** Of numbers in ascending order. */
const median = (sorted: readonly number[]): number =>
  ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2;

/** Another unit that the end and the middle of the follow-up speak for. R: `likelier_unit`. */
function likelyUnit(longest: number, middle: number, unit: TimeUnit): TimeUnit | undefined {
  if (unit !== 'day' && longest > LONGEST[unit]) return longest > LONGEST.month ? 'day' : 'month';
  if (unit === 'day' && (longest < SHORTEST_DAYS || (longest <= LONG_MONTHS && middle < FEW_DAYS)))
    return longest <= LONG_YEARS ? 'year' : 'month';
  return unit === 'month' && longest <= LONG_YEARS && middle <= FEW_YEARS ? 'year' : undefined;
}
