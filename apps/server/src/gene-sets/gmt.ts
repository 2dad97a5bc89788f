/** What a gmt holds: a set a line, its name, a description, its genes, tab separated. */

export interface Gmt {
  /** Names of the sets, in their order. */
  titles: readonly string[];
  /** Different genes in each. */
  sizes: readonly number[];
  /** Different ones, in all sets together. */
  genes: number;
  /** What is wrong in it, in sentences; what can be read is read all the same. */
  problems: readonly string[];
}

/** So many names stand in a sentence. */
const NAMED = 3;

function named(count: number, what: string, examples: readonly string[]): string[] {
  if (count === 0) return [];
  return [`${count.toLocaleString('en-US')} ${what}：${examples.slice(0, NAMED).join('、')}${count > NAMED ? ' 等' : ''}`];
}

/** The beginning of a collection tells what its genes are called by; so many genes of it. */
const TOLD_BY = 200;

/** Numbers of Entrez, or of Ensembl: analyses look genes up by symbol. */
function notSymbols(genes: ReadonlyMap<string, unknown>): string[] {
  const told = [...genes.keys()].slice(0, TOLD_BY);
  const of = (pattern: RegExp) => told.filter((gene) => pattern.test(gene)).length > told.length / 2;
  const kind = of(/^\d+$/) ? 'Entrez 号' : of(/^ENS[A-Z]*G\d+/) ? 'Ensembl 号' : undefined;
  return kind === undefined ? [] : [`基因写的是 ${kind}，分析按基因符号找基因；请换成 symbols 版的文件`];
}

/** UTF-8 that ends in the middle of a letter, or another encoding, shows as this sign. */
const BROKEN = '\ufffd';

/** @param bytes Of the file. Fast enough for 100,000 sets: one pass, no copy of a line but its cells, one table of genes for all sets. */
export function readGmt(bytes: Buffer): Gmt {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const titles: string[] = [];
  const sizes: number[] = [];
  const lastSetOf = new Map<string, number>();
  const seen = new Set<string>();
  const empty: string[] = [];
  const repeated = new Set<string>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [title = '', , ...members] = line.replace(/\r$/, '').split('\t');
    if (title === '' || members.every((gene) => gene === '')) {
      empty.push(title === '' ? '（没有名字）' : title.slice(0, 60));
      continue;
    }
    if (seen.has(title)) {
      repeated.add(title);
      continue;
    }
    seen.add(title);
    let size = 0;
    for (const gene of members)
      if (gene !== '' && lastSetOf.get(gene) !== titles.length) {
        lastSetOf.set(gene, titles.length);
        size += 1;
      }
    titles.push(title);
    sizes.push(size);
  }
  const problems = [
    ...(text.includes(BROKEN) ? ['不是 UTF-8 编码，有的名字读不出来；请另存为 UTF-8 后再放进来'] : []),
    ...(titles.length === 0 ? ['没有一行是基因集：每行应为名称、说明、基因，用制表符分开'] : []),
    ...named(empty.length, '行没有名字或没有基因，没有读入', empty),
    ...notSymbols(lastSetOf),
    ...named(repeated.size, '个名字重复，只读了第一次出现的', [...repeated]),
  ];
  return { titles, sizes, genes: lastSetOf.size, problems };
}
