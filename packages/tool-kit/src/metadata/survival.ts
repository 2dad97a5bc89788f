import { type TimeUnit, UNIT_WORDS } from '../inputs/survival-columns.ts';
import { looksReversed, median } from '../inputs/survival-table.ts';
import { formatDecimal } from '../words/format.ts';
import type { SurvivalProposal } from './proposals.ts';
import { isText, type SampleColumn } from './series.ts';
import { beforeBrackets, phrases, placesByValue, wordsOf } from './words.ts';

type Endpoint = SurvivalProposal['endpoint'];

/** Words of keys by endpoint, the most special first: 「dss (death from cancer)」 is no overall survival. */
const ENDPOINTS: readonly { endpoint: Endpoint; zh: string; words: readonly string[] }[] = [
  {
    endpoint: 'DMFS',
    zh: '无远处转移生存',
    words: phrases(['dmfs', 'drfs', 'mfs', 'distant metastasis', 'metastasis free', 'metastasis']),
  },
  { endpoint: 'DSS', zh: '疾病特异生存', words: phrases(['dss', 'css', 'disease specific', 'cancer specific', 'tumor specific']) },
  { endpoint: 'PFS', zh: '无进展生存', words: phrases(['pfs', 'pfi', 'progression', 'progress', 'ttp']) },
  {
    endpoint: 'RFS',
    zh: '无复发生存',
    words: phrases([
      'rfs',
      'dfs',
      'dfi',
      'relapse',
      'recurrence',
      'recurrent',
      'recur',
      'disease free',
      'tumor free',
      'tumorfree',
      'rezidiv',
      'rezidivfrei',
    ]),
  },
  { endpoint: 'EFS', zh: '无事件生存', words: phrases(['efs', 'event free']) },
  {
    endpoint: 'OS',
    zh: '总生存',
    words: phrases([
      'os',
      'overall',
      'death',
      'dead',
      'deceased',
      'alive',
      'vital',
      'mortality',
      'died',
      'tod',
      'uberleben',
      'überleben',
      'gesamtüberleben',
      'surv',
      'survival',
      'follow up',
      'followup',
      'last contact',
    ]),
  },
];
const TIME_WORDS = phrases([
  'time',
  'delay',
  'duration',
  'follow up',
  'followup',
  'month',
  'mo',
  'day',
  'year',
  'yr',
  'week',
  'survival',
  'surv',
  'last contact',
  'interval',
  'zeit',
  'monate',
  'tage',
  'jahre',
  't',
]);
const STATUS_WORDS = phrases([
  'event',
  'status',
  'censor',
  'censored',
  'censoring',
  'death',
  'dead',
  'deceased',
  'alive',
  'vital',
  'recurrence',
  'relapse',
  'rezidiv',
  'progression',
  'metastasis',
  'died',
  'tod',
  'cens',
  'e',
]);
/** In one study the 1 of such a key is a censoring, in the next it is an event. */
const CENSORING = phrases(['censor', 'censored', 'censoring', 'cens']);
/** A status key that counts those who are well. */
const REVERSED = [...CENSORING, ...phrases(['alive'])];
const UNITS: readonly { unit: TimeUnit | 'week'; words: readonly string[] }[] = [
  { unit: 'day', words: phrases(['day', 'd', 'tage', 'tag']) },
  { unit: 'week', words: phrases(['week', 'wk']) },
  { unit: 'month', words: phrases(['month', 'mo', 'mth', 'monate', 'monat']) },
  { unit: 'year', words: phrases(['year', 'yr', 'y', 'jahre', 'jahr']) },
];
const EVENT_VALUES = phrases([
  '1',
  'death',
  'dead',
  'deceased',
  'died',
  'dod',
  'doc',
  'yes',
  'y',
  'true',
  'event',
  'recurrence',
  'recurred',
  'relapse',
  'relapsed',
  'progression',
  'progressed',
  'metastasis',
  'uncensored',
  'expired',
  'tod',
  'ja',
  'positive',
  'recurrent',
  'progressive disease',
  'dead of disease',
]);
const CENSORED_VALUES = phrases([
  '0',
  'alive',
  'living',
  'no',
  'n',
  'false',
  'censored',
  'none',
  'no death',
  'no recurrence',
  'no relapse',
  'no event',
  'no progression',
  'no metastasis',
  'recurrence free',
  'relapse free',
  'disease free',
  'ned',
  'awd',
  'event free',
  'non recurrence',
  'not recurred',
  'nein',
  'lebend',
  'negative',
  'free',
  'live',
  'survived',
]);

const NUMBER = /^-?\d+(?:\.\d+)?(?=\s*\p{L}*$)/u;
const has = (text: string, words: readonly string[]): boolean => words.some((word) => text.includes(` ${word} `));
const keyText = (name: string): string => ` ${wordsOf(name).join(' ')} `;
/** The key without its explanation in brackets, which names other endpoints, too. */
const head = (name: string): string => keyText(beforeBrackets(name));

function endpointOf(name: string): Endpoint | undefined {
  const own = ENDPOINTS.find(({ words }) => has(head(name), words) && !(has(head(name), ['overall']) && !words.includes('overall')));
  return (own ?? ENDPOINTS.find(({ words }) => has(keyText(name), words)))?.endpoint;
}

interface Time {
  name: string;
  endpoint: Endpoint;
  values: readonly (number | undefined)[];
  texts: readonly string[];
}
interface Status {
  name: string;
  /** Not told by 「event」 or 「status」 alone. */
  endpoint: Endpoint | undefined;
  values: readonly string[];
  event: readonly string[];
  censored: readonly string[];
  /** Nothing but numbers, of which no word says what they mean. */
  bare: boolean;
  asked: SurvivalProposal['asked'];
}

/** Words of values that tell of nothing but life and death. */
const LIFE = phrases(['alive', 'dead', 'deceased', 'living', 'died', 'death']);
const AGE = phrases(['age', 'alter']);

function timeOf({ name, values }: SampleColumn): Time | undefined {
  const endpoint = endpointOf(name);
  const text = keyText(name);
  if (endpoint === undefined || !has(text, TIME_WORDS) || has(text, AGE)) return undefined;
  const told = values.filter((value) => value !== '');
  const numbers = values.map((value) => (NUMBER.test(value) ? Number(NUMBER.exec(value)?.[0]) : undefined));
  const known = numbers.filter((value) => value !== undefined);
  if (known.length < 0.9 * told.length || new Set(known).size < Math.min(8, told.length / 2)) return undefined;
  return { name, endpoint, values: numbers, texts: values };
}

/** What a key itself says of its codes: 「(1=dead, 0=alive)」, 「0: censored; 1: event」. */
function codesIn(name: string): Map<string, string> {
  const codes = new Map<string, string>();
  const spaced = name.replace(/_/g, ' ');
  for (const [, code = '', meaning = ''] of spaced.matchAll(/(?<![\p{L}\d])(\d)\s?[=:-]?\s?(\p{L}[\p{L} ]{0,30})/gu))
    codes.set(code, meaning.trim());
  for (const [, meaning = '', code = ''] of spaced.matchAll(/(\p{L}{2,20})\s?=\s?(\d)(?!\d)/gu))
    if (!codes.has(code)) codes.set(code, meaning);
  return codes;
}

/** Is a value the event? undefined: it says neither. */
function meaningOf(value: string, codes: ReadonlyMap<string, string>): boolean | undefined {
  const told = codes.get(value) ?? value.replace(/^\d\s*[=:-]\s*/, '');
  const words = wordsOf(told).join(' ');
  if (CENSORED_VALUES.includes(words)) return false;
  if (EVENT_VALUES.includes(words)) return true;
  const text = ` ${words} `;
  if (has(text, ['no', 'non', 'not', 'alive', 'censored', 'free', 'without'])) return false;
  return has(text, ['dead', 'death', 'died', 'deceased', 'relapse', 'recurrence', 'event', 'progression']) ? true : undefined;
}

function statusOf({ name, values }: SampleColumn): Status | undefined {
  const levels = [...placesByValue(values).keys()];
  if (!has(keyText(name), STATUS_WORDS) || levels.length < 2 || levels.length > 5) return undefined;
  const endpoint = endpointOf(name) ?? (levels.some((level) => has(keyText(level), LIFE)) ? 'OS' : undefined);
  const codes = codesIn(name);
  const plain = new Set(levels).has('2') && new Set(levels).has('1') && levels.length === 2 && codes.size === 0;
  const means = (level: string) => (plain ? level === '2' : meaningOf(level, codes));
  const bare = codes.size === 0 && levels.every((level) => /^[012]$/.test(level));
  const turned = bare && !plain && has(head(name), REVERSED);
  const event = levels.filter((level) => means(level) === !turned);
  const censored = levels.filter((level) => means(level) === turned);
  if (event.length === 0 || censored.length === 0) return undefined;
  const asked = plain ? 'doubled' : bare && has(head(name), CENSORING) ? 'censoring' : undefined;
  return { name, endpoint, values, event, censored, bare, asked };
}

/** The unit that the key or the values name; else what the largest time can only be. */
function unitOf({ name, values, texts }: Time): { unit: TimeUnit | 'week'; told: boolean } {
  const behind = wordsOf(texts.find((text) => /\d\s*\p{L}/u.test(text))?.replace(NUMBER, '') ?? '').join(' ');
  const named = UNITS.find(({ words }) => has(`${keyText(name)}${behind} `, words));
  if (named !== undefined) return { unit: named.unit, told: true };
  const largest = Math.max(...values.filter((value) => value !== undefined));
  return { unit: largest > 400 ? 'day' : largest > 25 ? 'month' : 'year', told: false };
}

const ASKED_WORDS: Readonly<Record<NonNullable<SurvivalProposal['asked']>, string>> = {
  doubled: '状态只有 1 和 2，看不出哪个是发生事件',
  censoring: '列名说的是删失，1 可能是删失，也可能是发生事件',
  reversed: '发生事件的反而随访更久，编码可能是反的',
};
/** Requests know no weeks. */
const WEEK_DAYS = 7;

function together(time: Time, status: Status): SurvivalProposal | undefined {
  const { unit: written, told } = unitOf(time);
  const scale = written === 'week' ? WEEK_DAYS : 1;
  const unit = written === 'week' ? 'day' : written;
  const times = time.values.map((value) => (value === undefined ? undefined : value * scale));
  const of = (codes: readonly string[]) =>
    times.filter((value, i): value is number => value !== undefined && codes.includes(status.values[i] ?? ''));
  const [events, others] = [of(status.event), of(status.censored)];
  const known = events.length + others.length;
  if (known === 0 || events.length === 0) return undefined;
  const asked = status.asked ?? (status.bare && looksReversed(events, others) ? 'reversed' : undefined);
  const zh = ENDPOINTS.find(({ endpoint }) => endpoint === time.endpoint)?.zh ?? '';
  const unitTold = written === 'week' ? '周，已换算成天' : UNIT_WORDS[unit];
  const without = times.length - known;
  const middle = (codes: readonly string[], values: readonly number[]) =>
    `「${codes.join('、')}」的中位数 ${formatDecimal(median(values), 1)}`;
  const question =
    asked === undefined
      ? ''
      : `；${ASKED_WORDS[asked]}。随访时间：${middle(status.event, events)}，${middle(status.censored, others)}（${UNIT_WORDS[unit]}）`;
  return {
    kind: 'survival',
    endpoint: time.endpoint,
    zh,
    time: time.name,
    unit,
    status: status.name,
    event: status.event,
    censored: status.censored,
    times: times.map((value) => (value === undefined ? '' : String(value))),
    codes: status.values,
    events: events.length,
    known,
    ...(asked === undefined ? {} : { asked }),
    score: 0.9 - (told ? 0 : 0.1) - (asked === undefined ? 0 : 0.3),
    evidence: `${zh}：时间是「${time.name}」，单位${told ? '写明是' : '没有写明，按最大值像是'}${unitTold}；状态是「${status.name}」，「${status.event.join('、')}」是事件，${known} 个样本里有 ${events.length} 个${without === 0 ? '' : `，另有 ${without} 个样本不全`}${question}`,
  };
}

/** A time and a status of the same endpoint, each pair once. */
export function proposeSurvival(columns: readonly SampleColumn[]): SurvivalProposal[] {
  const own = columns.filter(({ name }) => !isText(name));
  const times = own.flatMap((column) => timeOf(column) ?? []);
  const statuses = own.flatMap((column) => statusOf(column) ?? []);
  return times.flatMap((time) => {
    const own = statuses.find(({ endpoint }) => endpoint === time.endpoint);
    const status =
      own ??
      (times.every(({ endpoint }) => endpoint === time.endpoint) ? statuses.find(({ endpoint }) => endpoint === undefined) : undefined);
    return status === undefined ? [] : (together(time, status) ?? []);
  });
}
