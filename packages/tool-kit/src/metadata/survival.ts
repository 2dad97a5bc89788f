import { UNIT_WORDS } from '../inputs/survival-columns.ts';
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
/** A status key that counts those who are well. */
const REVERSED = phrases(['censor', 'censored', 'censoring', 'cens', 'alive']);
const UNITS: readonly { unit: SurvivalProposal['unit']; words: readonly string[] }[] = [
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
  const turned = codes.size === 0 && levels.every((level) => /^[01]$/.test(level)) && has(head(name), REVERSED);
  const event = levels.filter((level) => means(level) === !turned);
  const censored = levels.filter((level) => means(level) === turned);
  return event.length === 0 || censored.length === 0 ? undefined : { name, endpoint, values, event, censored };
}

/** The unit that the key or the values name; else what the largest time can only be. */
function unitOf({ name, values, texts }: Time): { unit: SurvivalProposal['unit']; told: boolean } {
  const behind = wordsOf(texts.find((text) => /\d\s*\p{L}/u.test(text))?.replace(NUMBER, '') ?? '').join(' ');
  const named = UNITS.find(({ words }) => has(`${keyText(name)}${behind} `, words));
  if (named !== undefined) return { unit: named.unit, told: true };
  const largest = Math.max(...values.filter((value) => value !== undefined));
  return { unit: largest > 400 ? 'day' : largest > 25 ? 'month' : 'year', told: false };
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Events end a follow-up early: where those with the code of the event were followed far longer, the code may be the other way round. */
function looksReversed(events: readonly number[], others: readonly number[]): boolean {
  return events.length >= 5 && others.length >= 5 && events.length > others.length && median(events) > 1.3 * median(others);
}

function together(time: Time, status: Status): SurvivalProposal | undefined {
  const of = (codes: readonly string[]) =>
    time.values.filter((value, i): value is number => value !== undefined && codes.includes(status.values[i] ?? ''));
  const [events, others] = [of(status.event), of(status.censored)];
  const known = events.length + others.length;
  if (known === 0 || events.length === 0) return undefined;
  const { unit, told } = unitOf(time);
  const doubtful = looksReversed(events, others);
  const zh = ENDPOINTS.find(({ endpoint }) => endpoint === time.endpoint)?.zh ?? '';
  const unitWord = unit === 'week' ? '周' : UNIT_WORDS[unit];
  const without = time.values.length - known;
  return {
    kind: 'survival',
    endpoint: time.endpoint,
    time: time.name,
    unit,
    status: status.name,
    event: status.event,
    censored: status.censored,
    events: events.length,
    known,
    doubtful,
    score: 0.9 - (told ? 0 : 0.1) - (doubtful ? 0.3 : 0),
    evidence: `${zh}：时间是「${time.name}」，单位${told ? '写明是' : '没有写明，按最大值像是'}${unitWord}；状态是「${status.name}」，「${status.event.join('、')}」是事件，${known} 个样本里有 ${events.length} 个${without === 0 ? '' : `，另有 ${without} 个样本不全`}${doubtful ? '；发生事件的反而随访更久，编码可能是反的，请核对' : ''}`,
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
