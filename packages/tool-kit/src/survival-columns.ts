/** Which columns of a table hold the follow-up of samples, by their names. */

/** Of the times of a study; the unit of the data, as requests write it. */
export type TimeUnit = 'day' | 'month' | 'year';
export const UNIT_WORDS: Readonly<Record<TimeUnit, string>> = { day: '天', month: '月', year: '年' };

const SAMPLE =
  /^(sample|samples|sample[_ .]?(id|name)|patient|patient[_ .]?id|id|barcode|geo_accession|样本|样本名|样本编号|患者|患者编号|编号|序号|病例号|病历号|住院号|行名)$/i;
/** What is followed: a time belongs to the status of the same name, and to no other. */
const ENDPOINT = 'os|dss|dfi|pfi|pfs|rfs|dfs|efs|mfs|dmfs|ttp';
/** `OS.time`, `os_months`, `PFI time (days)`, `OS（月）`. */
const ENDPOINT_TIME = new RegExp(
  `^(?:cdr[._ ])?(${ENDPOINT})[._ ]*(?:(?:time|days?|months?|years?)\\b.*|时间.*|[（(] *(?:天|日|月|年|days?|months?|mo|years?) *[)）])$`,
  'i',
);
/** `OS`, `os_status`, `DFI.event`. */
const ENDPOINT_STATUS = new RegExp(`^(?:cdr[._ ])?(${ENDPOINT})(?:[._ ]*(?:status|event|stat))?$`, 'i');
const TIME =
  /^(time|futime|survival[._ ]?time|follow[._ -]?up([._ ]?time)?|days?|weeks?|months?|years?|days_to_death|生存时间|总生存时间|总生存期|生存期|随访时间|时间)([._ ]*[（(].*[)）])?$/i;
// 「censor」 is none: in one study its 1 is an event, in the next the lack of one.
const STATUS =
  /^(status|event|fustat|vital[._ ]?status|survival[._ ]?status|arrest|death|dead|结局|状态|生存状态|事件|死亡|是否死亡)([._ ]*[（(].*[)）])?$/i;

/** A time and the status that belongs to it, by their places. */
export interface EndpointColumns {
  /** As the file calls it: `OS`; empty where only one thing is followed. */
  name: string;
  time: number;
  status: number;
}

/** Everything that a table follows: what has no name first, then overall survival, then in the order of the columns. */
export function endpointsIn(columns: readonly string[]): EndpointColumns[] {
  const placed = columns.map((column, at) => ({ column: column.trim(), at }));
  const nameOf = (column: string, pattern: RegExp) => pattern.exec(column)?.[1]?.toUpperCase();
  // Of the living such a table tells the last visit instead: read alone, the dead would be all there are.
  const halved = placed.some(({ column }) => /^days_to_last_follow/i.test(column));
  const plain = (exact: string, pattern: RegExp) =>
    (placed.find(({ column }) => column === exact) ?? placed.find(({ column }) => pattern.test(column)))?.at;
  const statusAt = plain('status', STATUS);
  const named = placed.flatMap(({ column, at }): EndpointColumns[] => {
    const name = nameOf(column, ENDPOINT_TIME);
    if (name === undefined) return [];
    const own = placed.find((other) => nameOf(other.column, ENDPOINT_STATUS) === name)?.at;
    // A patient's vital status is that of overall survival, and of nothing else.
    const status = own ?? (name === 'OS' ? statusAt : undefined);
    return status === undefined ? [] : [{ name, time: at, status }];
  });
  const first = [...new Map([...named].reverse().map((one) => [one.name, one])).values()].reverse();
  const found = plain('time', TIME);
  const timeAt = halved && found !== undefined && /^days_to_death$/i.test(placed[found]?.column ?? '') ? undefined : found;
  const statuses = placed.filter(({ column }) => nameOf(column, ENDPOINT_STATUS) !== undefined);
  const os = statuses.find(({ column }) => nameOf(column, ENDPOINT_STATUS) === 'OS')?.at;
  const status = statusAt ?? os ?? (statuses.length === 1 ? statuses[0]?.at : undefined);
  const unnamed = timeAt === undefined || status === undefined ? [] : [{ name: '', time: timeAt, status }];
  return [...unnamed, ...first.filter(({ name }) => name === 'OS'), ...first.filter(({ name }) => name !== 'OS')];
}

/** Columns of a table that hold the follow-up of samples; -1 where none does. */
export function survivalColumns(columns: readonly string[]): { sample: number; time: number; status: number } {
  const named = columns.indexOf('sample');
  const [first] = endpointsIn(columns);
  return {
    sample: named >= 0 ? named : columns.findIndex((column) => SAMPLE.test(column.trim())),
    time: first?.time ?? -1,
    status: first?.status ?? -1,
  };
}

/** The unit of time that a column's name tells; weeks are none that a request can name. */
export function unitInName(name: string): TimeUnit | 'week' | undefined {
  if (/month|月|(^|[^a-z])mo([^a-z]|$)/i.test(name)) return 'month';
  if (/year|年|(^|[^a-z])yrs?([^a-z]|$)/i.test(name)) return 'year';
  if (/week|周/i.test(name)) return 'week';
  return /day|天|日/i.test(name) ? 'day' : undefined;
}
