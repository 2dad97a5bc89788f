import type { Finding } from '@oncoloom/contract';
import { formatCount, listNames } from '../words/format.ts';
import type { InputFacts, RecognisedGenes } from './input-facts.ts';

/** How many known genes a list needs: below `least` it is refused, below `few` one is warned. */
export interface EnoughGenes {
  least: number;
  few: number;
  /** What so few genes cannot be used for, in words. */
  purpose: string;
}

/** What a list names: how many genes, which under another name, and what no gene is called. */
function recognisedWords({ known, aliases, unknown }: RecognisedGenes): string {
  const other = aliases.map(({ written, symbol }) => `${written} 是 ${symbol}`);
  const called = other.length === 0 ? '' : `，其中 ${formatCount(other.length)} 个写的是别名（${listNames(other)}）`;
  const rest = unknown.length === 0 ? '' : `；${formatCount(unknown.length)} 个名字认不出来：${listNames(unknown)}`;
  return `认出 ${formatCount(known)} 个基因${called}${rest}`;
}

/**
 * What the register of genes says of a list, before anything is charged.
 * @param level Of names that no gene has: `note` where the data may call their rows so.
 */
export function recognisedFindings(
  field: string,
  label: string,
  recognised: RecognisedGenes,
  { enough, level = 'should' }: { enough?: EnoughGenes | undefined; level?: 'should' | 'note' } = {},
): Finding[] {
  const message = `「${label}」：${recognisedWords(recognised)}`;
  const { known, unknown } = recognised;
  if (enough !== undefined && known < enough.least) {
    const detail = `${enough.purpose}至少要 ${enough.least} 个认得出的基因。请核对写法和物种，或换一份更长的名单`;
    return [{ code: 'genes_few', level: 'must', field, message, detail }];
  }
  const told: Finding = {
    code: 'genes_recognised',
    level: unknown.length > 0 ? level : 'passed',
    field,
    message,
    ...(unknown.length > 0 ? { detail: '认的是人的基因符号、别名、Ensembl 号和 Entrez 号。认不出的请核对写法' } : {}),
  };
  if (enough === undefined || known >= enough.few) return [told];
  const short = `「${label}」只有 ${known} 个认得出的基因，${enough.purpose}很难看出什么。通常要几十个以上`;
  return [{ code: 'genes_short', level: 'should', field, message: short }, told];
}

/** May names of the data be looked up among human genes? Not those of probes, of gene sets and of other species. */
export function namesHumanGenes(facts: Readonly<Record<string, InputFacts>>): boolean {
  return Object.values(facts).every(
    ({ matrix }) =>
      matrix === undefined ||
      (matrix.kind !== 'scores' &&
        (matrix.species === null || matrix.species === 'human') &&
        ['symbol', 'ensembl', 'entrez'].includes(matrix.identifiers)),
  );
}
