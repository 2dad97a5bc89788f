import { type Language, spaced } from '@oncoloom/tool-kit';
import { paragraphOf, sentencesOf } from './sentences.ts';

/** A package in the version that a step ran with. */
export interface UsedPackage {
  name: string;
  version: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** 4.3.3, 3.58.1, 1.0-12 */
const VERSION = '\\d+(?:[.-]\\d+)+';

function mentions(names: readonly string[]): RegExp {
  const longestFirst = [...names].sort((a, b) => b.length - a.length).map(escaped);
  return new RegExp(
    `(?<![\\p{L}\\p{N}._:-])(?<name>${longestFirst.join('|')})(?: ?[（(](?<within>${VERSION})[）)]| (?<after>${VERSION})(?![\\p{L}\\p{N}]))`,
    'gu',
  );
}

/** Names with what joins them: nothing else of a sentence is left where it told versions alone. */
const JOINING = {
  zh: /^(?:计算|分析|统计|使用|用|软件包|的算法|完成|和|及|与|于|[、，；：（）\s。])*$/u,
  en: /^(?:computations?|analys[ei]s|packages?|algorithms|was|were|used|done|made|in|of|with|and|by|the|[,;:().\s])*$/iu,
} as const;

function saysVersionsAlone(sentence: string, names: readonly string[], language: Language): boolean {
  const bare = sentence.replace(new RegExp(`(?<![\\p{L}\\p{N}._])(?:R|${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu'), '');
  return bare !== sentence && JOINING[language].test(bare);
}

/** A stop that stood behind a bracket is no sentence of its own. */
const hasWords = (sentence: string): boolean => /[\p{L}\p{N}]/u.test(sentence);

/** R beside the names of its packages, in brackets or alone in them: the sentence on versions says it. */
const R_IN_BRACKETS: readonly (readonly [RegExp, string])[] = [
  [/ ?[（(]R[）)]/g, ''],
  [/([（(])R(?:，|,|;|；|、) ?/g, '$1'],
  [/(?:，|, )R(?=[）);；])/g, ''],
];

/**
 * A text without the versions of what it ran with: they are told once for all steps. A sentence that says these alone is left out.
 * @param versions Of the step, by name: R and its packages.
 * @returns `used`: what the text named with a version, in this order.
 */
export function withoutVersions(
  text: string,
  versions: Readonly<Record<string, string>>,
  language: Language,
): { text: string; used: UsedPackage[] } {
  const names = Object.keys(versions);
  if (names.length === 0) return { text, used: [] };
  const used: UsedPackage[] = [];
  const named = text.replace(mentions(names), (...match) => {
    const { name, within, after } = match.at(-1) as { name: string; within?: string; after?: string };
    used.push({ name, version: within ?? after ?? '' });
    return name;
  });
  const bare = R_IN_BRACKETS.reduce((told, [pattern, by]) => told.replace(pattern, by), named);
  const kept = sentencesOf(bare, language).filter((sentence) => hasWords(sentence) && !saysVersionsAlone(sentence, names, language));
  return {
    text: spaced(paragraphOf(kept, language)),
    used: used.filter(({ name }, i) => used.findIndex((other) => other.name === name) === i),
  };
}

/** Where a package had several versions, the steps that ran with each are named. */
function versionsOf(name: string, steps: readonly { number: number; used: readonly UsedPackage[] }[], language: Language): string {
  const byVersion = new Map<string, number[]>();
  for (const { number, used } of steps) {
    const version = used.find((one) => one.name === name)?.version;
    if (version !== undefined) byVersion.set(version, [...(byVersion.get(version) ?? []), number]);
  }
  const [[only] = ['']] = byVersion;
  if (byVersion.size <= 1) return `${name} ${only}`;
  const each = [...byVersion].map(([version, numbers]) =>
    language === 'zh'
      ? `${version}（步骤 ${numbers.join('、')}）`
      : `${version} (step${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')})`,
  );
  return `${name} ${each.join(language === 'zh' ? '和 ' : ' and ')}`;
}

/** One sentence with every package and its version, R first, then as the texts name them; '' where none names one. */
export function versionSentence(steps: readonly { number: number; used: readonly UsedPackage[] }[], language: Language): string {
  const names = [...new Set(steps.flatMap(({ used }) => used.map(({ name }) => name)))];
  if (names.length === 0) return '';
  const told = (name: string) => versionsOf(name, steps, language);
  const [r, packages] = [names.filter((name) => name === 'R').map(told), names.filter((name) => name !== 'R').map(told)];
  if (language === 'zh') {
    const list = packages.length === 0 ? '' : `${r.length > 0 ? '，软件包：' : '软件包：'}${packages.join('、')}`;
    return r.length > 0 ? `全部计算用 ${r.join('')} 完成${list}。` : `全部计算用到的${list}。`;
  }
  const list = packages.length <= 1 ? packages.join('') : `${packages.slice(0, -1).join(', ')} and ${packages.at(-1)}`;
  const with_ = list === '' ? '' : ` with ${packages.length === 1 ? 'the package' : 'the packages'} ${list}`;
  return r.length > 0 ? `All computations were done in ${r.join('')}${with_}.` : `Computations were done${with_}.`;
}
