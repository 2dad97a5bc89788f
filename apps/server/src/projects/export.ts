import { type ExportPart, textEntry } from '../platform/archive.ts';
import type { Database } from '../platform/postgres/database.ts';
import { allProjects } from './repository.ts';

async function* projectsJson(database: Database, userId: number): AsyncGenerator<string> {
  const projects = (await allProjects(database, userId)).map(({ id, name, notes, archivedAt, createdAt, updatedAt }) => {
    return { id, name, notes, archived_at: archivedAt, created_at: createdAt, updated_at: updatedAt };
  });
  yield `${JSON.stringify(projects, null, 1)}\n`;
}

/** The user's projects; what is in them names them by their number. */
export function projectsExport({ database }: { database: Database }): ExportPart {
  return async (userId) => [textEntry('projects.json', () => projectsJson(database, userId))];
}
