import type { Gene, GeneMatch, GeneSuggestion } from '@oncoloom/contract';

const TYPES: Readonly<Record<string, string>> = {
  'protein-coding': '编码蛋白',
  ncRNA: '非编码 RNA',
  pseudo: '假基因',
  rRNA: '核糖体 RNA',
  tRNA: '转运 RNA',
  snRNA: '核小 RNA',
  snoRNA: '核仁小 RNA',
  scRNA: '胞质小 RNA',
};

/** NCBI's kind of a gene in Chinese. */
export const typeWord = (type: string): string => TYPES[type] ?? type;

const KINDS: Readonly<Record<GeneMatch['by'], string>> = {
  symbol: '基因符号',
  alias: '别名或旧名',
  ensembl: 'Ensembl 号',
  entrez: 'Entrez 号',
  name: '全名',
};

/** Why a gene is offered for what was typed, where its symbol does not say it: 「别名 CD20」. */
export function matchWord({ matched: { by, text } }: Pick<GeneSuggestion, 'matched'>): string | undefined {
  if (by === 'symbol' || by === 'name') return undefined;
  return `${by === 'alias' ? '别名' : KINDS[by]} ${text}`;
}

type Named = Pick<GeneSuggestion, 'symbol' | 'matched'>;

/** What a name says of a gene, and of the others that have it: 「CD20 是 MS4A1 的别名或旧名，也可能指 KRT20」. Undefined where there is nothing to say. */
export function sayName({ symbol, matched }: Named, others: readonly string[]): string | undefined {
  const { by, text } = matched;
  const also = others.join('、');
  if (by === 'symbol') return also === '' ? undefined : `${symbol} 是现行的基因符号，也是 ${also} 的别名或旧名`;
  const kind = by === 'alias' ? KINDS[by] : ` ${KINDS[by]}`;
  return `${text} 是 ${symbol} 的${kind}${also === '' ? '' : `，也可能指 ${also}`}`;
}

export interface NameNote {
  text: string;
  /** Symbols that the field may be changed to. */
  symbols: readonly string[];
}

/** What to tell of a name that stands in a field, from the suggestions for it. */
export function noteOfName(asked: string, suggestions: readonly GeneSuggestion[]): NameNote | undefined {
  const [first, ...others] = suggestions.filter(({ matched }) => matched.exact);
  if (first === undefined) return { text: `基因名录里没有「${asked}」，请核对写法；队列里有这个名字时也能运行。`, symbols: [] };
  const symbols = others.map(({ symbol }) => symbol);
  const text = sayName(first, symbols);
  if (text !== undefined) return { text: `${text}。`, symbols: first.matched.by === 'symbol' ? symbols : [first.symbol, ...symbols] };
  return { text: first.name, symbols: [] };
}

/** 「tumor protein p53 · 17p13.1」 */
export function shortAbout({ name, location }: Pick<Gene, 'name' | 'location'>): string {
  return [name, location.join('、')].filter((part) => part !== '').join(' · ');
}

/** A gene's name is never Chinese, and one letter is the beginning of too many. */
export function mayNameGene(text: string): boolean {
  return /^[ -~]{2,60}$/.test(text.normalize('NFKC').trim());
}

/** The gene's page. */
export const genePath = (symbol: string): string => `/gene/${encodeURIComponent(symbol)}`;

/** The page of a report on a gene. */
export const geneReportPath = (id: number): string => `/gene_report/${id}`;
