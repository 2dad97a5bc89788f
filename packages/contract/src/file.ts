import { z } from 'zod';
import { findingSchema } from './findings.ts';

/** Types of files that are read, and that analyses take. */
export const DATA_FILE_TYPES = ['expression', 'survival', 'groups', 'gene_list', 'gene_sets', 'annotation', 'table'] as const;
/** With what is kept and downloaded alone: a figure, a report, an empty table of a result. */
export const FILE_TYPES = [...DATA_FILE_TYPES, 'document'] as const;
export type DataFileType = (typeof DATA_FILE_TYPES)[number];
export type FileType = (typeof FILE_TYPES)[number];

/** The types as a reader meets them. */
export const FILE_TYPE_WORDS: Record<FileType, string> = {
  expression: '表达矩阵',
  survival: '生存数据',
  groups: '分组表',
  gene_list: '基因列表',
  gene_sets: '基因集',
  annotation: '注释表',
  table: '数据表',
  document: '图或文档',
};

/** What the numbers of a matrix are. `batch-corrected` is carried by the results of batch removal, `scores` by those of scoring: their rows are gene sets. */
const MATRIX_KINDS = ['counts', 'log', 'linear', 'batch-corrected', 'scores'] as const;
export type MatrixKind = (typeof MATRIX_KINDS)[number];

const IDENTIFIER_KINDS = ['symbol', 'ensembl', 'entrez', 'probe', 'other'] as const;

export const SPECIES = ['human', 'mouse', 'rat'] as const;
export type Species = (typeof SPECIES)[number];

/** What a series says of itself as a whole, so far as it tells of its samples and values. */
const seriesTextsSchema = z.object({
  title: z.string(),
  summary: z.string(),
  design: z.string(),
  /** How the values were made, each text once. */
  processing: z.array(z.string()),
  /** Dyes of an array: 2 where each value compares two samples. */
  channels: z.number(),
});

/** Facts that the parser found; a form and its checks need nothing else of the file. */
export const matrixFactsSchema = z.object({
  rows: z.number(),
  columns: z.number(),
  kind: z.enum(MATRIX_KINDS),
  /** Of a result, and of a file that was saved from one: the base of its logarithms. Absent or null: not known, or no logarithms. */
  logBase: z.literal([2, 10]).nullable().optional(),
  identifiers: z.enum(IDENTIFIER_KINDS),
  /** Header of the identifier column. */
  identifierColumn: z.string(),
  /** GEO's name of the platform (GPL570), told by the file or by its probes. */
  platform: z.string().nullable(),
  species: z.enum(SPECIES).nullable(),
  samples: z.array(z.string()),
  minimum: z.number(),
  maximum: z.number(),
  missing: z.number(),
  negative: z.number(),
  /** Share of values that are not integers, 0–1. */
  fractional: z.number(),
  /** Rows whose value is the same (or zero) in all samples. */
  constantRows: z.number(),
  zeroRows: z.number(),
  columnSums: z.array(z.number()),
  /** First rows and columns, as numbers (null: missing). */
  preview: z.object({ rows: z.array(z.string()), values: z.array(z.array(z.number().nullable())) }),
  /** What the file itself says of its samples (a GEO series matrix): values in the order of `samples`, '' where it is silent. */
  annotations: z
    .object({
      columns: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
      /** Of a series matrix alone. */
      series: seriesTextsSchema.optional(),
    })
    .nullable(),
  /** Genes of one sex alone with their values, in the order of `samples`, where the file says something of its samples (null: missing). */
  sexGenes: z.array(z.object({ gene: z.string(), values: z.array(z.number().nullable()) })).optional(),
  /** Of a matrix that was prepared for a co-expression network: the power that was recommended for it, why, and the type of network. */
  softPower: z.number().optional(),
  softPowerWhy: z.string().optional(),
  networkType: z.string().optional(),
});
export type MatrixFacts = z.infer<typeof matrixFactsSchema>;

/** A table of anything but expression: one row per sample, gene or term; cells as text. */
const tableFactsSchema = z.object({
  rows: z.number(),
  /** What its rows are about; null where the names do not tell. */
  describes: z.enum(['samples', 'genes']).nullable(),
  /** The column that names them. */
  nameColumn: z.string().nullable(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['number', 'text']),
      /** Distinct values with their counts; absent when there are more than 50. */
      levels: z.array(z.object({ value: z.string(), count: z.number() })).optional(),
      missing: z.number(),
    }),
  ),
  preview: z.array(z.array(z.string())),
});
export type TableFacts = z.infer<typeof tableFactsSchema>;

/** Output of one sample of a counting or quantifying program: files of the same one can be joined into a matrix. */
const oneSampleSchema = z.object({
  program: z.string(),
  /** The program as a reader meets it. */
  label: z.string(),
  /** What can be taken as the values of the matrix, and what each is. */
  columns: z.array(z.object({ name: z.string(), label: z.string() })),
  /** The one that fits this file; null where that is open. */
  suggested: z.string().nullable().optional(),
  /** Files in an archive; absent for a file by itself. */
  files: z.number().optional(),
});
export type OneSample = z.infer<typeof oneSampleSchema>;

export const fileFactsSchema = z.object({
  matrix: matrixFactsSchema.optional(),
  table: tableFactsSchema.optional(),
  oneSample: oneSampleSchema.optional(),
  findings: z.array(findingSchema),
});
export type FileFacts = z.infer<typeof fileFactsSchema>;

/**
 * Remedies of one click. Each makes a new version of the file and keeps the old one.
 * `turn`: rows and columns change places; `strip_versions`: Ensembl ids without versions; `restore_dates`: gene names that a
 * spreadsheet made dates of; `to_symbols`: names for Ensembl and Entrez numbers of human genes; `probes_to_genes`: one row per gene
 * in place of a microarray's probes; `to_log2`: log10 values times log2(10); `ln_to_log2`: natural logarithms times log2(e);
 * `merge_duplicates`: one row per gene; `commas_decimal`, `commas_thousands`: what commas within numbers are; `round_counts`: estimated
 * counts as whole numbers; `drop_columns`: without columns that are doubted to be samples; `match_samples`: sample names written as in
 * another file; `restore`: an earlier version again.
 */
export const FILE_FIXES = [
  'turn',
  'strip_versions',
  'restore_dates',
  'to_symbols',
  'probes_to_genes',
  'to_log2',
  'ln_to_log2',
  'merge_duplicates',
  'commas_decimal',
  'commas_thousands',
  'round_counts',
  'drop_columns',
  'match_samples',
  'restore',
] as const;
export type FileFix = (typeof FILE_FIXES)[number];

export const VALIDATION_STATUSES = ['pending', 'valid', 'invalid'] as const;

/** A version of a file that a fix has replaced. GET /api/file/{id}/download?version=… gives its bytes. */
const fileVersionSchema = z.object({
  version: z.number(),
  name: z.string(),
  file_type: z.enum(FILE_TYPES),
  file_size: z.number(),
  validation_status: z.enum(VALIDATION_STATUSES),
  /** What made it; null: as uploaded. */
  fix: z.enum(FILE_FIXES).nullable(),
  replaced_at: z.string(),
});
export type FileVersion = z.infer<typeof fileVersionSchema>;

export const fileSchema = z.object({
  id: z.number(),
  name: z.string(),
  file_type: z.enum(FILE_TYPES),
  description: z.string(),
  file_size: z.number(),
  directory_id: z.number().nullable(),
  /** The project that it is in; null where it is in none. */
  project_id: z.number().nullable(),
  validation_status: z.enum(VALIDATION_STATUSES),
  created_at: z.string(),
  updated_at: z.string(),
  /** Counts from 1. */
  version: z.number(),
  /** The fix that made this version; null: as uploaded. */
  fix: z.enum(FILE_FIXES).nullable(),
  /** Earlier versions, the newest first; lists leave them out, as they leave out the facts. */
  versions: z.array(fileVersionSchema),
  /** Suggestions among the findings in the facts (`shownLevel`); lists, which leave the facts out, show this. */
  suggestions: z.number(),
  facts: fileFactsSchema.nullable(),
});
export type UserFile = z.infer<typeof fileSchema>;

export const fileAnswerSchema = z.object({ success: z.literal(true), file: fileSchema });

/** Characters of a file's or folder's name. */
export const NAME_MAX = 120;
/** Folders within folders; one at the root has depth 1. */
export const DIRECTORY_DEPTH_MAX = 10;
export const DIRECTORIES_MAX = 2_000;

/** A folder. `path` begins with `/` and ends with its own name; `children` is filled by the tree only. */
const directorySchema = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  /** Null: at the root. */
  parent_id: z.number().nullable(),
  path: z.string(),
  /** Files in the folder itself. */
  file_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  get children() {
    return z.array(directorySchema);
  },
});
export type Directory = z.infer<typeof directorySchema>;

export const directoryAnswerSchema = z.object({ success: z.literal(true), directory: directorySchema });

/** GET /api/directories/tree: the folders at the root, each with its children. */
export const directoryTreeSchema = z.object({
  success: z.literal(true),
  directories: z.array(directorySchema),
  /** Files at the root. */
  file_count: z.number(),
});

/** GET /api/directories/{id}/contents and /api/directories/contents. Filters and sort are those of GET /api/files. */
export const directoryContentsSchema = z.object({
  success: z.literal(true),
  /** Null: the root. */
  directory: directorySchema.nullable(),
  directories: z.array(directorySchema),
  files: z.array(fileSchema),
  /** Files in the folder that fit the filters. */
  count: z.number(),
});

/** GET /api/directories/{id}/path: from the root down to the folder itself. */
export const directoryPathSchema = z.object({ success: z.literal(true), path: z.string(), directories: z.array(directorySchema) });

/** DELETE /api/directories/{id}/delete: how much went with it. */
export const directoryDeletedSchema = z.object({ success: z.literal(true), directory_count: z.number(), file_count: z.number() });

const nameSchema = z.string('请填写名称').max(1000, `名称最多 ${NAME_MAX} 个字`);
const directoryIdSchema = z.number('文件夹不对，请重新选择').int().positive().max(2_147_483_647, '文件夹不对，请重新选择').nullable();
const descriptionSchema = z
  .string()
  .max(500, '说明最多 500 个字')
  .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim());

/** POST /api/directories/create */
export const createDirectorySchema = z.object({
  name: nameSchema,
  description: descriptionSchema.default(''),
  parent_id: directoryIdSchema.default(null),
});
export type CreateDirectory = z.input<typeof createDirectorySchema>;

/** PUT /api/directories/{id}/update */
export const updateDirectorySchema = z.object({ name: nameSchema.optional(), description: descriptionSchema.optional() });
export type UpdateDirectory = z.input<typeof updateDirectorySchema>;

/** PUT /api/directories/{id}/move; null: to the root. */
export const moveDirectorySchema = z.object({ parent_id: directoryIdSchema });

/** POST /api/files/move: all of them or, where one is absent, none. */
export const moveFilesSchema = z.object({
  file_ids: z
    .array(z.number().int().positive().max(2_147_483_647), '请选择要移动的文件')
    .min(1, '请选择要移动的文件')
    .max(1000, '一次最多移动 1000 个文件'),
  target_directory_id: directoryIdSchema,
});
export const filesMovedSchema = z.object({ success: z.literal(true), files: z.array(fileSchema) });

/** PUT /api/bulk/files/{id}/update. Another `file_type` has the file read again; a name keeps the file's ending. */
export const updateFileSchema = z.object({
  name: nameSchema.optional(),
  description: descriptionSchema.optional(),
  file_type: z.enum(DATA_FILE_TYPES, '文件类型不对，请重新选择').optional(),
  directory_id: directoryIdSchema.optional(),
});
export type UpdateFile = z.input<typeof updateFileSchema>;

/** POST /api/file/{id}/fix → the file in its new version. */
export const fixFileSchema = z.object({
  fix: z.enum(FILE_FIXES, '没有这种修复，请刷新页面'),
  /** Of `match_samples`: the file whose sample names are taken. */
  file_id: z.number().int().positive().max(2_147_483_647).optional(),
  /** Of `restore`: the earlier version. */
  version: z.number().int().positive().max(1_000_000).optional(),
});
export type FixFile = z.input<typeof fixFileSchema>;

/** Files of one sample each that become one matrix; those of an archive count, too. */
export const JOINED_MAX = 200;

const joinedIdsSchema = z
  .array(z.number().int().positive().max(2_147_483_647), '请选择要合并的文件')
  .min(1, '请选择要合并的文件')
  .max(JOINED_MAX, `一次最多合并 ${JOINED_MAX} 个文件`);

/** POST /api/files/join/choices: what files of one sample each can become. One file by itself stands for all of its kind in its folder. */
export const joinChoicesRequestSchema = z.object({ file_ids: joinedIdsSchema });
export const joinChoicesSchema = z.object({
  success: z.literal(true),
  label: z.string(),
  columns: oneSampleSchema.shape.columns,
  suggested: z.string().nullable(),
  /** In the order of the samples; `samples`: how many a file holds. */
  files: z.array(z.object({ id: z.number(), name: z.string(), samples: z.number() })),
});
export type JoinChoices = z.infer<typeof joinChoicesSchema>;

/** POST /api/files/join → the matrix, a file of its own in the folder of the first. */
export const joinFilesSchema = z.object({
  file_ids: joinedIdsSchema,
  column: z.string('请选择要用的列').min(1, '请选择要用的列').max(100),
  name: nameSchema.optional(),
});
export type JoinFiles = z.input<typeof joinFilesSchema>;

/** POST /api/save_analysis_file_to_space: a table of a result becomes a file of the space. */
export const saveToSpaceSchema = z.object({
  analysis_id: z.coerce.number().int().positive().max(2_147_483_647),
  file_key: z.string().min(1).max(200),
  filename: z.string().min(1).max(300),
  directory_id: directoryIdSchema.optional(),
  name: nameSchema.optional(),
});
export type SaveToSpace = z.input<typeof saveToSpaceSchema>;

/** POST /api/create_expression_file_download_token. The link opens that file only, for DOWNLOAD_TOKEN_MINUTES. */
export const fileTokenRequestSchema = z.object({ file_id: z.coerce.number().int().positive().max(2_147_483_647) });
export const fileTokenSchema = z.object({
  success: z.literal(true),
  download_url: z.string(),
  points_consumed: z.number(),
  remaining_points: z.number(),
  detail: z.string(),
});

/** GET /api/file/{id}/preview: the first rows and columns with the report on the file. */
export const filePreviewSchema = z.object({
  success: z.literal(true),
  file: fileSchema,
  /** What the file is, in a sentence. */
  summary: z.string(),
  /** In the order of display: first what blocks. Those of other files' sample names are found anew each time. */
  findings: z.array(findingSchema),
  /** Null while the file is pending, and when it can't be read. */
  preview: z
    .object({
      columns: z.array(
        z.object({
          name: z.string(),
          type: z.enum(['identifier', 'number', 'text']),
          /** Empty cells; absent for a matrix, which counts them as a whole. */
          missing: z.number().optional(),
          /** Distinct values, where there are at most 50. */
          levels: z.array(z.object({ value: z.string(), count: z.number() })).optional(),
        }),
      ),
      rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
      /** Of the whole file. */
      row_count: z.number(),
      column_count: z.number(),
    })
    .nullable(),
  /** Of a matrix of counts, in the file's order; null for any other file. */
  sample_totals: z.array(z.object({ sample: z.string(), total: z.number() })).nullable(),
});
export type FilePreview = z.infer<typeof filePreviewSchema>;

/**
 * Resumable uploads speak tus 1.0 at /api/bulk/files/tus (creation, termination, expiration; the bearer token in each call).
 * Metadata: `filename`, and `file_type`, `directory_id`, `description` as in the multipart upload. The answer to the last byte
 * is this schema, as is GET /api/bulk/files/tus/{id}; a file that is refused answers its own status and sentence there.
 */
export const uploadStatusSchema = z.object({
  success: z.literal(true),
  /** `open`: bytes are missing; `working`: a file is being made of them, ask again; `done`: `file` is there. */
  state: z.enum(['open', 'working', 'done']),
  offset: z.number(),
  size: z.number(),
  file: fileSchema.nullable(),
});
export type UploadStatus = z.infer<typeof uploadStatusSchema>;
/** An upload that has not ended is forgotten after so long. */
export const UPLOAD_HOURS = 24;
