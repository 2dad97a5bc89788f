import type { MatrixFacts } from '@oncoloom/contract';
import {
  formatCount,
  joinedSamples,
  type Proposal,
  STUDY_COLUMN,
  type SurvivalProposal,
  type TimeUnit,
  UNIT_WORDS,
} from '@oncoloom/tool-kit';

/** An endpoint that a series tells, and which codes of its status are the event. */
interface StudyEndpoint {
  proposal: SurvivalProposal;
  event: readonly string[];
}

/** A study with the endpoint that is chosen of it. */
interface FollowedStudy {
  name: string;
  matrix: MatrixFacts;
  endpoint: StudyEndpoint | undefined;
}

/** Days of the units that a series may write its times in. R: `TIME_UNITS`. */
const DAYS: Readonly<Record<TimeUnit, number>> = { day: 1, month: 30.4375, year: 365.25 };

/** Endpoints that the sample information tells, the surest first; one whose codes leave a doubt stands there in both readings. */
export function endpointsOf(proposals: readonly Proposal[]): StudyEndpoint[] {
  return proposals.flatMap((proposal): StudyEndpoint[] => {
    if (proposal.kind !== 'survival') return [];
    const readings = proposal.asked === undefined ? [proposal.event] : [proposal.event, proposal.censored];
    return readings.map((event) => ({ proposal, event }));
  });
}

/** The endpoint that a study begins with: what leaves a doubt is for the user to choose. */
export const sureEndpoint = (endpoints: readonly StudyEndpoint[]): StudyEndpoint | undefined =>
  endpoints.find(({ proposal }) => proposal.asked === undefined);

/** Tells one endpoint of a study from the others. */
export const endpointKey = ({ proposal, event }: StudyEndpoint): string => [proposal.time, proposal.status, ...event].join('\n');

/** 「总生存：os.delay（月）和 os.event，579 例，190 例事件」 */
export function endpointWords({ proposal, event }: StudyEndpoint): string {
  const { zh, time, unit, status, known, events, asked } = proposal;
  const told = asked === undefined ? `${formatCount(events)} 例事件` : `「${event.join('、')}」是发生事件`;
  return `${zh}：${time}（${UNIT_WORDS[unit]}）和 ${status}，${formatCount(known)} 例，${told}`;
}

/** What keeps the studies from being taken, as a sentence; undefined where nothing does. */
export function followUpProblem(studies: readonly FollowedStudy[]): string | undefined {
  if (studies.length < 2) return '至少要两个数据集。';
  const names = studies.map(({ name }) => name.trim());
  if (names.includes('')) return '每个数据集都要有名字。';
  if (new Set(names).size < names.length) return '数据集的名字要各不相同。';
  const open = studies.find(({ endpoint }) => endpoint === undefined);
  return open === undefined ? undefined : `「${open.name}」还没有选随访的列。`;
}

/** Studies whose endpoints are not the same one, as a sentence. */
export function mixedEndpoints(studies: readonly FollowedStudy[]): string | undefined {
  const told = studies.flatMap(({ name, endpoint }) => (endpoint === undefined ? [] : [`${name}：${endpoint.proposal.zh}`]));
  const kinds = new Set(studies.flatMap(({ endpoint }) => endpoint?.proposal.endpoint ?? []));
  return kinds.size < 2 ? undefined : `各数据集的终点不同（${told.join('；')}），留出的 C 指数不好解释。`;
}

/** The one unit of all studies; where they differ, days. */
function commonUnit(studies: readonly FollowedStudy[]): TimeUnit {
  const [only, ...others] = new Set(studies.flatMap(({ endpoint }) => endpoint?.proposal.unit ?? []));
  return only === undefined || others.length > 0 ? 'day' : only;
}

/** One table of the follow-up of all studies: sample, time, status (1 event, 0 none) and study; samples without either are left out. */
export function followUpRows(studies: readonly FollowedStudy[]): { columns: string[]; rows: string[][]; unit: TimeUnit } {
  const unit = commonUnit(studies);
  const samples = joinedSamples(studies.map(({ matrix }) => matrix));
  const rows = studies.flatMap(({ name, endpoint }, i) => {
    if (endpoint === undefined) return [];
    const { proposal, event } = endpoint;
    const codes = new Set([...proposal.event, ...proposal.censored]);
    return (samples[i] ?? []).flatMap((sample, at): string[][] => {
      const [time = '', code = ''] = [proposal.times[at], proposal.codes[at]];
      if (time === '' || !codes.has(code)) return [];
      return [[sample, inUnit(time, proposal.unit, unit), event.includes(code) ? '1' : '0', name.trim()]];
    });
  });
  return { columns: ['sample', 'time', 'status', STUDY_COLUMN], rows, unit };
}

const inUnit = (time: string, from: TimeUnit, to: TimeUnit): string =>
  from === to ? time : String((Number(time) * DAYS[from]) / DAYS[to]);
