import {
  type FileFacts,
  type FilePreview,
  type FileVersion,
  type MatrixFacts,
  shownLevel,
  type TableFacts,
  type UserFile,
} from '@oncoloom/contract';
import type { ListedFile } from './repository.ts';
import type { FileRecord, FileVersionRecord } from './tables.ts';

/** A file as lists show it, without the facts: those of a matrix name every sample. */
export function toListedFile(row: ListedFile): UserFile {
  return {
    id: row.id,
    name: row.name,
    file_type: row.fileType,
    description: row.description,
    file_size: row.fileSize,
    directory_id: row.directoryId,
    project_id: row.projectId,
    validation_status: row.validationStatus,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    version: row.version,
    fix: row.fix,
    versions: [],
    suggestions: row.findings?.filter((finding) => shownLevel(finding) === 'should').length ?? 0,
    facts: null,
  };
}

/** A file with its facts. */
export function toUserFile(row: FileRecord, versions: readonly FileVersionRecord[] = []): UserFile {
  const listed = toListedFile({ ...row, findings: row.facts?.findings ?? null });
  return { ...listed, versions: versions.map(toVersion), facts: row.facts };
}

function toVersion(row: FileVersionRecord): FileVersion {
  return {
    version: row.version,
    name: row.name,
    file_type: row.fileType,
    file_size: row.fileSize,
    validation_status: row.validationStatus,
    fix: row.fix,
    replaced_at: row.replacedAt.toISOString(),
  };
}

type Preview = NonNullable<FilePreview['preview']>;

/** First rows and columns, as read. */
export function toPreview(facts: FileFacts | null): Preview | null {
  if (facts?.matrix !== undefined) return matrixPreview(facts.matrix);
  return facts?.table === undefined ? null : tablePreview(facts.table);
}

function matrixPreview(matrix: MatrixFacts): Preview {
  const shown = matrix.samples.slice(0, matrix.preview.values[0]?.length ?? 0);
  return {
    columns: [{ name: matrix.identifierColumn, type: 'identifier' }, ...shown.map((name) => ({ name, type: 'number' as const }))],
    rows: matrix.preview.rows.map((name, i) => [name, ...(matrix.preview.values[i] ?? [])]),
    row_count: matrix.rows,
    column_count: matrix.columns + 1,
  };
}

function tablePreview(table: TableFacts): Preview {
  return {
    columns: table.columns.map(({ name, type, missing, levels }) => ({ name, type, missing, ...(levels === undefined ? {} : { levels }) })),
    rows: table.preview,
    row_count: table.rows,
    column_count: table.columns.length,
  };
}

/** How deep each sample was sequenced. */
export function sampleTotals(facts: FileFacts | null): FilePreview['sample_totals'] {
  const matrix = facts?.matrix;
  if (matrix?.kind !== 'counts') return null;
  return matrix.samples.map((sample, i) => ({ sample, total: matrix.columnSums[i] ?? 0 }));
}
