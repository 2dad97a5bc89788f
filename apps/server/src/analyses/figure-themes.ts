import type { FigureThemes } from '@oncoloom/contract';
import { type ThemeStyle, type ToolDefinition, themeFor, type Value } from '@oncoloom/tool-kit';
import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '../platform/database.ts';
import { figureThemes } from './tables.ts';

const NONE: FigureThemes = { themes: [], default: null };

/** The looks that a user keeps. */
export async function readThemes(database: Database | Transaction, userId: number): Promise<FigureThemes> {
  const [row] = await database.select().from(figureThemes).where(eq(figureThemes.userId, userId));
  return row === undefined ? NONE : { themes: row.themes, default: row.defaultName };
}

/** Puts these looks in the place of the user's earlier ones. */
export async function writeThemes(database: Database, userId: number, { themes, default: defaultName }: FigureThemes): Promise<void> {
  const row = { themes, defaultName, changedAt: new Date() };
  await database
    .insert(figureThemes)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: figureThemes.userId, set: row });
}

/**
 * The styles that a new analysis begins with: the user's default look where a figure has its fields, and above it what the
 * request says.
 */
export function withDefaultTheme(
  { figures }: ToolDefinition,
  { themes, default: chosen }: FigureThemes,
  requested: Readonly<Record<string, Record<string, Value>>>,
): Record<string, Record<string, Value>> {
  const theme: ThemeStyle | undefined = themes.find(({ name }) => name === chosen)?.style;
  if (theme === undefined) return { ...requested };
  return Object.fromEntries(Object.entries(figures).map(([id, { style }]) => [id, { ...themeFor(style, theme), ...requested[id] }]));
}
