import type { ReferenceStyle } from '@oncoloom/contract';

/** What a citation of a tool says of a work. */
interface Work {
  authors: readonly string[];
  /** More authors than are named. */
  others: boolean;
  title: string;
}
interface Article extends Work {
  kind: 'article';
  journal: string;
  year: string;
  /** Volume, issue and pages as far as there are any: `43(7):e47`. */
  volume: string;
  issue: string;
  pages: string;
  doi: string;
}
interface Book extends Work {
  kind: 'book';
  publisher: string;
  year: string;
  doi: string;
}
/** What is neither: it is printed as its tool writes it. */
interface Other {
  kind: 'other';
  text: string;
}

const DOI = 'doi:';
const ARTICLE = /^(?<journal>[^.]+) (?<year>(?:18|19|20)\d\d)(?:;(?<volume>[^(:;]+)(?:\((?<issue>[^)]+)\))?)?:(?<pages>[^:.]+)$/u;
const BOOK = /^(?<publisher>[\p{L}][\p{L} ,&/]*?), (?<year>(?:18|19|20)\d\d)(?:, ch\. \d+)?$/u;
/** A title may end with a mark of its own. */
const PARTS = /^(?<authors>.+?(?: et al)?)\. (?<title>.+?[.?!]) (?<source>[^.]+)\.?$/u;

/** What stands before a DOI at the end, and the DOI; empty where there is none. */
function withoutDoi(citation: string): [described: string, doi: string] {
  const at = citation.toLowerCase().lastIndexOf(DOI);
  const doi =
    at < 0
      ? ''
      : citation
          .slice(at + DOI.length)
          .trim()
          .replace(/\.$/, '');
  return doi.startsWith('10.') && !/\s/.test(doi) ? [citation.slice(0, at).trim(), doi] : [citation.trim(), ''];
}

/** Reads a citation as the tools write them: authors, title, journal with year, volume and pages, DOI. */
export function readWork(citation: string): Article | Book | Other {
  const other: Other = { kind: 'other', text: citation };
  const [described, doi] = withoutDoi(citation);
  const { authors, title = '', source = '' } = PARTS.exec(described)?.groups ?? {};
  if (authors === undefined) return other;
  const names = authors.replace(/,? et al$/, '');
  const work = { authors: names.split(', '), others: names !== authors, title: title.replace(/\.$/, '') };
  const article = ARTICLE.exec(source)?.groups;
  if (article !== undefined && /\p{L}/u.test(article.journal ?? '')) {
    const { journal = '', year = '', volume = '', issue = '', pages = '' } = article;
    return { kind: 'article', ...work, journal, year, volume, issue, pages, doi };
  }
  const book = BOOK.exec(source)?.groups;
  return book === undefined ? other : { kind: 'book', ...work, publisher: book.publisher ?? '', year: book.year ?? '', doi };
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Two citations of one work have one identity, whether or not they name its issue or its DOI. */
export function identityOf(citation: string): string {
  const work = readWork(citation);
  if (work.kind === 'article') return plain([work.journal, work.year, work.volume, work.pages.split(/[–-]/)[0]].join(' '));
  return work.kind === 'book' ? plain(`${work.title} ${work.year}`) : plain(citation.replace(DOI, ''));
}

/** GB/T 7714 names three authors at most. */
const NAMED = 3;

/** Ritchie ME → RITCHIE M E; a group keeps its name. */
function inCapitals(author: string): string {
  const [, surname, initials] = /^(.+) (\p{Lu}{1,4})$/u.exec(author) ?? [];
  return surname === undefined || initials === undefined ? author : `${surname.toUpperCase()} ${[...initials].join(' ')}`;
}

function inGb(work: Article | Book): string {
  const named = work.authors.slice(0, NAMED).map(inCapitals);
  const authors = `${named.join(', ')}${work.others || work.authors.length > NAMED ? ', et al' : ''}.`;
  const doi = work.doi === '' ? '' : ` DOI: ${work.doi}.`;
  if (work.kind === 'book') return `${authors} ${work.title}[M]. ${work.publisher}, ${work.year}.${doi}`;
  const issue = work.issue === '' ? '' : `(${work.issue})`;
  const volume = work.volume === '' ? '' : `, ${work.volume}`;
  return `${authors} ${work.title}[J]. ${work.journal}, ${work.year}${volume}${issue}: ${work.pages}.${doi}`;
}

function inVancouver(work: Article | Book): string {
  const authors = `${work.authors.join(', ')}${work.others ? ', et al' : ''}.`;
  const title = /[?!]$/.test(work.title) ? work.title : `${work.title}.`;
  const doi = work.doi === '' ? '' : ` doi:${work.doi}`;
  if (work.kind === 'book') return `${authors} ${title} ${work.publisher}; ${work.year}.${doi}`;
  const issue = work.issue === '' ? '' : `(${work.issue})`;
  const volume = work.volume === '' ? '' : `;${work.volume}`;
  return `${authors} ${title} ${work.journal}. ${work.year}${volume}${issue}:${work.pages}.${doi}`;
}

/** A work as the list of references prints it: by GB/T 7714—2015, or as the Vancouver style has it. */
export function writtenWork(citation: string, style: ReferenceStyle): string {
  const work = readWork(citation);
  if (work.kind === 'other') return /[.]$|doi:\S+$/.test(citation) ? citation : `${citation}.`;
  return style === 'gb' ? inGb(work) : inVancouver(work);
}
