/** Which columns of a table hold the follow-up of samples, by their names. */

/** Of the times of a study; the unit of the data, as requests write it. */
export type TimeUnit = 'day' | 'month' | 'year';
export const UNIT_WORDS: Readonly<Record<TimeUnit, string>> = { day: '天', month: '月', year: '年' };

/** Columns that name samples, and those that name patients, who have samples: of both the samples are what a matrix is called by. */
const SAMPLE =
  /^(samples?|sample[_ .]?(ids?|names?|barcode)|(bcr|tumou?r)[_ .]sample[_ .](uuid|barcode)|submitter_id\.samples|geo_accession|样本|样本名|样本号|样本编号|样品|样品名|样品编号|标本号)$/i;
const PATIENT =
  /^(_?patients?|patient[_ .]?(ids?|names?|barcode)|bcr_patient_barcode|(case_|cases\.)?submitter_id|case[_ .]?id|id|barcode|患者|患者编号|病人|编号|序号|病例号|病历号|住院号|行名)$/i;
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
  /^(time|futime|survival[._ ]?time|follow[._ -]?up([._ ]?time)?|days?|weeks?|months?|years?|days_to_death|生存时间|总生存时间|总生存期|生存期|随访|随访时间|随访期|随访月数|随访天数|时间)([._ ]*[（(].*[)）])?$/i;
// 「censor」 is none: in one study its 1 is an event, in the next the lack of one.
const STATUS =
  /^(status|event|fustat|vital[._ ]?status|survival[._ ]?status|arrest|death|dead|结局|状态|生存状态|事件|死亡|是否死亡)([._ ]*[（(].*[)）])?$/i;

/**
 * The two columns into which GDC, its predecessors and TCGA's tables write one time: `days_to_death` and `days_to_last_follow_up`, with the section
 * of the record in front or behind, `death_days_to` and `last_contact_days_to`.
 */
const DEATH_TIME = /^(days?todeath|deathdaysto)$/;
const LAST_TIME = /^(days?tolastfollowup|daystolastfu|lastcontactdaysto|daystolastcontact|daystolastknownalive)$/;
const SECTION = /^(demographic|diagnoses|follow_ups|patient|clinical|cases)\.|\.(demographic|diagnoses|follow_ups)$/gi;

/** A column's name without the section of a record of GDC and without separators. */
const bareName = (column: string): string =>
  column
    .trim()
    .replace(SECTION, '')
    .replace(/[._ -]+/g, '')
    .toLowerCase();

/** A time and the status that belongs to it, by their places. */
interface EndpointColumns {
  /** As the file calls it: `OS`; empty where only one thing is followed. */
  name: string;
  time: number;
  status: number;
  /** The last visit of those who live, where `time` tells of the dead alone. */
  last?: number;
}

/**
 * The column with the last visit of those who live, where the column `time` tells of the dead alone: read without it, the dead would be all
 * there are. Undefined where there is none.
 */
export function lastVisitBeside(columns: readonly string[], time: number): number | undefined {
  if (!DEATH_TIME.test(bareName(columns[time] ?? ''))) return undefined;
  const at = columns.findIndex((column) => LAST_TIME.test(bareName(column)));
  return at < 0 ? undefined : at;
}

/** Everything that a table follows: what has no name first, then overall survival, then in the order of the columns. */
export function endpointsIn(columns: readonly string[]): EndpointColumns[] {
  const placed = columns.map((column, at) => ({ column: column.trim(), at }));
  const nameOf = (column: string, pattern: RegExp) => pattern.exec(column)?.[1]?.toUpperCase();
  const death = placed.find(({ column }) => DEATH_TIME.test(bareName(column)))?.at;
  const last = death === undefined ? undefined : lastVisitBeside(columns, death);
  const plain = (exact: string, pattern: RegExp) =>
    (placed.find(({ column }) => column === exact) ?? placed.find(({ column }) => pattern.test(column.replace(SECTION, ''))))?.at;
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
  // A table that has made one time of the two calls it overall survival.
  const whole = first.some(({ name }) => name === 'OS');
  const halved = last !== undefined && (found ?? death) === death;
  const timeAt = halved ? (whole ? undefined : death) : found;
  const statuses = placed.filter(({ column }) => nameOf(column, ENDPOINT_STATUS) !== undefined);
  const os = statuses.find(({ column }) => nameOf(column, ENDPOINT_STATUS) === 'OS')?.at;
  const status = statusAt ?? os ?? (statuses.length === 1 ? statuses[0]?.at : undefined);
  const unnamed = timeAt === undefined || status === undefined ? [] : [{ name: '', time: timeAt, status, ...(halved ? { last } : {}) }];
  return [...unnamed, ...first.filter(({ name }) => name === 'OS'), ...first.filter(({ name }) => name !== 'OS')];
}

/** The column that says whose each row is: samples before patients; -1 where none does. */
export function sampleColumn(columns: readonly string[]): number {
  const place = (pattern: RegExp) => columns.findIndex((column) => pattern.test(column.trim()));
  return [columns.indexOf('sample'), place(SAMPLE), place(PATIENT)].find((at) => at >= 0) ?? -1;
}

/** Columns of a table that hold the follow-up of samples; -1 where none does. */
export function survivalColumns(columns: readonly string[]): { sample: number; time: number; status: number; last?: number } {
  const [first] = endpointsIn(columns);
  return {
    sample: sampleColumn(columns),
    time: first?.time ?? -1,
    status: first?.status ?? -1,
    ...(first?.last === undefined ? {} : { last: first.last }),
  };
}

/** The unit of time that a column's name tells; weeks are none that a request can name. */
export function unitInName(name: string): TimeUnit | 'week' | undefined {
  if (/month|月|(^|[^a-z])mo([^a-z]|$)/i.test(name)) return 'month';
  if (/year|年|(^|[^a-z])yrs?([^a-z]|$)/i.test(name)) return 'year';
  if (/week|周/i.test(name)) return 'week';
  return /day|天|日/i.test(name) ? 'day' : undefined;
}
