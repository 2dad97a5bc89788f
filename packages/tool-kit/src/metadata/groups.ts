import { type Division, divisionsOf, NUMBERLESS, otherParts, partitionOf } from './divisions.ts';
import type { GroupsProposal } from './proposals.ts';
import { isText, type SampleColumn, TEXT_COLUMNS } from './series.ts';
import { type FoundTerm, type Role, rolesOf, termsIn, topicOf } from './terms.ts';
import { SPLIT_VALUES, type Topic } from './vocabulary.ts';
import { placesByValue, plainText, wordsOf } from './words.ts';

const GROUPS_MAX = 12;
/** Numbers with more values than this count something; they are no groups. */
const NUMBER_GROUPS_MAX = 5;
/** A group of one sample tells nothing of how samples of the group differ. */
const GROUP_LEAST = 2;

/** How a column divides the samples, once the words have been understood. */
interface Reading {
  division: Division;
  bySample: readonly string[];
  reference: string | null;
  cases: readonly string[];
  score: number;
  terms: { control?: FoundTerm | undefined; cases?: FoundTerm | undefined };
  /** Groups were joined by what their words mean. */
  joined: boolean;
}

interface Level {
  name: string;
  places: readonly number[];
  role: Role | undefined;
}

/** What became of the patients is not what a study of samples compares first. */
const OUTCOME = -0.25;
/** What the subject of a column adds to the score of its groups; those that are not listed add nothing. */
const TOPIC_SCORES: Partial<Record<Topic, number>> = {
  condition: 0.1,
  outcome: OUTCOME,
  stage: -0.1,
  time: -0.1,
  place: -0.2,
  'person-trait': -0.3,
  sex: -0.35,
};
/** Subjects of columns that never are what a study compares. */
const NO_GROUPS: readonly Topic[] = ['age', 'split', 'batch', 'technical'];
const ORDERED: readonly Topic[] = ['stage', 'time'];

const NUMBER = /^-?\d+(?:\.\d+)?$/;
const size = (levels: readonly Level[]): number => levels.reduce((sum, { places }) => sum + places.length, 0);

/** Is the column of no use as groups, whatever its values mean? */
function isExcluded({ name, values }: SampleColumn, topic: Topic | undefined): boolean {
  const distinct = [...placesByValue(values).keys()];
  if (distinct.length < 2) return true;
  if (topic !== undefined && NO_GROUPS.includes(topic)) return true;
  if (topic === 'person' && (distinct.length > values.length / 3 || distinct.every((value) => /\d/.test(value)))) return true;
  if (distinct.every((value) => SPLIT_VALUES.includes(wordsOf(value).join(' ')))) return true;
  return !isText(name) && distinct.every((value) => NUMBER.test(value)) && distinct.length > NUMBER_GROUPS_MAX;
}

function levelsOf(groups: readonly string[]): Level[] {
  const places = [...placesByValue(groups)];
  const roles = rolesOf(places.map(([name]) => name));
  return places.map(([name, at], i) => ({ name, places: at, role: roles[i] }));
}

const onSide = (levels: readonly Level[], side: Role['side']) => levels.filter(({ role }) => role?.side === side);
const surest = (levels: readonly Level[]): Level | undefined =>
  [...levels].sort((a, b) => (b.role?.weight ?? 0) - (a.role?.weight ?? 0) || b.places.length - a.places.length)[0];

/** What a group's name says beside the words for its side. */
function residue(name: string): string {
  const said = new Set(termsIn(name).flatMap(({ key }) => key.split(' ')));
  return wordsOf(name)
    .filter((word) => !said.has(word))
    .join(' ');
}

/** Groups that were prepared as the reference was, where the names tell it: 「cancer, homogenized」 goes with 「normal, homogenized」. */
function preparedAlike(reference: Level, others: readonly Level[]): readonly Level[] {
  const own = residue(reference.name);
  const alike = others.filter(({ name }) => residue(name) === own);
  return own !== '' && alike.length === 1 && others.every(({ role }) => role?.side === 'case') ? alike : others;
}

/** A word for cases alone says what a group is, and not that the other one is its control. */
const CASE_ALONE = 0.6;

function scoreOf(control: Role | undefined, caseRole: Role | undefined, topic: Topic | undefined): number {
  const clarity = ((control?.weight ?? 0) + (caseRole?.weight ?? 0) * (control === undefined ? CASE_ALONE : 1)) / 6;
  const outcome = control?.term.outcome === true || caseRole?.term.outcome === true;
  const degrees = topic !== undefined && ORDERED.includes(topic) && control !== undefined;
  const subject = topic === undefined || degrees ? 0 : (TOPIC_SCORES[topic] ?? 0);
  return 0.3 + 0.55 * clarity + (outcome ? Math.min(OUTCOME, subject) : subject);
}

const ROMAN = ['0', 'i', 'ii', 'iii', 'iv', 'v'];
function rank(name: string): number {
  const word = wordsOf(name).find((each) => NUMBER.test(each) || ROMAN.includes(each)) ?? '';
  return NUMBER.test(word) ? Number(word) : ROMAN.includes(word) ? ROMAN.indexOf(word) : Number.POSITIVE_INFINITY;
}

/** The reference where no word names one: the lowest stage, the first time. */
function lowest(levels: readonly Level[]): Level | undefined {
  const ranked = [...levels].sort((a, b) => rank(a.name) - rank(b.name));
  return ranked.every(({ name }) => Number.isFinite(rank(name))) ? ranked[0] : undefined;
}

function keep(groups: readonly string[], levels: readonly Level[]): string[] {
  const names = new Set(levels.map(({ name }) => name));
  return groups.map((group) => (names.has(group) ? group : ''));
}

/** 「0 h」 and 「0 uM」 are as good as a weak word. */
const ZERO = 0.15;
/** Which of several controls is meant is less sure than the one that there is. */
const SEVERAL_CONTROLS = 0.05;

/** Groups as they stand, each with its own name. */
function asTheyStand(division: Division, levels: readonly Level[], topic: Topic | undefined): Reading | undefined {
  const usable = levels.filter(({ places }) => places.length >= GROUP_LEAST);
  if (levels.length > GROUPS_MAX || usable.length < 2) return undefined;
  const control = surest(onSide(usable, 'control'));
  const neutral = usable.filter(({ role }) => role === undefined);
  const named = onSide(usable, 'case');
  const beside = named.length > 0 && neutral.length === 1 ? neutral[0] : undefined;
  const least = lowest(usable);
  const zero = !division.text && least !== undefined && rank(least.name) === 0 ? least : undefined;
  const ordered = topic !== undefined && ORDERED.includes(topic) ? least : zero;
  const reference = control ?? beside ?? ordered;
  const others = usable.filter((level) => level !== reference);
  const compared = reference === undefined ? others : preparedAlike(reference, others);
  const strongestCase = surest(compared.filter(({ role }) => role?.side === 'case'));
  const first = strongestCase ?? surest(compared.filter(({ role }) => role === undefined)) ?? surest(compared);
  const cases = [...(first === undefined ? [] : [first]), ...compared.filter((level) => level !== first)].map(({ name }) => name);
  const taken = reference === undefined ? usable : compared.length < others.length ? [reference, ...compared] : levels;
  return {
    division,
    bySample: keep(division.groups, taken),
    reference: reference?.name ?? null,
    cases,
    score:
      scoreOf(control?.role, strongestCase?.role, topic) +
      (reference === zero && zero !== undefined ? ZERO : 0) -
      (onSide(usable, 'control').length > 1 ? SEVERAL_CONTROLS : 0),
    terms: { control: control?.role?.term, cases: strongestCase?.role?.term },
    joined: false,
  };
}

const otherThan = (name: string): string => `非 ${name}`;

/** Groups joined into two sides by what their names mean, where they are many, small, or degrees of one thing. */
function joinedBySide(division: Division, levels: readonly Level[], topic: Topic | undefined): Reading | undefined {
  const controls = onSide(levels, 'control');
  const named = onSide(levels, 'case');
  const rest = levels.filter(({ role }) => role === undefined);
  const cases = division.text ? named : [...named, ...rest];
  if (size(controls) < GROUP_LEAST || size(cases) < GROUP_LEAST) return undefined;
  if (size(controls) + size(cases) < 0.8 * size(levels)) return undefined;
  const [control, caseRole] = [surest(controls)?.role, surest(named)?.role];
  if (control === undefined) return undefined;
  const names = { control: control.term.text, cases: caseRole?.term.text ?? otherThan(control.term.text) };
  if (names.control === names.cases) return undefined;
  const bySample = division.groups.map(() => '');
  for (const [name, side] of [
    [names.control, controls],
    [names.cases, cases],
  ] as const)
    for (const { places } of side) for (const at of places) bySample[at] = name;
  return {
    division,
    bySample,
    reference: names.control,
    cases: [names.cases],
    score: scoreOf(control, caseRole, topic) - 0.04,
    terms: { control: control.term, cases: caseRole?.term },
    joined: true,
  };
}

/** Are the groups degrees of one thing, or too small to stand alone, so that they are one side together? */
function wantJoining(levels: readonly Level[], topic: Topic | undefined): boolean {
  const controls = onSide(levels, 'control');
  const others = levels.filter((level) => !controls.includes(level));
  if (controls.length === 0 || levels.length < 3) return false;
  const small = others.filter(({ places }) => places.length < GROUP_LEAST).length;
  return levels.length > GROUPS_MAX || topic === 'stage' || small > 0 || isCrossed(controls, others);
}

/** Does everything that stands beside the controls' words stand beside those of the others, too? 「control, female」, 「patient, female」 … */
function isCrossed(controls: readonly Level[], others: readonly Level[]): boolean {
  const beside = (levels: readonly Level[]) => [...new Set(levels.map(({ name }) => residue(name)))].sort().join('\n');
  return controls.length > 1 && controls.length === others.length && beside(controls) === beside(others);
}

/** Without the samples that have, beside their group, what no sample of the other side has. */
function comparable(reading: Reading, values: readonly string[]): Reading {
  let { bySample } = reading;
  const [first] = reading.cases;
  for (const part of otherParts(reading.division, values)) {
    if (placesByValue(part).size > GROUPS_MAX / 2) continue;
    const seen = (group: string | null | undefined) => new Set(part.filter((_, i) => bySample[i] === group));
    const [own, other] = [seen(reading.reference), seen(first)];
    const shared = new Set([...own].filter((value) => other.has(value)));
    if (shared.size > 0) bySample = bySample.map((group, i) => (shared.has(part[i] ?? '') ? group : ''));
  }
  return { ...reading, bySample };
}

/** 「responder: yes」: the key has the word that the value lacks. */
const NAMED_BY_KEY = 0.05;

/** What a column can say of groups, one reading for each way of reading it. */
function readingsOf(column: SampleColumn): Reading[] {
  const topic = isText(column.name) ? undefined : topicOf(column.name);
  const told = !isText(column.name) && termsIn(column.name).length > 0 ? NAMED_BY_KEY : 0;
  if (isExcluded(column, topic)) return [];
  return divisionsOf(column).flatMap((division) => {
    const levels = levelsOf(division.groups);
    if (levels.length < 2) return [];
    const joined = joinedBySide(division, levels, topic);
    const reading = wantJoining(levels, topic) && joined !== undefined ? joined : (asTheyStand(division, levels, topic) ?? joined);
    if (reading === undefined || (division.text && division.part === '' && levels.length > GROUPS_MAX && !reading.joined)) return [];
    const fair = comparable(reading, column.values);
    const covered = fair.bySample.filter((group) => group !== '').length / fair.bySample.length;
    const sides = [fair.reference, fair.cases[0]].map((name) => fair.bySample.filter((group) => group === name).length);
    if (sides.some((count) => count < GROUP_LEAST)) return fair.reference === null && fair.cases.length > 1 ? [fair] : [];
    return [{ ...fair, score: fair.score + told - 0.2 * (1 - covered) * (covered < 0.5 ? 1 : 0) - (Math.min(...sides) < 3 ? 0.03 : 0) }];
  });
}

/** Which of the columns that divide alike is shown: a characteristic says most shortly what its groups are, and its own names before joined ones. */
const SHOWN: readonly string[] = [TEXT_COLUMNS.source, TEXT_COLUMNS.title, TEXT_COLUMNS.free, TEXT_COLUMNS.description];
const shownRank = ({ division, joined }: Reading): number =>
  (joined ? 10 : 0) + (division.text ? 1 + SHOWN.findIndex((name) => division.column.startsWith(name)) : 0);

/** 「样本标题（去掉编号）」 */
const columnTitle = ({ column, part }: Division): string => (part === '' ? column : `${column}（${part}）`);

/** The readings that put the same samples together, as one proposal. */
function proposalOf(readings: readonly Reading[]): GroupsProposal {
  const best = [...readings].sort((a, b) => b.score - a.score)[0] as Reading;
  const shown = [...readings].sort(
    (a, b) => shownRank(a) - shownRank(b) || a.division.part.length - b.division.part.length || b.score - a.score,
  )[0] as Reading;
  const bySample = shown.joined ? best.bySample : shown.bySample;
  const translated = (name: string | null | undefined) => (name == null ? null : (bySample[best.bySample.indexOf(name)] ?? null));
  const reference = translated(best.reference);
  const cases = translated(best.cases[0]);
  const levels = [...placesByValue(bySample)].map(([name, places]) => ({
    name,
    count: places.length,
    zh: zhOf(name, name === reference ? best.terms.control : name === cases ? best.terms.cases : undefined),
  }));
  const position = (name: string) => (name === reference ? 2 : name === cases ? 0 : 1);
  const groups = [...levels].sort((a, b) => position(a.name) - position(b.name));
  const others = [...new Set(readings.map(({ division }) => division.column))].filter((name) => name !== shown.division.column);
  return {
    kind: 'groups',
    column: columnTitle(shown.division),
    groups,
    reference,
    cases,
    bySample,
    withLeftOut: bySample,
    score: Math.min(0.99, best.score + 0.01 * others.length),
    evidence: evidenceOf({ best, shown, others, groups, reference }),
  };
}

const zhOf = (name: string, term: FoundTerm | undefined): string => term?.zh ?? termsIn(name)[0]?.zh ?? '';

interface Told {
  best: Reading;
  shown: Reading;
  others: readonly string[];
  groups: GroupsProposal['groups'];
  reference: string | null;
}

function evidenceOf({ best, shown, others, groups, reference }: Told): string {
  const counted = groups.map(({ name, count }) => `${name} ${count} 个`).join('、');
  const also = others.length === 0 ? '' : `；${others.map((name) => `「${name}」`).join('')}也这样分`;
  const word = (term: FoundTerm | undefined, side: string) => {
    if (term === undefined) return [];
    return [`「${plainText(term.text)}」${term.zh === '' ? '' : `（${term.zh}）`}是${side}的说法`];
  };
  const words = [...word(best.terms.control, '对照'), ...word(best.terms.cases, '病例')];
  const told =
    words.length > 0 ? `；${words.join('，')}` : reference === null ? '；没有写明哪组是对照' : '；没有对照的说法，取最低的一级为参照';
  const left = shown.bySample.filter((group) => group === '').length;
  const without = left === 0 ? '' : `；另有 ${left} 个样本不在这个比较里`;
  return `「${columnTitle(shown.division)}」分出 ${counted}${also}${told}${without}`;
}

/** Less sure than this says nothing that a user would take. */
const OFFERED = 0.15;

/** Texts that are no groups' names unless a word says so: whole sentences, and parts of codes. */
function isNoise({ division, reference, cases }: Reading): boolean {
  if (!division.text || reference !== null) return false;
  const plain = division.column === TEXT_COLUMNS.source || division.column === TEXT_COLUMNS.title;
  return !plain || (division.part !== '' && division.part !== NUMBERLESS) || cases.length > 6;
}

/** Groups that the columns tell, the surest first. */
export function proposeGroups(columns: readonly SampleColumn[]): GroupsProposal[] {
  const byPartition = new Map<string, Reading[]>();
  for (const reading of columns.flatMap(readingsOf).filter((one) => one.score >= OFFERED && !isNoise(one))) {
    const key = partitionOf(reading.bySample);
    const same = byPartition.get(key);
    if (same === undefined) byPartition.set(key, [reading]);
    else same.push(reading);
  }
  return [...byPartition.values()].map(proposalOf).sort((a, b) => b.score - a.score);
}
