import type { NewShare, Share, ShareChoices, SharedAnalysis, ShareLanguage } from '@oncoloom/contract';
import { SHARES_MAX, shareChoicesSchema } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { and, desc, eq, inArray, lte, not, sql } from 'drizzle-orm';
import type { AccountsService } from '../../accounts/service.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { hashOfToken, isLivingLink, newShareToken, type ShareChosen, shareExpiry, toShare } from '../../platform/share-links.ts';
import type { Renderer } from '../results/rendering.ts';
import type { AnalysesService } from '../service.ts';
import { type AnalysisRecord, analyses, analysisRecord, analysisShares } from '../tables.ts';
import type { ToolRegistry } from '../tools.ts';
import { withNeutralNames } from './neutral-names.ts';
import { neutralTables } from './neutral-tables.ts';
import { sharedEnglish, withEnglishFigures, withoutChinese } from './shared-english.ts';

const isCompleted = () => and(eq(analyses.status, 'completed'), sql`${analyses.result} IS NOT NULL`);
const isAlive = () => isLivingLink(analysisShares.expiresAt);

/** Links to projects: each opens the results that are in its project, at the link with a dot and the number of the analysis. */
interface ProjectLinks {
  linked(token: string): Promise<{ share: ShareChosen; project: { id: number; userId: number } } | undefined>;
}

interface Parts {
  database: Database;
  projectShares: ProjectLinks;
  accounts: Pick<AccountsService, 'isLeaving'>;
  analyses: AnalysesService;
  tools: Pick<ToolRegistry, 'require'>;
  renderer: Pick<Renderer, 'changed'>;
  publicUrl: string;
}

/** Read-only links to results, for readers without an account. */
export class Shares {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Makes a link to a completed analysis of the user. Throws 404, 409. */
  async create(userId: number, analysisId: number, choices: ShareChoices): Promise<NewShare> {
    const { database, analyses: service, publicUrl } = this.#parts;
    const { days, recipient, bundle, file_names: fileNames } = shareChoicesSchema.parse(choices);
    await service.completed(userId, analysisId);
    const token = newShareToken();
    const expiresAt = shareExpiry(days);
    const row = await database.transaction(async (tx) => {
      // One at a time: those that count at once would all find room.
      await tx.select({ id: analyses.id }).from(analyses).where(eq(analyses.id, analysisId)).for('update');
      await tx.delete(analysisShares).where(and(eq(analysisShares.analysisId, analysisId), lte(analysisShares.expiresAt, new Date())));
      const living = await tx.$count(analysisShares, eq(analysisShares.analysisId, analysisId));
      if (living >= SHARES_MAX) throw new ApiError(409, `这个结果已有 ${SHARES_MAX} 个分享链接。请先撤回不用的。`);
      const [made] = await tx
        .insert(analysisShares)
        .values({ analysisId, hash: hashOfToken(token), recipient, bundle, fileNames, expiresAt })
        .returning();
      return made;
    });
    if (row === undefined) throw new Error('insert returned no row');
    return { ...toShare(row), link: `${publicUrl}/share/${token}` };
  }

  /** Living links to an analysis of the user, the newest first. Throws 404. */
  async list(userId: number, analysisId: number): Promise<Share[]> {
    const { database, analyses: service } = this.#parts;
    await service.owned(userId, analysisId);
    const rows = await database
      .select()
      .from(analysisShares)
      .where(and(eq(analysisShares.analysisId, analysisId), isAlive()))
      .orderBy(desc(analysisShares.id));
    return rows.map(toShare);
  }

  /** A link opens nothing from now on. Throws 404 for an absent one and for another's alike. */
  async revoke(userId: number, id: number): Promise<void> {
    const { database } = this.#parts;
    const own = database.select({ id: analyses.id }).from(analyses).where(eq(analyses.userId, userId));
    const gone = await database
      .delete(analysisShares)
      .where(and(eq(analysisShares.id, id), inArray(analysisShares.analysisId, own)))
      .returning({ id: analysisShares.id });
    if (gone.length === 0) throw new ApiError(404, '没有这个分享链接，可能已经撤回。请刷新列表。');
  }

  /**
   * What a link leads to, in the words that its reader may see.
   * Throws the same 404 for one that has expired, was revoked or never was, and while its user's account is leaving.
   */
  async open(token: string, language: ShareLanguage): Promise<{ share: ShareChosen; analysis: AnalysisRecord }> {
    const { accounts, tools } = this.#parts;
    const [link = '', number] = token.split('.');
    const found = number === undefined ? await this.#ofResult(link) : await this.#ofProject(link, number);
    if (found === undefined || (await accounts.isLeaving(found.analysis.userId))) {
      throw new ApiError(404, '这个分享链接已失效：可能到期、被撤回，或结果已删除。请向分享的人要一个新链接。');
    }
    const tool = tools.require(found.analysis.taskType);
    const named = found.share.fileNames ? found.analysis : await this.#withoutNames(tool, found.analysis, language);
    return { ...found, analysis: language === 'en' ? withEnglishFigures(tool, named) : named };
  }

  async #ofResult(token: string): Promise<{ share: ShareChosen; analysis: AnalysisRecord } | undefined> {
    const [found] = await this.#parts.database
      .select({ share: analysisShares, analysis: analysisRecord })
      .from(analysisShares)
      .innerJoin(analyses, eq(analyses.id, analysisShares.analysisId))
      .where(and(eq(analysisShares.hash, hashOfToken(token)), isAlive(), isCompleted()));
    return found;
  }

  /** A result that is in the project now; one in whose place another was completed is shown no more. */
  async #ofProject(token: string, number: string): Promise<{ share: ShareChosen; analysis: AnalysisRecord } | undefined> {
    const found = /^[1-9]\d{0,8}$/.test(number) ? await this.#parts.projectShares.linked(token) : undefined;
    if (found === undefined) return undefined;
    const { share, project } = found;
    const replaced = sql`EXISTS (SELECT 1 FROM analyses newer WHERE newer.replaces = ${analyses.id} AND newer.status = 'completed')`;
    const [analysis] = await this.#parts.database
      .select(analysisRecord)
      .from(analyses)
      .where(
        and(
          eq(analyses.id, Number(number)),
          eq(analyses.userId, project.userId),
          eq(analyses.projectId, project.id),
          isCompleted(),
          not(replaced),
        ),
      );
    return analysis && { share, analysis };
  }

  async #withoutNames(tool: ToolDefinition, analysis: AnalysisRecord, language: ShareLanguage): Promise<AnalysisRecord> {
    const { result, ...neutral } = withNeutralNames(tool, analysis, language);
    return { ...neutral, result: result && { ...result, tables: await neutralTables(this.#parts, analysis, result.tables, language) } };
  }

  /** The result as a reader without an account sees it: nothing of its user, no price, no numbers of files. */
  async view(token: string, language: ShareLanguage): Promise<SharedAnalysis> {
    const { share, analysis } = await this.open(token, language);
    const whole = await this.#parts.analyses.view(analysis);
    if (whole.result === null || analysis.result === null) throw new Error(`analysis ${analysis.id} has no result`);
    const files = whole.result.files.filter(({ file_key }) => share.bundle || file_key !== 'bundle');
    const result = { ...whole.result, files };
    // The request names the user's files by number; the values alone do not.
    const shown = { ...whole, parameters: analysis.values, points: 0, steps: [], result, output: result };
    const { id: _, ...about } = toShare(share);
    if (language === 'zh') return { share: about, analysis: shown, english: null };
    const tool = this.#parts.tools.require(analysis.taskType);
    const english = sharedEnglish(tool, analysis, analysis.result);
    return { share: about, analysis: withoutChinese(tool, analysis, analysis.result, shown, result), english };
  }
}
