import type { Series, SeriesFile, SeriesFileKind } from '@oncoloom/contract';
import { metadataOfRows, proposePlatforms } from '@oncoloom/tool-kit';
import { inParallel } from '../fetching/download.ts';
import type { Located } from '../fetching/place.ts';
import { matchColumns, samplesOf, tellMatching } from './matching.ts';
import { isNcbiCounts, isSeriesMatrix, type SeriesPlace } from './place.ts';
import { absent } from './refusals.ts';
import { readSeriesHead, type SeriesHead, UnreadableSeries, valuesOf } from './series-head.ts';
import { readTableHead, UnreadableTable } from './table-head.ts';

/** A file of a series, and where it is. */
export interface FoundFile extends SeriesFile {
  located: Located;
  /** A text whose columns are to be matched to the samples. */
  isTable: boolean;
}

/** What there is of a series. */
export interface FoundSeries {
  about: Omit<Series, 'files'>;
  files: readonly FoundFile[];
  /** Of its series matrices, in their order. */
  heads: readonly SeriesHead[];
}

/** Files that are looked at, and that are looked at at once. */
const FILES_MAX = 60;
const AT_ONCE = 4;

const TABLE = /\.(txt|tsv|csv|tab|xls)(\.gz)?$/i;
const WORKBOOK = /\.xlsx$/i;
/** Names of tables that no matrix of genes is. */
const NOT_OF_GENES = /(peaks?|bed|narrowpeak|metadata|meta_data|readme|filelist|annotation|barcodes?|features|clinical|phenotype)/i;
const COUNTS_NAME = /counts?|reads?|htseq/i;
const VALUES_NAME = /fpkm|rpkm|tpm|cpm|norm|log2|expression|matrix|genes?/i;
/** Of two tables of counts the one of genes, as they were counted, is the better one. */
const LESS_NAME = /transcript|isoform|exon|norm|fpkm|rpkm|tpm|cpm|log2/i;

/** Results in the order of the items. @throws what the first of the works throws, after those that had begun */
async function several<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  await inParallel([...items.entries()], AT_ONCE, async ([i, item]) => {
    if (failures.length > 0) return;
    try {
      results[i] = await work(item);
    } catch (error) {
      failures.push(error);
    }
  });
  if (failures.length > 0) throw failures[0];
  return results;
}

/** Looks what a series has, and how its tables fit its samples. @throws ApiError 404, ImportError */
export async function lookAt(accession: string, place: SeriesPlace): Promise<FoundSeries> {
  const names = (await place.names(accession)).slice(0, FILES_MAX);
  const located = (await several(names, (name) => place.locate(accession, name))).filter((one) => one !== undefined);
  if (located.length === 0) throw absent(accession);
  const matrices = located.filter(({ name }) => isSeriesMatrix(name));
  const heads = await several(matrices, (one) => headOf(one, place));
  const read = heads.filter((head) => head !== undefined);
  const files = [
    ...matrices.map((one, i) => seriesFile(one, heads[i])),
    ...(await several(
      located.filter(({ name }) => !isSeriesMatrix(name)),
      (one) => tableFile(one, { accession, heads: read, place }),
    )),
  ];
  const about = aboutOf(accession, read);
  return { about, files: withProposals(files, about.platform_relation?.first), heads: read };
}

async function headOf(located: Located, place: SeriesPlace): Promise<SeriesHead | undefined> {
  try {
    return await readSeriesHead(place.open(located));
  } catch (error) {
    if (error instanceof UnreadableSeries) return undefined;
    throw error;
  }
}

function aboutOf(accession: string, heads: readonly SeriesHead[]): FoundSeries['about'] {
  const platforms = new Map<string, number>();
  for (const { platform = '', accessions } of heads) platforms.set(platform, (platforms.get(platform) ?? 0) + accessions.length);
  return {
    accession,
    title: heads.flatMap(({ series }) => valuesOf(series, 'Series_title'))[0] ?? '',
    organisms: [...new Set(heads.flatMap(({ samples }) => valuesOf(samples, 'Sample_organism_ch1')))],
    platforms: [...platforms].map(([platform, samples]) => ({ platform, samples })),
    samples: new Set(heads.flatMap(({ accessions }) => accessions)).size,
    platform_relation: relationOf(heads.filter(({ hasRows }) => hasRows)),
  };
}

/** How several platforms stand to each other. */
function relationOf(heads: readonly SeriesHead[]): Series['platform_relation'] {
  const parts = heads.map(({ series, samples }) => metadataOfRows([...series, ...samples]));
  const rows = heads.map(({ samples }) => Number(valuesOf(samples, 'Sample_data_row_count')[0] ?? 0));
  const found = proposePlatforms(parts, rows);
  return found === undefined ? null : { relation: found.relation, first: found.first, evidence: found.evidence };
}

const basics = (located: Located) => ({ name: located.name, bytes: located.bytes ?? null, proposed: false, platform: null, located });

function seriesFile(located: Located, head: SeriesHead | undefined): FoundFile {
  const file = { ...basics(located), kind: 'series' as const, isTable: false };
  if (head === undefined) return { ...file, usable: false, note: '文件不完整，或不是 series matrix' };
  const samples = `${head.platform ?? '未写平台'}，${head.accessions.length} 个样本`;
  if (!head.hasRows) return { ...file, usable: false, note: `${samples}；里面没有表达数据，样本信息会并入计数表` };
  return { ...file, usable: true, platform: head.platform ?? null, note: samples };
}

async function tableFile(
  located: Located,
  { accession, heads, place }: { accession: string; heads: readonly SeriesHead[]; place: SeriesPlace },
): Promise<FoundFile> {
  const { name } = located;
  const file = { ...basics(located), isTable: false };
  const unusable = (note: string): FoundFile => ({ ...file, kind: 'other', usable: false, note });
  if (/_RAW\.tar$/i.test(name)) return unusable('各样本的原始文件，平台不直接读');
  if (WORKBOOK.test(name) && !NOT_OF_GENES.test(name) && (COUNTS_NAME.test(name) || VALUES_NAME.test(name)))
    return { ...file, kind: COUNTS_NAME.test(name) ? 'counts' : 'values', usable: true, note: 'Excel 工作簿，列名照原样，不和样本对' };
  if (!TABLE.test(name) || NOT_OF_GENES.test(name)) return unusable('不是表达数据的表');
  const head = await readTableHead(place.open(located)).catch((error: unknown) => {
    if (error instanceof UnreadableTable) return undefined;
    throw error;
  });
  if (head === undefined) return unusable('看不出样本的数值，不是表达数据的表');
  const kind: SeriesFileKind = isNcbiCounts(name) ? 'ncbi-counts' : head.whole ? 'counts' : 'values';
  const columns = head.numbers.map((i) => head.header[i] ?? '');
  const told = heads.length === 0 ? '没有样本信息，分组要自己填' : tellMatching(matchColumns(columns, samplesOf(heads)), accession);
  return { ...file, kind, usable: true, isTable: true, note: `${columns.length} 列；${told}` };
}

/**
 * Every matrix with values, of several platforms that of the first alone; of tables NCBI's counts, else the authors' counts, else their other values.
 * @param first Of several platforms the one to look at first.
 */
function withProposals(files: readonly FoundFile[], first?: string): FoundFile[] {
  const usable = files.filter((file) => file.usable);
  const of = (kind: SeriesFileKind) => usable.filter((file) => file.kind === kind);
  const plain = of('counts').filter(({ name }) => !LESS_NAME.test(name));
  const values = of('series').length > 0 ? [] : of('values');
  const tables = [of('ncbi-counts'), plain, of('counts'), values].find((some) => some.length > 0) ?? [];
  const matrices = of('series').filter(({ platform }) => first === undefined || platform === first);
  const proposed = new Set([...matrices, ...tables]);
  const rank = (file: FoundFile) => (proposed.has(file) ? 0 : file.usable ? 1 : 2);
  return files
    .map((file) => file)
    .sort((a, b) => rank(a) - rank(b))
    .map((file) => ({ ...file, proposed: proposed.has(file) }));
}

/** What a user sees of it. */
export function shownSeries({ about, files }: FoundSeries): Series {
  return {
    ...about,
    files: files.map(({ name, kind, bytes, usable, proposed, platform, note }) => ({
      name,
      kind,
      bytes,
      usable,
      proposed,
      platform,
      note,
    })),
  };
}
