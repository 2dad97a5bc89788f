import { type NewShare, SHARES_MAX, type Share, type ShareChoices, type SharedProject, shareChoicesSchema } from '@oncoloom/contract';
import { and, desc, eq, lte } from 'drizzle-orm';
import type { AccountsService } from '../../accounts/service.ts';
import { withNeutralNames } from '../../analyses/sharing/neutral-names.ts';
import type { ToolRegistry } from '../../analyses/tools.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { hashOfToken, isLivingLink, newShareToken, shareExpiry, toShare } from '../../platform/share-links.ts';
import type { ProjectsService } from '../service.ts';
import { type ProjectRecord, projectShares, projects } from '../tables.ts';

const DEAD = '这个分享链接已失效：可能到期、被撤回，或课题已删除。请向分享的人要一个新链接。';

const isAlive = () => isLivingLink(projectShares.expiresAt);

type ProjectShareRecord = typeof projectShares.$inferSelect;

interface Parts {
  database: Database;
  accounts: Pick<AccountsService, 'isLeaving'>;
  projects: ProjectsService;
  tools: Pick<ToolRegistry, 'get'>;
  publicUrl: string;
}

/** Read-only links to projects, for readers without an account. */
export class ProjectShares {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Makes a link to a project of the user. Throws 404, and 409 where it has too many. */
  async create(userId: number, projectId: number, choices: ShareChoices): Promise<NewShare> {
    const { database, projects: service, publicUrl } = this.#parts;
    const { days, recipient, bundle, file_names: fileNames } = shareChoicesSchema.parse(choices);
    await service.owned(userId, projectId);
    const token = newShareToken();
    const expiresAt = shareExpiry(days);
    const row = await database.transaction(async (tx) => {
      // One at a time: those that count at once would all find room.
      await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for('update');
      await tx.delete(projectShares).where(and(eq(projectShares.projectId, projectId), lte(projectShares.expiresAt, new Date())));
      const living = await tx.$count(projectShares, eq(projectShares.projectId, projectId));
      if (living >= SHARES_MAX) throw new ApiError(409, `这个课题已有 ${SHARES_MAX} 个分享链接。请先撤回不用的。`);
      const [made] = await tx
        .insert(projectShares)
        .values({ projectId, hash: hashOfToken(token), recipient, bundle, fileNames, expiresAt })
        .returning();
      return made;
    });
    if (row === undefined) throw new Error('insert returned no row');
    return { ...toShare(row), link: `${publicUrl}/share/project/${token}` };
  }

  /** Living links to a project of the user, the newest first. Throws 404. */
  async list(userId: number, projectId: number): Promise<Share[]> {
    const { database, projects: service } = this.#parts;
    await service.owned(userId, projectId);
    const rows = await database
      .select()
      .from(projectShares)
      .where(and(eq(projectShares.projectId, projectId), isAlive()))
      .orderBy(desc(projectShares.id));
    return rows.map(toShare);
  }

  /** A link opens nothing from now on. Throws 404 for an absent one and for another's alike. */
  async revoke(userId: number, projectId: number, id: number): Promise<void> {
    const { database, projects: service } = this.#parts;
    await service.owned(userId, projectId);
    const gone = await database
      .delete(projectShares)
      .where(and(eq(projectShares.id, id), eq(projectShares.projectId, projectId)))
      .returning({ id: projectShares.id });
    if (gone.length === 0) throw new ApiError(404, '没有这个分享链接，可能已经撤回。请刷新列表。');
  }

  /** The project that a living link leads to; undefined for a dead one, and while its user's account is leaving. */
  async linked(token: string): Promise<{ share: ProjectShareRecord; project: ProjectRecord } | undefined> {
    const { database, accounts } = this.#parts;
    const [found] = await database
      .select({ share: projectShares, project: projects })
      .from(projectShares)
      .innerJoin(projects, eq(projects.id, projectShares.projectId))
      .where(and(eq(projectShares.hash, hashOfToken(token)), isAlive()));
    return found === undefined || (await accounts.isLeaving(found.project.userId)) ? undefined : found;
  }

  /** The completed results of a project in their order, in the words that a reader may see; nothing that is outside of it. Throws 404. */
  async view(token: string): Promise<SharedProject> {
    const found = await this.linked(token);
    if (found === undefined) throw new ApiError(404, DEAD);
    const { share, project } = found;
    const { projects: service, tools } = this.#parts;
    const [{ analyses }, { edges }] = await Promise.all([
      service.project(project.userId, project.id),
      service.lineage(project.userId, project.id),
    ]);
    const shown = analyses.filter(({ status, result }) => status === 'completed' && result !== null);
    const ids = new Set(shown.map(({ id }) => id));
    const { id: _, ...about } = toShare(share);
    return {
      share: about,
      name: project.name,
      steps: shown.flatMap((analysis) => {
        const tool = tools.get(analysis.taskType);
        if (tool === undefined) return [];
        const { id, taskType, family, name, headline, createdAt } = share.fileNames ? analysis : withNeutralNames(tool, analysis, 'zh');
        const follows = edges.flatMap(({ from, to }) => (to === id && from.kind === 'analysis' && ids.has(from.id) ? [from.id] : []));
        return [
          {
            id,
            task_type: taskType,
            family,
            name,
            tool_title: tool.title,
            headline,
            created_at: createdAt.toISOString(),
            follows: [...new Set(follows)],
          },
        ];
      }),
    };
  }
}
