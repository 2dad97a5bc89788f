import { FIRST_PAGE, PROJECT_THINGS_MAX, projectNameSchema, projectNotesSchema } from '@oncoloom/contract';
import { z } from 'zod';
import { pageSize } from '../http/page-size.ts';

const idSchema = z.coerce.number('编号要填数字').int().positive().max(2_147_483_647);
const text = z.string().trim().max(200).optional();

export const byProject = z.object({ id: idSchema });

/** The number of a link of the project. */
export const projectShareRequest = z.object({ number: idSchema });

export const projectListRequest = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(FIRST_PAGE),
  page_size: pageSize.default(50),
  archived: z
    .enum(['0', '1', 'false', 'true'], '填 0 或 1')
    .transform((value) => value === '1' || value === 'true')
    .describe('1 只要归档的，0 只要没归档的；不填都要')
    .optional(),
  name: text,
  search_name: text,
  search: text,
});
export type ProjectListRequest = z.infer<typeof projectListRequest>;

export const newProjectRequest = z.object({ name: projectNameSchema, notes: projectNotesSchema.default('') });

export const projectChangeRequest = z.object({ name: projectNameSchema, notes: projectNotesSchema, archived: z.boolean() }).partial();
export type ProjectChange = z.infer<typeof projectChangeRequest>;

const ids = z.array(idSchema).max(PROJECT_THINGS_MAX, `一次最多 ${PROJECT_THINGS_MAX} 个`).default([]);

export const projectThingsRequest = z.object({ analysis_ids: ids, file_ids: ids, board_ids: ids });
export type ProjectThings = z.infer<typeof projectThingsRequest>;

export const compareRequest = z.object({ old_analysis_id: idSchema, new_analysis_id: idSchema });
