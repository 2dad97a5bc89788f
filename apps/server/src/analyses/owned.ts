import { and, eq, sql } from 'drizzle-orm';
import { analyses } from './tables.ts';

/** One analysis, of its user alone; `id` and `userId` are given when the query is executed. */
export const isOwned = and(eq(analyses.id, sql.placeholder('id')), eq(analyses.userId, sql.placeholder('userId')));
