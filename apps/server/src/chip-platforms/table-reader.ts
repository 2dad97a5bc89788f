import type { Chunks } from '../platform/inflate.ts';
import { UnreadablePlatform, unpackedLines } from './unpacked.ts';

/** What an annotation says of itself; each may be absent. */
interface PlatformFacts {
  platform: string | undefined;
  title: string | undefined;
  release: string | undefined;
  source: string | undefined;
}

export interface PlatformTable {
  /** Filled when `rows` is through. */
  facts: PlatformFacts;
  /** Lines of the table that R reads: `probe`, `symbol` as its source writes it, tab separated; the header first. */
  rows: AsyncGenerator<string>;
}

/** Lower case. In the order in which they are looked for. */
const PROBE_COLUMNS = ['id', 'probe_id', 'probe', 'probeset_id', 'probe set id'];
const SYMBOL_COLUMNS = ['gene symbol', 'gene_symbol', 'symbol', 'ilmn_gene', 'gene_assignment', 'gene'];

const FACTS: Readonly<Record<string, keyof PlatformFacts>> = {
  annotation_platform: 'platform',
  annotation_platform_title: 'title',
  annotation_date: 'release',
  annotation_source: 'source',
  platform_geo_accession: 'platform',
  platform_title: 'title',
  platform_last_update_date: 'release',
};

/** `!Annotation_date = 06/20/2008 15:39:40` */
function readFact(line: string, facts: PlatformFacts): void {
  const [, key, value] = /^!([A-Za-z_]+)\s*=(.*)$/.exec(line) ?? [];
  const fact = key === undefined ? undefined : FACTS[key.toLowerCase()];
  if (fact !== undefined && value !== undefined && value.trim() !== '') facts[fact] ??= plainDate(value.trim());
}

/** `06/20/2008 15:39:40` and `Mar 07 2016` as 2008-06-20 and 2016-03-07. */
function plainDate(text: string): string {
  const american = /^(\d\d)\/(\d\d)\/(\d{4})\b/.exec(text);
  if (american !== null) return `${american[3]}-${american[1]}-${american[2]}`;
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const worded = /^([A-Z][a-z]{2}) (\d\d) (\d{4})$/.exec(text);
  const month = months.indexOf(worded?.[1] ?? '') + 1;
  return worded === null || month === 0 ? text : `${worded[3]}-${String(month).padStart(2, '0')}-${worded[2]}`;
}

const cellsOf = (line: string): string[] => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/s, '$1'));

function findColumns(header: string): { probe: number; symbol: number } {
  const names = cellsOf(header).map((name) => name.toLowerCase());
  const place = (wanted: readonly string[]) => wanted.map((name) => names.indexOf(name)).find((at) => at >= 0);
  const symbol = place(SYMBOL_COLUMNS);
  if (symbol === undefined) throw new UnreadablePlatform(`注释表里没有基因名这一列，只有：${names.slice(0, 8).join('、')}`);
  return { probe: place(PROBE_COLUMNS) ?? 0, symbol };
}

/**
 * Reads an annotation while it streams, in any of the layouts that sources have: a plain table, GEO's `GPL….annot` and GEO's
 * full text of a platform (SOFT); packed by gzip or not.
 * @throws UnreadablePlatform, from `rows`.
 */
export function readPlatform(chunks: Chunks): PlatformTable {
  const facts: PlatformFacts = { platform: undefined, title: undefined, release: undefined, source: undefined };
  async function* rows(): AsyncGenerator<string> {
    let columns: { probe: number; symbol: number } | undefined;
    for await (const line of unpackedLines(chunks)) {
      if (columns === undefined) {
        if (line.startsWith('!')) readFact(line, facts);
        if (line.trim() === '' || /^[!^#]/.test(line)) continue;
        columns = findColumns(line);
        yield 'probe\tsymbol';
      } else if (line.startsWith('!platform_table_end')) return;
      else if (line !== '') {
        const cells = cellsOf(line);
        const probe = cells[columns.probe] ?? '';
        if (probe !== '') yield `${probe}\t${cells[columns.symbol] ?? ''}`;
      }
    }
    if (columns === undefined) throw new UnreadablePlatform('注释表里没有表头和数据');
  }
  return { facts, rows: rows() };
}
