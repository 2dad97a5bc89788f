import type { Language } from '@oncoloom/tool-kit';
import { type Citation, type CitedText, cite } from './cited.ts';
import { type UsedPackage, versionSentence, withoutVersions } from './packages.ts';
import { BETWEEN, paragraphOf, sentencesOf } from './sentences.ts';

/** A finished analysis as the merged methods see it. */
export interface MethodStep {
  /** Its place in the report, from 1. */
  number: number;
  name: string;
  taskType: string;
  /** What its tool is called. */
  tool: string;
  /** Its methods in one language, without what was done to the files on reading. */
  text: string;
  /** The same without the values of the run: two runs of one wording differ in values alone. */
  wording: string;
  /** Sentences on how its files were read. */
  reading: readonly string[];
  /** What it ran with. */
  versions: Readonly<Record<string, string>>;
  citations: readonly Citation[];
}

interface MethodSection {
  heading: string;
  paragraphs: CitedText[];
}

/** The methods of several analyses as one text. */
interface MergedMethods {
  /** How files were read, each said once; '' where nothing was done to them. */
  reading: string;
  /** One for each tool, in the order of its first step. */
  sections: MethodSection[];
  /** Every package with its version, once. */
  versions: string;
  /** Names of these packages. */
  packages: string[];
}

const WORDS = {
  zh: {
    named: (number: number, name: string) => `步骤 ${number}（${name}）`,
    lead: (step: string) => `${step}：`,
    same: (later: readonly string[], first: number) => `${later.join('、')}的方法与步骤 ${first} 完全相同。`,
    but: (later: string, first: number) => `${later}的方法与步骤 ${first} 相同，只有下面的数值或选择不同：`,
  },
  en: {
    named: (number: number, name: string) => `Step ${number} (${name})`,
    lead: (step: string) => `${step}: `,
    same: (later: readonly string[], first: number) => `${later.join(', ')}: as in step ${first}, without any difference.`,
    but: (later: string, first: number) => `${later}: as in step ${first}, except for the following values or choices.`,
  },
} as const;

interface Told extends MethodStep {
  bare: string;
  used: UsedPackage[];
}

/** The sentences of a later run that are not those of the first; undefined where the two do not go sentence by sentence. */
function differingSentences(first: Told, later: Told, language: Language): string[] | undefined {
  const [a, b] = [sentencesOf(first.bare, language), sentencesOf(later.bare, language)];
  return a.length === b.length ? b.filter((sentence, i) => sentence !== a[i]) : undefined;
}

/** Runs of one tool by wording, in their order: what differs in values alone is one group. */
function byWording(steps: readonly Told[], language: Language): Told[][] {
  const groups: Told[][] = [];
  for (const step of steps) {
    const known = groups.find(
      ([first]) => first !== undefined && first.wording === step.wording && differingSentences(first, step, language) !== undefined,
    );
    if (known === undefined) groups.push([step]);
    else known.push(step);
  }
  return groups;
}

const packagesOf = ({ versions }: MethodStep): string[] => Object.keys(versions).filter((name) => name !== 'R');

/** The paragraphs of runs whose wording is one: the first in full, of the others what differs. */
function paragraphsOf(group: readonly Told[], alone: boolean, language: Language): CitedText[] {
  const [first, ...later] = group;
  if (first === undefined) return [];
  const words = WORDS[language];
  const named = (step: Told) => words.named(step.number, step.name);
  const lead = alone ? [] : [{ text: words.lead(named(first)), works: [] }];
  const paragraphs: CitedText[] = [[...lead, ...cite(first.bare, first.citations, packagesOf(first))]];
  const same = later.filter((step) => differingSentences(first, step, language)?.length === 0);
  if (same.length > 0) paragraphs.push(cite(words.same(same.map(named), first.number), [], []));
  for (const step of later) {
    const own = differingSentences(first, step, language) ?? [];
    if (own.length === 0) continue;
    const text = `${words.but(named(step), first.number)}${BETWEEN[language]}${paragraphOf(own, language)}`;
    const cited = new Set(first.citations.map(({ work }) => work));
    const further = step.citations.filter(({ work }) => !cited.has(work));
    paragraphs.push(cite(text, further, packagesOf(step)));
  }
  return paragraphs;
}

/** Merges the methods of analyses, in their order: what several runs of a tool share is said once, and each version of each package once. */
export function mergeMethods(steps: readonly MethodStep[], language: Language): MergedMethods {
  const told = steps.map((step): Told => {
    const { text: bare, used } = withoutVersions(step.text, step.versions, language);
    return { ...step, bare, used };
  });
  const tools = new Map<string, Told[]>();
  for (const step of told) tools.set(step.taskType, [...(tools.get(step.taskType) ?? []), step]);
  const sections = [...tools.values()].map((runs) => ({
    heading: runs[0]?.tool ?? '',
    paragraphs: byWording(runs, language).flatMap((group) => paragraphsOf(group, runs.length === 1, language)),
  }));
  return {
    reading: paragraphOf([...new Set(steps.flatMap(({ reading }) => reading))], language),
    sections,
    versions: versionSentence(told, language),
    packages: told.flatMap(({ used }) => used.map(({ name }) => name)),
  };
}
