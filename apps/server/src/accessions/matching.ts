import { basename } from 'node:path';
import type { SampleLine, SeriesHead } from './series-head.ts';

/** A sample of a series, and all that names it. */
export interface NamedSample {
  accession: string;
  title: string;
  /** Texts that may name it, by what they are, the surest first. */
  names: readonly { by: MatchedBy; text: string }[];
}

/** What of a sample its column was told by. */
type MatchedBy = 'accession' | 'title' | 'description' | 'source' | 'file' | 'relation' | 'characteristics';

export interface Matching {
  /** The sample of each column that has one. */
  samples: ReadonlyMap<string, NamedSample>;
  by: ReadonlySet<MatchedBy>;
  /** Columns without a sample, and samples without a column. */
  columns: readonly string[];
  missing: readonly NamedSample[];
}

/** Lines of a series matrix that may name a sample, in the order in which they are believed. */
const NAMING: readonly { by: MatchedBy; key: RegExp }[] = [
  { by: 'title', key: /^Sample_title$/ },
  { by: 'description', key: /^Sample_description$/ },
  { by: 'source', key: /^Sample_source_name_ch1$/ },
  { by: 'file', key: /^Sample_supplementary_file/ },
  { by: 'relation', key: /^Sample_relation$/ },
  { by: 'characteristics', key: /^Sample_characteristics_ch1$/ },
];

/** The samples of the series matrices of a series. */
export function samplesOf(heads: readonly SeriesHead[]): NamedSample[] {
  return heads.flatMap(({ samples, accessions }) =>
    accessions.map((accession, i) => ({
      accession,
      title: samples.find(({ key }) => key === 'Sample_title')?.cells[i] ?? '',
      names: [{ by: 'accession' as const, text: accession }, ...NAMING.flatMap((one) => namesBy(one, samples, i))],
    })),
  );
}

function namesBy({ by, key }: (typeof NAMING)[number], lines: readonly SampleLine[], i: number): { by: MatchedBy; text: string }[] {
  return lines
    .filter((line) => key.test(line.key))
    .flatMap(({ cells }) => {
      const cell = cells[i] ?? '';
      // The key of a characteristic is all samples'.
      const text = by === 'characteristics' ? cell.slice(cell.indexOf(':') + 1) : cell;
      return text === '' ? [] : [{ by, text }];
    });
}

/** What programs add to the name of a sample: its folder, the ending of the file that was counted. */
const ENDINGS =
  /(\.(sorted|sort|bam|sam|fastq|fq|gz|txt|tsv|csv|tab|counts?|htseq|out|results|genes|isoforms|sf)|aligned(\.sortedbycoord)?|readspergene|_?(read)?_?counts?|_fpkm|_tpm|_rpkm)$/i;

/** The words and numbers of a text, in small letters: `CAF_rep01` has the words caf, rep, 1. */
export function wordsOf(text: string): string[] {
  // A path has no blanks; a sentence may have slashes.
  let name = /\s/.test(text.trim()) ? text.trim() : basename(text.trim().replaceAll('\\', '/'));
  for (let shorter = name.replace(ENDINGS, ''); shorter !== name && shorter !== ''; shorter = name.replace(ENDINGS, '')) name = shorter;
  const words = name.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  // R writes an X before a name that begins with a number.
  const plain = words[0] === 'x' && /^x\d/i.test(name) ? words.slice(1) : words;
  return plain.map((word) => word.replace(/^0+(?=\d)/, ''));
}

type Tester = (column: readonly string[], name: readonly string[]) => boolean;

const isSame: Tester = (column, name) => column.length > 0 && column.join(' ') === name.join(' ');

/** All words of one stand in a row within the other. A number alone stands in many texts, and says nothing. */
const isWithin: Tester = (column, name) => stands(column, name) || stands(name, column);

const stands: Tester = (part, whole) =>
  (part.length > 1 || (part[0]?.length ?? 0) > 2) &&
  !part.every((word) => /^\d+$/.test(word)) &&
  ` ${whole.join(' ')} `.includes(` ${part.join(' ')} `);

/** Words that all columns begin with say nothing of a sample. */
function withoutShared(all: readonly (readonly string[])[]): (readonly string[])[] {
  let shared = 0;
  const [first = []] = all;
  while (all.length > 1 && all.every((words) => words.length > shared + 1 && words[shared] === first[shared])) shared += 1;
  return all.map((words) => words.slice(shared));
}

/**
 * Finds the sample of each column of a table, in whatever order and spelling, by its accession, title, description and what else names it. A
 * column that may be two samples', and a sample that may be two columns', are left out rather than guessed.
 */
export function matchColumns(columns: readonly string[], samples: readonly NamedSample[]): Matching {
  const found = new Map<string, NamedSample>();
  const by = new Set<MatchedBy>();
  const words = columns.map(wordsOf);
  const distinct = withoutShared(words);
  const rounds: readonly [readonly (readonly string[])[], Tester][] = [
    [words, isSame],
    [distinct, isSame],
    [words, isWithin],
    [distinct, isWithin],
  ];
  const kinds: readonly MatchedBy[] = ['accession', ...NAMING.map((one) => one.by)];
  for (const [spelled, test] of rounds) {
    for (const kind of kinds) {
      const taken = new Set(found.values());
      const free = samples.filter((sample) => !taken.has(sample));
      const open = columns.map((column, i) => ({ column, words: spelled[i] ?? [] })).filter(({ column }) => !found.has(column));
      const pairs = pairsOf(open, free, kind, test);
      // What names samples names most of them: a word that one title has in common with one column is chance.
      if (pairs.length < Math.min(open.length, free.length) / 2) continue;
      for (const [column, sample] of pairs) {
        found.set(column, sample);
        by.add(kind);
      }
    }
  }
  const matched = new Set(found.values());
  return {
    samples: found,
    by,
    columns: columns.filter((column) => !found.has(column)),
    missing: samples.filter((sample) => !matched.has(sample)),
  };
}

/** Columns and samples that mean each other and nobody else. */
function pairsOf(
  columns: readonly { column: string; words: readonly string[] }[],
  samples: readonly NamedSample[],
  kind: MatchedBy,
  test: Tester,
): [string, NamedSample][] {
  const names = samples.map((sample) => ({ sample, names: sample.names.filter(({ by }) => by === kind).map(({ text }) => wordsOf(text)) }));
  const candidates = columns.map(({ column, words }) => ({
    column,
    samples: names.filter(({ names: all }) => all.some((name) => test(words, name))).map(({ sample }) => sample),
  }));
  const wanted = new Map<NamedSample, number>();
  for (const { samples: some } of candidates) for (const sample of some) wanted.set(sample, (wanted.get(sample) ?? 0) + 1);
  return candidates.flatMap(({ column, samples: [sample, ...others] }) =>
    sample !== undefined && others.length === 0 && wanted.get(sample) === 1 ? [[column, sample] satisfies [string, NamedSample]] : [],
  );
}

const BY_WORDS: Record<MatchedBy, string> = {
  accession: '样本号',
  title: '标题',
  description: '描述',
  source: '来源',
  file: '文件名',
  relation: '测序编号',
  characteristics: '样本特征',
};
const SHOWN = 6;

const listed = (names: readonly string[]): string =>
  names.slice(0, SHOWN).join('、') + (names.length > SHOWN ? ` 等 ${names.length} 个` : '');
const named = ({ accession, title }: NamedSample): string => (title === '' ? accession : `${accession}（${title}）`);

/** How the columns of a table fit the samples of its series, with the names of those that do not. */
export function tellMatching({ samples, by, columns, missing }: Matching, accession: string): string {
  if (samples.size === 0)
    return `列名（${listed(columns)}）和 ${accession} 的样本（${listed(missing.map(named))}）对不上：文件照原样取来，分组要自己填，或上传分组表`;
  const how = [...by].map((one) => BY_WORDS[one]).join('、');
  const told = [`${samples.size} 列按${how}对上了样本，列名换成了样本号`];
  if (columns.length > 0) told.push(`${columns.length} 列没有对上：${listed(columns)}`);
  if (missing.length > 0) told.push(`${missing.length} 个样本没有列：${listed(missing.map(named))}`);
  return told.join('；');
}
