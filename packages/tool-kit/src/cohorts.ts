import {
  COMPARED_SAMPLES_MIN,
  type Cohort,
  type Endpoint,
  EVENTS_ENOUGH,
  type Finding,
  type MatrixName,
  usableOf,
} from '@oncoloom/contract';
import { formatCount } from './format.ts';
import type { When } from './kinds/kind.ts';

/** What a tool needs of a cohort; a cohort without it is refused with the reason, and the form says it before. */
export interface CohortNeeds {
  /** Matrices beside the expression: at once, or under another parameter's value. */
  matrices?: readonly { name: MatrixName; when?: When }[];
  /** An endpoint with events, or the parameter that names it. */
  survival?: Endpoint | { parameter: string };
  /** A model is built of the follow-up: too few events are refused. */
  modelled?: true;
  /** Tumours against normals: of TCGA alone, or with GTEx where this flag is on. */
  /** `paired`: the flag under which each patient's own tumour and normal are compared, in place of all. */
  comparison?: { withGtex: string; paired?: string };
  /** A clinical table, with one at least of the features that the named parameter holds; see `FEATURE_WORDS`. */
  clinical?: true | { features: string };
}

/** What of the cohorts may be chosen. */
export interface CohortChoice {
  needs: CohortNeeds;
  /** More than one. */
  several?: true;
}

type Values = Readonly<Record<string, unknown>>;

/** `TCGA-ACC`, `ACC`, `acc` → `acc`. */
export function cohortCode(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^tcga-/, '');
}

export const ENDPOINT_WORDS: Readonly<Record<Endpoint, string>> = {
  OS: '总生存（OS）',
  DSS: '疾病特异生存（DSS）',
  DFI: '无病间期（DFI）',
  PFI: '无进展间期（PFI）',
};

/** Clinical features that a gene is compared by. `status` follows from the overall survival where the table does not tell. R: CLINICAL_FEATURES. */
export const FEATURE_WORDS = {
  age: '年龄',
  gender: '性别',
  race: '种族',
  stage: '分期',
  t: 'T 分期',
  n: 'N 分期',
  m: 'M 分期',
  grade: '分级',
  status: '生存状态',
} as const;
export type Feature = keyof typeof FEATURE_WORDS;

const MATRIX_WORDS = { expression: '表达量', counts: '原始计数', gtex: 'GTEx' } as const;

/** Fewer GTEx normals than this are told. */
const GTEX_ENOUGH = 30;
/** A cohort with fewer genes than this is a selection. */
const GENES_ENOUGH = 5000;

/** Fewer tumours than any cohort of TCGA has are a selection. */
const TUMOURS_ENOUGH = 30;

/** What stands under a simulated cohort's results, wherever they go. */
export const SIMULATED_NOTE = '模拟演示数据：由程序生成，不是患者的数据，不能用于科研结论';

/** How much of a cohort is installed. */
export interface CohortExtent {
  kind: 'absent' | 'simulated' | 'sample' | 'whole';
  /** 「样例：只有 198 个基因」. */
  word: string;
}

/** Whether a cohort is all there, or a few genes or samples of it that came with the program. */
export function cohortExtent({ installed, simulated, samples, normals, matrices }: Cohort): CohortExtent {
  if (!installed) return { kind: 'absent', word: '未安装' };
  if (simulated) return { kind: 'simulated', word: '模拟演示队列' };
  const genes = matrices.expression?.genes ?? 0;
  const tumours = samples ?? 0;
  const few = [
    ...(genes < GENES_ENOUGH ? [`${formatCount(genes)} 个基因`] : []),
    ...(tumours < TUMOURS_ENOUGH ? [`${formatCount(tumours)} 个肿瘤、${formatCount(normals ?? 0)} 个正常样本`] : []),
  ];
  return few.length === 0 ? { kind: 'whole', word: '已安装' } : { kind: 'sample', word: `样例：只有 ${few.join('，')}` };
}

/** What of TCGA is on this server, in a sentence: how many cohorts are all there, and which are samples. */
export function installedWords(cohorts: readonly Cohort[]): string {
  const of = (kind: CohortExtent['kind']) => cohorts.filter((cohort) => cohortExtent(cohort).kind === kind);
  const [whole, samples, simulated] = [of('whole'), of('sample'), of('simulated')];
  const listed = samples.map((cohort) => `${cohort.label} ${cohortExtent(cohort).word.replace('样例：', '')}`);
  return [
    whole.length === 0 ? '这台服务器还没有完整的公共队列' : `这台服务器有 ${whole.length} 个完整的公共队列`,
    ...(samples.length === 0 ? [] : [`${samples.length} 个样例（${listed.join('；')}）`]),
    ...(simulated.length === 0 ? [] : [`${simulated.length} 个模拟演示队列`]),
  ].join('，');
}

/** The endpoint that a tool's run looks at. */
export function endpointOf(needs: CohortNeeds, values: Values): Endpoint | undefined {
  const { survival } = needs;
  return typeof survival === 'object' ? (String(values[survival.parameter]) as Endpoint) : survival;
}

function survivalProblem(cohort: Cohort, endpoint: Endpoint, modelled: boolean): string | undefined {
  const known = cohort.survival[endpoint];
  if (known === undefined) return `${cohort.label} 没有${ENDPOINT_WORDS[endpoint]}的随访数据，请换一个队列`;
  if (known.events === 0) return `${cohort.label} 的${ENDPOINT_WORDS[endpoint]}没有发生一例事件，不能做生存分析，请换一个队列`;
  if (modelled && known.events < EVENTS_ENOUGH)
    return `${cohort.label} 的${ENDPOINT_WORDS[endpoint]}只有 ${formatCount(known.events)} 例事件，不足 ${EVENTS_ENOUGH} 例，建出来的模型靠不住，请换一个终点或队列`;
  return undefined;
}

/** What a comparison takes: each patient's own two samples, or all tumours and normals, with those of GTEx or without. */
export function comparisonOf({ comparison }: CohortNeeds, values: Values): 'paired' | 'joined' | 'alone' | undefined {
  if (comparison === undefined) return undefined;
  if (comparison.paired !== undefined && values[comparison.paired] === true) return 'paired';
  return values[comparison.withGtex] === true ? 'joined' : 'alone';
}

/** Why nothing can be tested. */
function comparisonProblem(cohort: Cohort, way: 'paired' | 'joined' | 'alone'): string | undefined {
  if (way === 'paired') {
    const pairs = cohort.matrices.expression?.pairs ?? 0;
    if (pairs >= COMPARED_SAMPLES_MIN) return undefined;
    return `${cohort.label} 里肿瘤和癌旁都有的患者有 ${formatCount(pairs)} 例，不足 ${COMPARED_SAMPLES_MIN} 例，不能配对比较，请关掉「配对比较」，或换一个队列`;
  }
  const withGtex = way === 'joined';
  const { tumour_vs_normal: alone, with_gtex: joined } = usableOf(cohort);
  if (withGtex ? joined : alone) return undefined;
  if (withGtex) {
    const what = cohort.tcga_gtex === 1 ? `${cohort.label} 没有装 GTEx 正常组织的数据` : `GTEx 没有与 ${cohort.label} 对应的正常组织`;
    return `${what}，${alone ? '请关掉 GTEx，只用 TCGA 的癌旁' : '请换一个队列'}`;
  }
  const normals = formatCount(cohort.normals ?? 0);
  const remedy = joined ? '请加入 GTEx 正常组织' : '请换一个队列';
  return `${cohort.label} 的 TCGA 正常样本有 ${normals} 个，不足 ${COMPARED_SAMPLES_MIN} 个，不能与肿瘤比较，${remedy}`;
}

/** With too few normals there is still something to draw beside other cohorts. */
function isDrawable({ matrices }: Cohort, way: 'paired' | 'joined' | 'alone'): boolean {
  if (way === 'paired') return (matrices.expression?.pairs ?? 0) > 0;
  return ((way === 'joined' ? matrices.gtex : matrices.expression)?.tumours ?? 0) > 0;
}

/** Features that a cohort tells of, out of those that a tool was asked for. */
function featuresOf({ clinical }: CohortNeeds, cohort: Cohort, values: Values): { asked: Feature[]; known: Feature[] } {
  const all = Object.keys(FEATURE_WORDS) as Feature[];
  const given = typeof clinical === 'object' ? values[clinical.features] : [];
  const asked = Array.isArray(given) && given.length > 0 ? all.filter((feature) => given.includes(feature)) : all;
  const has = (feature: Feature) => cohort.clinical[feature] !== undefined || (feature === 'status' && cohort.survival.OS !== undefined);
  return { asked, known: asked.filter(has) };
}

function clinicalProblem(needs: CohortNeeds, cohort: Cohort, values: Values): string | undefined {
  if (needs.clinical === undefined) return undefined;
  if (Object.keys(cohort.clinical).length === 0) return `${cohort.label} 没有装临床资料，请换一个队列`;
  const { asked, known } = featuresOf(needs, cohort, values);
  if (needs.clinical === true || known.length > 0) return undefined;
  return `${cohort.label} 没有${asked.map((feature) => `「${FEATURE_WORDS[feature]}」`).join('')}的资料，请换别的特征，或换一个队列`;
}

/** Why a cohort cannot be used with these values, and what to do; undefined where it can. */
export function cohortProblem({ needs, several }: CohortChoice, cohort: Cohort, values: Values): string | undefined {
  if (!cohort.installed) return `${cohort.label} 还没有装到这台服务器上，请换一个已安装的队列，或联系管理员安装`;
  const lacking = (needs.matrices ?? []).find(({ name, when }) => {
    const needed = when === undefined || when.is.some((value) => value === values[when.parameter]);
    return needed && cohort.matrices[name] === undefined;
  });
  if (lacking !== undefined)
    return `${cohort.label} 没有装${MATRIX_WORDS[lacking.name]}，请换一个${lacking.when === undefined ? '队列' : '方法或队列'}`;
  const endpoint = endpointOf(needs, values);
  const follow = endpoint === undefined ? undefined : survivalProblem(cohort, endpoint, needs.modelled === true);
  if (follow !== undefined) return follow;
  const unclear = clinicalProblem(needs, cohort, values);
  if (unclear !== undefined) return unclear;
  const way = comparisonOf(needs, values);
  return way === undefined || (several === true && isDrawable(cohort, way)) ? undefined : comparisonProblem(cohort, way);
}

/** What has to be known of a cohort that can be used. */
function cohortNotes(name: string, { needs }: CohortChoice, cohort: Cohort, values: Values): Finding[] {
  const notes: Finding[] = [];
  const tell = (level: 'should' | 'note', code: string, message: string) => notes.push({ code, level, field: name, message });
  const endpoint = endpointOf(needs, values);
  const events = endpoint === undefined ? EVENTS_ENOUGH : (cohort.survival[endpoint]?.events ?? 0);
  if (endpoint !== undefined && events < EVENTS_ENOUGH)
    tell('should', 'few_events', `${cohort.label} 的${ENDPOINT_WORDS[endpoint]}只有 ${events} 例事件，曲线很不稳定，P 值和 HR 不宜下结论`);
  if (typeof needs.clinical === 'object') {
    const { asked, known } = featuresOf(needs, cohort, values);
    const given = values[needs.clinical.features];
    const absent = Array.isArray(given) && given.length > 0 ? asked.filter((feature) => !known.includes(feature)) : [];
    const words = absent.map((feature) => `「${FEATURE_WORDS[feature]}」`).join('');
    if (absent.length > 0) tell('should', 'features_absent', `${cohort.label} 没有${words}的资料，这几项不比较`);
  }
  if (comparisonOf(needs, values) === 'joined') {
    const { normals = 0, gtex = 0 } = cohort.matrices.gtex ?? {};
    if (normals < COMPARED_SAMPLES_MIN)
      tell('should', 'source_confounded', `${cohort.label} 的肿瘤都来自 TCGA，正常都来自 GTEx：组织的差别和来源的差别分不开，结论要谨慎`);
    if (gtex < GTEX_ENOUGH) tell('should', 'few_gtex', `GTEx 正常组织只有 ${gtex} 个，少于 ${GTEX_ENOUGH} 个，结果不稳定`);
  }
  const genes = cohort.matrices.expression?.genes ?? 0;
  if (genes < GENES_ENOUGH) tell('note', 'few_genes', `这一版 ${cohort.label} 只有 ${formatCount(genes)} 个基因，不是全部基因`);
  if (cohort.simulated) tell('note', 'simulated', SIMULATED_NOTE);
  return notes;
}

/** What can be told of chosen cohorts before anything runs. */
export function checkCohorts(name: string, parameter: CohortChoice, cohorts: readonly Cohort[], values: Values): Finding[] {
  if (cohorts.length === 0) {
    const message = '这台服务器上没有可以用的队列，请联系管理员安装';
    return [{ code: 'no_cohort', level: 'must', field: name, message }];
  }
  const way = comparisonOf(parameter.needs, values);
  const untested = new Map(cohorts.map((cohort) => [cohort.code, way === undefined ? undefined : comparisonProblem(cohort, way)]));
  const tests = [...untested.values()].some((problem) => problem === undefined);
  return cohorts.flatMap((cohort): Finding[] => {
    const problem = cohortProblem(parameter, cohort, values) ?? (tests ? undefined : untested.get(cohort.code));
    if (problem !== undefined) return [{ code: 'cohort_unusable', level: 'must', field: name, message: problem }];
    const notes = cohortNotes(name, parameter, cohort, values);
    if (untested.get(cohort.code) === undefined) return notes;
    const message = `${cohort.label} 的${way === 'paired' ? '配对' : '正常样本'}不足 ${COMPARED_SAMPLES_MIN} ${way === 'paired' ? '对' : '个'}，只画图，不做检验`;
    return [...notes, { code: 'not_tested', level: 'note', field: name, message }];
  });
}

/** Words for the tool's texts of one cohort. */
export function cohortWords({ needs }: CohortChoice, cohort: Cohort, values: Values): Record<string, unknown> {
  const endpoint = endpointOf(needs, values);
  const known = endpoint === undefined ? undefined : cohort.survival[endpoint];
  return {
    cohort: cohort.label,
    cohort_name: cohort.name,
    cohort_tumours: formatCount(cohort.samples ?? 0),
    cohort_normals: formatCount(cohort.normals ?? 0),
    cohort_patients: formatCount(known?.patients ?? 0),
    cohort_events: formatCount(known?.events ?? 0),
  };
}

const EXTENTS: readonly CohortExtent['kind'][] = ['whole', 'sample', 'simulated', 'absent'];

/** The specification's, among those of which as much is installed. */
const DEFAULT_COHORT = 'acc';

/** Whole cohorts before those of which a part is installed, simulated ones last; the specification's default before others of its kind. */
export function byExtent(cohorts: readonly Cohort[]): Cohort[] {
  const place = (cohort: Cohort) => EXTENTS.indexOf(cohortExtent(cohort).kind) * 2 - (cohort.code === DEFAULT_COHORT ? 1 : 0);
  return [...cohorts].sort((a, b) => place(a) - place(b));
}

/** Real cohorts; the simulated where there are no others. What counts or compares cohorts takes these: a simulated one is an example. */
export function realOnes<T>(all: readonly T[], cohortOf: (one: T) => Pick<Cohort, 'simulated'>): readonly T[] {
  const real = all.filter((one) => !cohortOf(one).simulated);
  return real.length > 0 ? real : all;
}
