import { FAMILIES, FAMILY_TITLES, type Family } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';
import { fieldError } from '../../platform/errors.ts';
import type { Queryable } from '../../platform/postgres/database.ts';
import { findBriefs } from '../briefs.ts';
import type { UsedInput } from '../tables.ts';

/**
 * The family in whose menu and lists an analysis belongs: the one that the request names; without one that of the earlier analysis which it
 * goes on from, where the tool has a page there; else the tool's first. Throws 422 for a family in which the tool has no page.
 */
export async function familyOf(
  db: Queryable,
  userId: number,
  tool: Pick<ToolDefinition, 'title' | 'pages'>,
  { asked, inputs }: { asked: unknown; inputs: readonly Pick<UsedInput, 'request'>[] },
): Promise<Family> {
  const has = (family: unknown): family is Family => tool.pages.some((page) => page.family === family);
  if (asked !== undefined && asked !== null && asked !== '') {
    if (has(asked)) return asked;
    const families = tool.pages.map(({ family }) => `${family}（${FAMILY_TITLES[family]}）`).join('或 ');
    const known = FAMILIES.find((family) => family === asked);
    const where = known === undefined ? '没有这个类别' : `「${tool.title}」不在「${FAMILY_TITLES[known]}」里`;
    throw fieldError('family', `${where}，family 请填 ${families}，或不填`);
  }
  const sources = tool.pages.length === 1 ? [] : inputs.flatMap(({ request }) => (request.from === 'analysis' ? [request.id] : []));
  const found = [...(await findBriefs(db, userId, sources)).values()].map(({ family }) => family).find(has);
  return found ?? tool.pages[0].family;
}
