import type { Finding } from '@oncoloom/contract';
import type { NamedMatrix } from '../inputs/input-facts.ts';
import type { PlatformsProposal } from './proposals.ts';
import { namesOf, personNamesOf, SAME } from './same-samples.ts';
import { metadataOf, type SeriesMetadata } from './series.ts';
import { placesByValue } from './words.ts';

/** Below this share of common names two platforms measured other samples; from `SAME` on the same ones. */
const APART = 0.2;
/** More platforms than this are lots of one design, or tiles of one set. */
const MANY = 6;

/** Share of the smaller list's names that the other has, too. */
function common(a: readonly string[], b: readonly string[]): number {
  const [own, other] = [new Set(a.filter((name) => name !== '')), new Set(b.filter((name) => name !== ''))];
  const smaller = Math.min(own.size, other.size);
  return smaller === 0 ? 0 : [...own].filter((name) => other.has(name)).length / smaller;
}

function overlap(a: SeriesMetadata, b: SeriesMetadata): number {
  const [own, other] = [personNamesOf(a), personNamesOf(b)];
  const persons = own === undefined || other === undefined ? 0 : common(own, other);
  return Math.max(persons, common(namesOf(a), namesOf(b)));
}

/** Matrices with rows of about the same number, by this, are as large as one another. */
const sizeOf = (rows: number | undefined): number => Math.round(2 * Math.log2(Math.max(1, rows ?? 1)));

const named = ({ platform, samples }: SeriesMetadata): string => `${platform ?? '未知平台'} ${samples.length} 个样本`;

/**
 * How the platforms of one series stand to each other. Samples of two platforms are never replicates of one group.
 *
 * @param rows How many probes each platform's matrix has, where that is known. @returns undefined of one platform.
 */
export function proposePlatforms(
  parts: readonly SeriesMetadata[],
  rows: readonly (number | undefined)[] = [],
): PlatformsProposal | undefined {
  if (parts.length < 2) return undefined;
  const shares = parts.flatMap((a, i) => parts.slice(i + 1).map((b) => overlap(a, b)));
  const largest =
    [...parts.keys()].sort(
      (a, b) => (parts[b]?.samples.length ?? 0) - (parts[a]?.samples.length ?? 0) || sizeOf(rows[b]) - sizeOf(rows[a]),
    )[0] ?? 0;
  const first = parts[largest] as SeriesMetadata;
  const distinct = placesByValue(parts.map(({ platform }) => platform ?? '')).size;
  const list = parts.length > MANY ? `${parts.slice(0, 3).map(named).join('、')} 等` : parts.map(named).join('、');
  const base = { kind: 'platforms', first: first.platform ?? '', platforms: parts.map(({ platform }) => platform ?? '') } as const;
  const lead = `这个系列有 ${distinct} 个平台（${list}）`;
  if (parts.length > MANY)
    return { ...base, relation: 'lots', score: 0.7, evidence: `${lead}，像是许多批次或分片，不能当作重复。先看样本最多的 ${base.first}` };
  if (Math.min(...shares) >= SAME)
    return {
      ...base,
      relation: 'same-samples',
      score: 0.85,
      evidence: `${lead}，样本名相同，是同一批样本在几种芯片上，不能当作重复。可以按基因合并成一个矩阵，每个基因只取一种芯片的数值；也可以分开分析，先看 ${base.first}`,
    };
  if (Math.max(...shares) <= APART)
    return {
      ...base,
      relation: 'other-samples',
      score: 0.75,
      evidence: `${lead}，样本各不相同。请选一个平台分析，不能放在一起当作重复；先看 ${base.first}`,
    };
  return {
    ...base,
    relation: 'partly',
    score: 0.5,
    evidence: `${lead}，只有一部分样本名相同。请选一个平台分析；先看 ${base.first}`,
  };
}

/** Matrices of one series that hold the same samples on several platforms: put together, one sample would count as several. */
export function checkPlatforms(field: string, matrices: readonly NamedMatrix[]): Finding[] {
  const bySeries = new Map<string, NamedMatrix[]>();
  for (const one of matrices) {
    const title = one.matrix.annotations?.series?.title ?? '';
    if (title !== '' && one.matrix.platform !== null) bySeries.set(title, [...(bySeries.get(title) ?? []), one]);
  }
  return [...bySeries.values()].flatMap((parts): Finding[] => {
    const platforms = [...new Set(parts.map(({ matrix }) => matrix.platform ?? ''))];
    const relation = proposePlatforms(parts.map(({ matrix }) => metadataOf(matrix)))?.relation;
    if (platforms.length < 2 || (relation !== 'same-samples' && relation !== 'partly')) return [];
    const message = `${parts.map(({ name }) => `「${name}」`).join('和')}是同一个系列在几种芯片上（${platforms.join('、')}），${relation === 'same-samples' ? '样本相同' : '有些样本相同'}。放在一起，同一份样本会算作几个，不是重复。请只选一个平台`;
    return [{ code: 'platforms_repeat', level: 'should', field, message }];
  });
}
