import { DATA_FILE_TYPES, FILE_PAGE_SIZE, FILE_TYPES, FINDING_LEVELS, fileSchema, VALIDATION_STATUSES } from '@oncoloom/contract';
import { z } from 'zod';
import { pageSize } from '../http/page-size.ts';
import type { ListFilter } from './repository.ts';

const SORT_FIELDS = ['name', 'created_at', 'file_size', 'file_type'] as const;

/** Ids are PostgreSQL integers. */
const ID_MAX = 2_147_483_647;

export const fileParams = z.object({ id: z.coerce.number().int().positive().max(ID_MAX) });

/** PostgreSQL keeps no NUL in texts. */
const line = (max: number, sentence: string) =>
  z
    .string()
    .max(max, sentence)
    .transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim());
const searchText = line(200, '搜索的文字最多 200 个字').optional();

const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);

/** Fields beside the file of an upload. */
export const uploadFields = z.object({
  file_type: z.preprocess(emptyIsAbsent, z.enum(DATA_FILE_TYPES, '文件类型不对，请重新选择').optional()),
  description: line(500, '说明最多 500 个字').default(''),
  directory_id: z.preprocess(
    emptyIsAbsent,
    z.coerce.number('文件夹不对，请重新选择').int().positive().max(ID_MAX, '文件夹不对，请重新选择').optional(),
  ),
});

/** A day of the calendar, or a moment. */
const day = z.union([z.iso.date(), z.iso.datetime({ offset: true })], '日期不对，请写成 2026-01-31');

/** `name`, `search_name` and `search` are the same filter; several types are joined with commas. */
export const listQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: pageSize.default(FILE_PAGE_SIZE),
  search: searchText,
  search_name: searchText,
  name: searchText,
  file_type: z
    .string()
    .transform((text) => text.split(',').filter((type) => type !== ''))
    .pipe(z.array(z.enum(FILE_TYPES, '文件类型不对，请重新选择')))
    .optional(),
  validation_status: z.preprocess(emptyIsAbsent, z.enum(VALIDATION_STATUSES).optional()),
  /** `root`: files that are in no folder. */
  directory_id: z.preprocess(
    emptyIsAbsent,
    z.union([z.literal('root').transform(() => null), z.coerce.number().int().positive().max(ID_MAX)], '文件夹不对，请重新选择').optional(),
  ),
  project_id: z.preprocess(
    emptyIsAbsent,
    z.coerce.number('课题不对，请重新选择').int().positive().max(ID_MAX, '课题不对，请重新选择').optional(),
  ),
  date_from: z.preprocess(emptyIsAbsent, day.optional()),
  date_to: z.preprocess(emptyIsAbsent, day.optional()),
  sort: z.enum(SORT_FIELDS).default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
});

/** Where a day begins for the users. */
const CHINA = '+08:00';
const DAY_MS = 24 * 3600_000;

/** The filter that a query stands for; `date_to` names the last day that is meant. */
export function toFilter(query: Omit<z.output<typeof listQuery>, 'project_id'> & { project_id?: number | undefined }): ListFilter {
  const moment = (text: string) => new Date(text.includes('T') ? text : `${text}T00:00:00${CHINA}`);
  const { date_from, date_to } = query;
  const last = date_to === undefined ? undefined : moment(date_to);
  return {
    page: query.page,
    pageSize: query.page_size,
    search: query.search ?? query.search_name ?? query.name,
    fileTypes: query.file_type,
    status: query.validation_status,
    directoryId: query.directory_id,
    projectId: query.project_id,
    from: date_from === undefined ? undefined : moment(date_from),
    before: last && new Date(last.getTime() + (date_to?.includes('T') === true ? 1 : DAY_MS)),
    sortBy: query.sort,
    descending: query.order === 'desc',
  };
}

/** A folder's files come all at once unless pages are asked for. */
const CONTENTS_MAX = 2_000;

export const contentsQuery = listQuery.omit({ directory_id: true, project_id: true, page_size: true }).extend({
  page_size: z.coerce.number().int().min(1).max(CONTENTS_MAX).default(CONTENTS_MAX),
  sort: z.enum(SORT_FIELDS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
});

export const succeeded = z.object({ success: z.literal(true) });

export const fileList = z.object({
  success: z.literal(true),
  results: z.array(fileSchema),
  files: z.array(fileSchema),
  count: z.number(),
  page: z.number(),
  page_size: z.number(),
  current_page: z.number(),
});

/** A table as text, its columns named as the platform reads them. */
export const fileCells = z.object({ success: z.literal(true), columns: z.array(z.string()), rows: z.array(z.array(z.string())) });

/** Order of display. */
export const levelOrder = (level: (typeof FINDING_LEVELS)[number]): number => FINDING_LEVELS.indexOf(level);
