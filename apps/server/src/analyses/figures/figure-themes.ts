import type { FigureLook, FigureThemes } from '@oncoloom/contract';
import { refusedFields } from '@oncoloom/tool-kit';
import { eq } from 'drizzle-orm';
import { ApiError } from '../../platform/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { figureThemes } from '../tables.ts';

const NONE: FigureThemes = { themes: [], look: {} };

/** Throws 422 for a look that no figure takes. */
export function requireLook(look: FigureLook): void {
  const refused = refusedFields(look);
  if (refused.length === 0) return;
  const errors = refused.map((field) => ({ field, detail: '没有这个样式，或者它没有这个取值' }));
  throw new ApiError(422, `图的样式里有不认识的内容：${refused.join('、')}`, { errors });
}

/** The looks that a user keeps, and that of all their figures. */
export async function readThemes(database: Database, userId: number): Promise<FigureThemes> {
  const [row] = await database.select().from(figureThemes).where(eq(figureThemes.userId, userId));
  return row === undefined ? NONE : { themes: row.themes, look: row.look };
}

/** Puts these looks in the place of the user's earlier ones. Throws 422. */
export async function writeThemes(database: Database, userId: number, { themes, look }: FigureThemes): Promise<void> {
  requireLook(look);
  const row = { themes, look, changedAt: new Date() };
  await database
    .insert(figureThemes)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: figureThemes.userId, set: row });
}
