import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { type ExportEntry, type ExportPart, textEntry } from '../../platform/archive.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { readThemes } from '../figures/figure-themes.ts';
import { type AnalysisRecord, analyses, analysisRecord, analysisShares, type ShareRecord } from '../tables.ts';
import { safeFileName } from './result-files.ts';

/** Inputs that were pasted travel with their analysis: few at once. */
const ROWS_AT_ONCE = 20;

/** An analysis as its user knows it. */
function describe(analysis: AnalysisRecord, shares: readonly ShareRecord[]) {
  return {
    id: analysis.id,
    name: analysis.name,
    task_type: analysis.taskType,
    tool_version: analysis.toolVersion,
    status: analysis.status,
    parameters: analysis.values,
    figure_styles: analysis.styles,
    figure_look: analysis.look,
    inputs: analysis.inputs.map(({ field, name, sha256, rows, columns, request }) => ({ field, name, sha256, rows, columns, request })),
    points: analysis.points,
    headline: analysis.headline,
    result: analysis.result,
    error: analysis.errorMessage,
    created_at: analysis.createdAt,
    finished_at: analysis.finishedAt,
    shares: shares.map(({ recipient, bundle, createdAt, expiresAt }) => ({
      recipient,
      bundle,
      created_at: createdAt,
      expires_at: expiresAt,
    })),
  };
}

async function* analysesJson(database: Database, userId: number): AsyncGenerator<string> {
  let separator = '[\n';
  for (let last = 0; ; ) {
    const rows = await database
      .select(analysisRecord)
      .from(analyses)
      .where(and(eq(analyses.userId, userId), gt(analyses.id, last)))
      .orderBy(asc(analyses.id))
      .limit(ROWS_AT_ONCE);
    const ids = rows.map(({ id }) => id);
    const shares = ids.length === 0 ? [] : await database.select().from(analysisShares).where(inArray(analysisShares.analysisId, ids));
    for (const row of rows) {
      const own = shares.filter(({ analysisId }) => analysisId === row.id);
      yield `${separator}${JSON.stringify(describe(row, own), null, 1)}`;
      separator = ',\n';
    }
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.id;
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** The looks that the user keeps. */
async function* stylesJson(database: Database, userId: number): AsyncGenerator<string> {
  yield `${JSON.stringify(await readThemes(database, userId), null, 1)}\n`;
}

/** The user's analyses, the tables of their results, and the looks that the user keeps for figures. */
export function analysesExport({ database, storage }: { database: Database; storage: Storage }): ExportPart {
  return async (userId) => {
    const finished = await database
      .select({ id: analyses.id, name: analyses.name, result: analyses.result })
      .from(analyses)
      .where(and(eq(analyses.userId, userId), isNotNull(analyses.result)))
      .orderBy(asc(analyses.id));
    const tables = finished.flatMap(({ id, name, result }): ExportEntry[] =>
      (result?.tables ?? []).map((table) => ({
        path: `results/${id}_${safeFileName(name)}/${table.id}.tsv`,
        open: () => storage.open(table.sha256),
      })),
    );
    return [
      textEntry('analyses.json', () => analysesJson(database, userId)),
      textEntry('figure-styles.json', () => stylesJson(database, userId)),
      ...tables,
    ];
  };
}
