import { type ExportPart, textEntry } from '../platform/archive.ts';
import type { Database } from '../platform/postgres/database.ts';
import { allBoards } from './repository.ts';

async function* boardsJson(database: Database, userId: number): AsyncGenerator<string> {
  const boards = (await allBoards(database, userId)).map(({ id, name, projectId, content, createdAt, updatedAt }) => {
    return { id, name, project_id: projectId, content, created_at: createdAt, updated_at: updatedAt };
  });
  yield `${JSON.stringify(boards, null, 1)}\n`;
}

/** The user's boards of figures; what these show travels with the analyses. */
export function boardsExport({ database }: { database: Database }): ExportPart {
  return async (userId) => [textEntry('figure-boards.json', () => boardsJson(database, userId))];
}
