import { codesIn } from './pairs.ts';
import type { GroupsProposal, RepeatsProposal } from './proposals.ts';
import { isText, type SampleColumn, type SeriesMetadata } from './series.ts';
import { topicOf } from './terms.ts';
import { phrases, placesByValue, wordsOf } from './words.ts';

/** Words of keys that number several persons together. */
const TOGETHER = phrases(['pair', 'family', 'twin']);
/** With fewer persons they are donors of cells of an experiment. */
const PERSONS_LEAST = 3;

const SAME_PERSON = /\bsame (?:patient|individual|donor|subject|person)\b|同一(?:患者|病人|个体)/i;

interface Persons {
  column: string;
  values: readonly string[];
}

/** Numbers that exactly those samples share of which texts say that their person has another one. */
function saidSame(columns: readonly SampleColumn[]): Persons[] {
  const texts = columns.filter(({ name }) => isText(name));
  const count = columns[0]?.values.length ?? 0;
  const said = Array.from({ length: count }, (_, i) => texts.some(({ values }) => SAME_PERSON.test(values[i] ?? '')));
  if (!said.includes(true) || !said.includes(false)) return [];
  return texts
    .flatMap(codesIn)
    .filter(({ values }) => [...placesByValue(values).values()].every((places) => places.every((at) => said[at] === places.length > 1)));
}

/** Numbers that are called a person's. */
function persons(columns: readonly SampleColumn[]): Persons[] {
  const named = columns.flatMap((column): Persons[] => {
    if (isText(column.name)) return codesIn(column).filter((key) => key.named === 'person');
    const together = wordsOf(column.name).some((word) => TOGETHER.includes(word));
    return topicOf(column.name) === 'person' && !together ? [{ column: column.name, values: column.values }] : [];
  });
  return [...named, ...saidSame(columns)];
}

/** Persons with several samples in one of the compared groups, which are no independent ones. */
export function proposeRepeats({ samples, columns }: SeriesMetadata, groups: GroupsProposal): RepeatsProposal | undefined {
  for (const { column, values } of persons(columns)) {
    if (column === groups.column || placesByValue(values).size < PERSONS_LEAST) continue;
    const repeated = groups.groups.flatMap(({ name }) =>
      [...placesByValue(values.map((value, i) => (groups.bySample[i] === name ? value : '')))]
        .filter(([, places]) => places.length > 1)
        .map(([person, places]) => ({ person, group: name, samples: places.map((at) => samples[at] ?? '') })),
    );
    const [first] = repeated;
    if (first === undefined) continue;
    const count = new Set(repeated.map(({ person }) => person)).size;
    return {
      kind: 'repeats',
      of: groups.column,
      column,
      bySample: values,
      persons: count,
      samples: repeated.map(({ samples: [sample = ''] }) => sample),
      reasons: repeated.map(({ person, group, samples: own }) => `${person} 在「${group}」里有 ${own.length} 个样本：${own.join('、')}`),
      score: 0.8,
      evidence: `「${column}」里有 ${count} 位患者在同一组里不止一个样本（如 ${first.person}：${first.samples.join('、')}）。来自同一患者的样本不是独立的重复，当作独立会让 P 值偏小`,
    };
  }
  return undefined;
}
