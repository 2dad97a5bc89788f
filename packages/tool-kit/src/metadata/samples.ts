import type { MatrixFacts } from '@oncoloom/contract';
import { formatDecimal } from '../words/format.ts';
import { partsOf } from './divisions.ts';
import type { BatchProposal, CovariateProposal, LeaveOutProposal, LogProposal } from './proposals.ts';
import { isText, OTHER_COLUMNS, type SampleColumn, type SeriesMetadata, TEXT_COLUMNS } from './series.ts';
import { topicOf } from './terms.ts';
import { POOL_WORDS } from './vocabulary.ts';
import { phrases, placesByValue, wordsOf } from './words.ts';

const CORRECTED = /\bcombat\b|batch[- ](?:effects?[- ])?(?:were |was )?(?:correct|remov|adjust)|removebatcheffect/i;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

const BATCH_IN_TEXT = /\b(?:batch|lane|plate|run|scan)[ _.#-]?(\w{1,8})/i;

/** The batch that titles or sources name, where they all do. */
function batchInTexts({ name, values }: SampleColumn): SampleColumn[] {
  const batches = values.map((value) => BATCH_IN_TEXT.exec(value.replace(/_/g, ' '))?.[1] ?? '');
  return isText(name) && batches.every((batch) => batch !== '') ? [{ name, values: batches }] : [];
}

const BATCHES_TOLD = 4;
/** 「E1 120 个、E2 80 个」 */
function batchesTold(values: readonly string[]): string {
  const sized = [...placesByValue(values)].map(([value, places]) => `${value} ${places.length} 个`);
  return sized.slice(0, BATCHES_TOLD).join('、') + (sized.length > BATCHES_TOLD ? ' 等' : '');
}

/** Columns that tell when or where samples were measured. */
export function proposeBatches({ columns, texts, samples }: SeriesMetadata): BatchProposal[] {
  const corrected = texts.processing.map((text) => CORRECTED.exec(text)?.[0]).find((word) => word !== undefined);
  const told = columns.flatMap((column) => (topicOf(column.name) === 'batch' && !isText(column.name) ? [column] : batchInTexts(column)));
  return told.flatMap((column): BatchProposal[] => {
    const batches = placesByValue(column.values).size;
    if (batches < 2 || batches > samples.length / 2) return [];
    const removed = corrected !== undefined;
    return [
      {
        kind: 'batch',
        column: column.name,
        bySample: column.values,
        batches,
        removed,
        score: 0.8,
        evidence: `「${column.name}」把样本分成 ${batches} 批：${batchesTold(column.values)}${removed ? `；数据处理里写了「${corrected}」，批次已经去过，不要再去一次` : ''}`,
      },
    ];
  });
}

const COVARIATES = { sex: '性别', age: '年龄', stage: '分期或分级', 'person-trait': '个人特征', place: '部位' } as const;
const isCovariate = (topic: string | undefined): topic is CovariateProposal['what'] => topic !== undefined && topic in COVARIATES;

const SEXES = phrases(['male', 'female', 'm', 'f', 'man', 'woman', 'men', 'women', 'männlich', 'weiblich', 'w', '男', '女']);

/** What a column or a part of it is about; values that are sexes tell it without a key. */
export function traitOf({ name, values }: SampleColumn): CovariateProposal['what'] | undefined {
  const levels = [...placesByValue(values).keys()].map((value) => wordsOf(value).join(' '));
  if (levels.length === 2 && levels.every((value) => SEXES.includes(value))) return 'sex';
  const topic = isText(name) ? undefined : topicOf(name);
  return isCovariate(topic) ? topic : undefined;
}

/** Traits of the persons that a comparison may take into account. */
export function proposeCovariates(columns: readonly SampleColumn[]): CovariateProposal[] {
  const parts = columns.flatMap((column) => [column, ...partsOf(column)]);
  return parts.flatMap((column): CovariateProposal[] => {
    const what = traitOf(column);
    const levels = placesByValue(column.values);
    if (what === undefined || levels.size < 2) return [];
    const numeric = [...levels.keys()].every((value) => NUMBER.test(value));
    if (levels.size > 12 && !numeric) return [];
    const counted = [...levels].map(([value, places]) => `${value} ${places.length} 个`).join('、');
    const values = [...levels.keys()].map(Number);
    const told = levels.size > 6 && numeric ? `${Math.min(...values)}–${Math.max(...values)}` : counted;
    return [
      {
        kind: 'covariate',
        column: column.name,
        bySample: column.values,
        what,
        score: 0.7,
        evidence: `「${column.name}」是${COVARIATES[what]}：${told}`,
      },
    ];
  });
}

const POOLS = POOL_WORDS.map((word) => ` ${word} `);
/** @param text Words with a blank before and behind. */
const isOfPool = (text: string): boolean => POOLS.some((word) => text.includes(word));

/** Samples whose texts say that they are pools or references, while the others are none. */
function pools({ samples, columns }: SeriesMetadata): LeaveOutProposal[] {
  const texts = columns.filter(({ name }) => isText(name) && name !== TEXT_COLUMNS.description && name !== TEXT_COLUMNS.second);
  const said = samples.map((_, i) => ` ${texts.flatMap(({ values }) => wordsOf(values[i] ?? '')).join(' ')} `);
  const places = said.flatMap((text, i) => (isOfPool(text) ? [i] : []));
  if (places.length === 0 || places.length > samples.length / 3) return [];
  const named = places.map((at) => samples[at] ?? '');
  const textWith = (at: number) =>
    texts.map(({ values }) => values[at] ?? '').find((text) => isOfPool(` ${wordsOf(text).join(' ')} `)) ?? '';
  const [title] = places.map(textWith);
  return [
    {
      kind: 'leave-out',
      samples: named,
      reasons: places.map((at) => `像是混合样本或参照 RNA：「${textWith(at)}」`),
      why: 'pool',
      score: 0.8,
      evidence: `${places.length} 个样本像是混合样本或参照 RNA（如「${title}」），不是单个样本`,
    },
  ];
}

/** Samples of the lesser part where a column that should be one thing is several. */
function others({ samples, columns }: SeriesMetadata, name: string, why: LeaveOutProposal['why']): LeaveOutProposal[] {
  const column = columns.find((one) => one.name === name);
  const levels = [...placesByValue(column?.values ?? [])].sort(([, a], [, b]) => b.length - a.length);
  const [most, ...rest] = levels;
  if (most === undefined || rest.length === 0) return [];
  const places = rest.flatMap(([, at]) => at);
  const named = places.map((at) => samples[at] ?? '');
  return [
    {
      kind: 'leave-out',
      samples: named,
      reasons: places.map((at) => `${name}是 ${column?.values[at]}，多数是 ${most[0]}`),
      why,
      score: 0.75,
      evidence: `${name}不止一种：${levels.map(([value, at]) => `${value} ${at.length} 个`).join('、')}；少的 ${places.length} 个样本不能与其余的放在一起`,
    },
  ];
}

const TECHNICAL =
  /\b(?:technical (?:replicate|repeat|duplicate)|tech(?:nical)?[ _.-]?rep(?:licate)?|duplicate|dup|rehyb(?:ridi[sz]ation)?|re-?run|repeat(?:ed)?(?: array| hyb\w{0,20})?)[ _.#-]?(\d?)$/i;

/** Repetitions of the same sample: all but the first of those whose titles differ in the repetition alone. */
function technicalReplicates({ samples, columns }: SeriesMetadata): LeaveOutProposal[] {
  const titles = columns.find(({ name }) => name === TEXT_COLUMNS.title)?.values ?? [];
  const stems = titles.map((title) => title.replace(TECHNICAL, '').replace(/[\s,;_.(-]{1,5}$/, ''));
  const repeated = [...placesByValue(stems).values()]
    .filter((same) => same.length > 1 && same.some((at) => TECHNICAL.test(titles[at] ?? '')))
    .flatMap(([first = 0, ...others]) => others.map((at) => ({ at, first })));
  const places = repeated.map(({ at }) => at);
  if (places.length === 0) return [];
  return [
    {
      kind: 'leave-out',
      samples: places.map((at) => samples[at] ?? ''),
      reasons: repeated.map(({ at, first }) => `「${titles[at]}」与 ${samples[first]}「${titles[first]}」是同一份样本的重复`),
      why: 'technical-replicate',
      score: 0.75,
      evidence: `${places.length} 个样本的标题只在技术重复上与另一个不同（如「${titles[places[0] ?? 0] ?? ''}」），每个样本只留第一份`,
    },
  ];
}

const EXCLUDED_KEY = /\b(?:exclude|excluded|outlier|qc|quality control)\b/i;
const EXCLUDED_VALUES = phrases(['exclude', 'excluded', 'yes', 'fail', 'failed', 'outlier', 'true', 'bad']);

/** Samples that the submitter says are of no use. */
function marked({ samples, columns }: SeriesMetadata): LeaveOutProposal[] {
  return columns.flatMap(({ name, values }): LeaveOutProposal[] => {
    if (isText(name) || !EXCLUDED_KEY.test(name.replace(/[_.]/g, ' '))) return [];
    const places = samples.flatMap((_, i) => (EXCLUDED_VALUES.includes(wordsOf(values[i] ?? '').join(' ')) ? [i] : []));
    if (places.length === 0 || places.length > samples.length / 2) return [];
    return [
      {
        kind: 'leave-out',
        samples: places.map((at) => samples[at] ?? ''),
        reasons: places.map((at) => `「${name}」写的是 ${values[at]}`),
        why: 'marked',
        score: 0.7,
        evidence: `「${name}」写明 ${places.length} 个样本不用`,
      },
    ];
  });
}

/** Samples that are not of the kind that the others are. */
export function proposeLeaveOut(metadata: SeriesMetadata): LeaveOutProposal[] {
  return [
    ...pools(metadata),
    ...technicalReplicates(metadata),
    ...marked(metadata),
    ...others(metadata, OTHER_COLUMNS.species, 'other-species'),
    ...others(metadata, OTHER_COLUMNS.strategy, 'other-assay'),
    ...others(metadata, OTHER_COLUMNS.molecule, 'other-assay').filter(({ evidence }) => /dna|protein/i.test(evidence)),
  ];
}

const LOGGED =
  /\brma\b|\bgcrma\b|\bfrma\b|\bvst\b|\bvsn\b|\brlog\b|\blog(?:2|10|arithm\w{0,5})?[- _(]?(?:transform\w{0,5}|scale|2|ratio|intensit\w{0,4}|cpm|tpm|fpkm|rpkm)\b|\blog2\b/i;
const LINEAR = /\bmas ?5|\bmas 5\.0|\bgcos\b|\bplier\b|\bfpkm\b|\brpkm\b|\btpm\b|\bcounts?\b|scaled to (?:a |an )?(?:average|target|\d)/i;

/** Are the values logarithms? Told by the values; by the text on their making only where no values are there. */
export function proposeLog(
  { texts }: SeriesMetadata,
  matrix: Pick<MatrixFacts, 'kind' | 'minimum' | 'maximum'> | undefined,
): LogProposal | undefined {
  if (matrix !== undefined) {
    const logged = matrix.kind === 'log' || matrix.kind === 'batch-corrected';
    const range = `${formatDecimal(matrix.minimum, 1)} 到 ${formatDecimal(matrix.maximum, 1)}`;
    const what = logged ? '已取过对数' : matrix.kind === 'counts' ? '是原始计数，没有取对数' : '没有取对数，先取 log2';
    return { kind: 'log', logged, score: 0.9, evidence: `表里的值从 ${range}，${what}` };
  }
  for (const [logged, pattern] of [
    [true, LOGGED],
    [false, LINEAR],
  ] as const) {
    const word = texts.processing.map((text) => pattern.exec(text)?.[0]).find((found) => found !== undefined);
    if (word !== undefined)
      return {
        kind: 'log',
        logged,
        score: 0.5,
        evidence: `没有看到数值；数据处理里写了「${word}」，${logged ? '这种值通常取过对数' : '这种值通常没有取对数'}，请核对`,
      };
  }
  return undefined;
}
