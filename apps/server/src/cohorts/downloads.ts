import {
  COHORT_FILE_HOURS,
  COHORT_FILE_POINTS,
  type CohortFileFormat,
  type CohortFileKind,
  type cohortFileRequestSchema,
  cohortFileShape,
  fitsWorkbook,
} from '@oncoloom/contract';
import { cohortCode } from '@oncoloom/tool-kit';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { BillingService } from '../billing/service.ts';
import { ApiError } from '../platform/errors.ts';
import type { LinkTokens } from '../platform/link-tokens.ts';
import type { Database } from '../platform/postgres/database.ts';
import { type Content, gzipPieces, workbookPieces } from './file-content.ts';
import { type GrowingFile, MadeFiles, type WholeFile } from './growing-file.ts';
import { findCohort } from './listing.ts';
import type { CohortStore, InstalledCohort } from './store.ts';
import { cohortDownloads } from './tables.ts';

type Wanted = z.output<typeof cohortFileRequestSchema>;

const KIND_WORDS: Readonly<Record<CohortFileKind, string>> = { expression: '表达量', counts: '计数', clinical: '临床', survival: '生存' };
const MEDIA_TYPES: Readonly<Record<CohortFileFormat, string>> = {
  'tsv.gz': 'application/gzip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
/** Tokens for links to files of cohorts. */
export type CohortTokens = LinkTokens<{ file: string }>;

/** Made files that nobody has asked for stay so long, ms. */
const KEPT_MS = 7 * 24 * 3600 * 1000;

/** A file of an installed release. */
export interface CohortFile {
  /** Names cohort, release, content and format: equal ones are equal bytes. */
  key: string;
  filename: string;
  mediaType: string;
  /** As the ledger shows it. */
  title: string;
  pieces: () => AsyncIterable<Uint8Array>;
}

/** What users take along of the installed cohorts. */
export class CohortDownloads {
  readonly #cohorts: CohortStore;
  readonly #billing: BillingService;
  readonly #database: Database;
  readonly #made: MadeFiles;

  /** @param folder for files that are made of releases. */
  constructor({ cohorts, billing, database }: { cohorts: CohortStore; billing: BillingService; database: Database }, folder: string) {
    this.#cohorts = cohorts;
    this.#billing = billing;
    this.#database = database;
    this.#made = new MadeFiles(folder);
  }

  /** Throws ApiError with a sentence where there is no such file. */
  async require({ dataset, kind, with_gtex, format }: Wanted): Promise<CohortFile> {
    const code = cohortCode(dataset);
    const installed = await this.#cohorts.describe(code);
    const cohort = findCohort(code, installed?.description);
    if (cohort === undefined) throw new ApiError(404, `没有「${dataset}」这个队列，请在列表里选择`);
    if (installed === undefined)
      throw new ApiError(409, `${cohort.label} 还没有装到这台服务器上，不能下载。请换一个已安装的队列，或联系管理员安装`);
    const withGtex = with_gtex === 1;
    if (withGtex && kind !== 'expression') throw new ApiError(422, `${KIND_WORDS[kind]}没有加 GTEx 的文件，只有表达量有。请去掉 GTEx`);
    const shape = cohortFileShape(installed.description, kind, withGtex);
    const title = `${cohort.label} ${KIND_WORDS[kind]}${withGtex ? '（加 GTEx）' : ''}`;
    if (shape === undefined) throw new ApiError(409, `这台服务器上没有「${title}」。请换一种文件，或换一个队列`);
    if (format === 'xlsx' && !fitsWorkbook(shape))
      throw new ApiError(422, `「${title}」有 ${shape.rows} 行 ${shape.columns} 列，Excel 打不开这么大的文件。请下载 tsv.gz`);
    return fileOf(installed, kind, withGtex, format, title);
  }

  /** Takes the points, unless the user has paid for this file within the day; answers what was taken and what remains. Throws 406. */
  async charge(userId: number, { key, title }: CohortFile): Promise<{ consumed: number; remaining: number }> {
    return this.#database.transaction(async (tx) => {
      // Held until the end: of two requests at once the second finds the first one's row.
      const { points } = await this.#billing.lock(tx, userId);
      await tx
        .delete(cohortDownloads)
        .where(and(eq(cohortDownloads.userId, userId), lt(cohortDownloads.at, sql`now() - make_interval(hours => ${COHORT_FILE_HOURS})`)));
      const [paid] = await tx
        .select({ id: cohortDownloads.id })
        .from(cohortDownloads)
        .where(and(eq(cohortDownloads.userId, userId), eq(cohortDownloads.file, key)))
        .limit(1);
      if (paid !== undefined) return { consumed: 0, remaining: points };
      const remaining = await this.#billing.charge(tx, userId, COHORT_FILE_POINTS, `数据下载：${title}`);
      await tx.insert(cohortDownloads).values({ userId, file: key });
      return { consumed: COHORT_FILE_POINTS, remaining };
    });
  }

  /** Makes the file where it is not there. */
  open({ key, pieces }: CohortFile): Promise<WholeFile | GrowingFile> {
    return this.#made.open(key, pieces);
  }

  /** Undefined: the file would have to be made. */
  find({ key }: CohortFile): Promise<WholeFile | undefined> {
    return this.#made.find(key);
  }

  /** Removes what was made of releases and has not been asked for lately. */
  sweep(now: Date): Promise<void> {
    return this.#made.removeUnused(new Date(now.getTime() - KEPT_MS));
  }
}

function fileOf(installed: InstalledCohort, kind: CohortFileKind, withGtex: boolean, format: CohortFileFormat, title: string): CohortFile {
  const { description, checksum } = installed;
  const content: Content = kind === 'expression' || kind === 'counts' ? { matrix: withGtex ? 'gtex' : kind } : { table: kind };
  const name = withGtex ? 'expression_with_GTEx' : kind;
  const release = description.release.replace(/[^\w.-]+/g, '-');
  return {
    key: `${description.code}-${checksum.slice(0, 16)}-${name}.${format}`,
    filename: `${description.label}_${name}_${release}.${format}`,
    mediaType: MEDIA_TYPES[format],
    title,
    pieces: () => (format === 'xlsx' ? workbookPieces : gzipPieces)(installed, content, description),
  };
}
