import { boardNameSchema, FIRST_PAGE } from '@oncoloom/contract';
import { FIGURE_FORMATS, type FigureFormat } from '@oncoloom/figures/file';
import { z } from 'zod';
import { pageSize } from '../http/page-size.ts';

const idSchema = z.coerce.number('编号要填数字').int().positive().max(2_147_483_647);
const text = z.string().trim().max(200).optional();

export const byBoard = z.object({ id: idSchema });

export const boardListRequest = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(FIRST_PAGE),
  page_size: pageSize.default(50),
  name: text,
  search_name: text,
  search: text,
  project_id: idSchema.describe('只要这个课题里的').optional(),
});
export type BoardListRequest = z.infer<typeof boardListRequest>;

export const newBoardRequest = z.object({
  name: boardNameSchema,
  project_id: idSchema.nullish().describe('放进哪个课题；不填就不属于任何课题'),
});

export const panelRequest = z.object({ analysis_id: idSchema, figure: z.string('请填写 figure').min(1).max(80) });

export const boardFileParams = byBoard.extend({
  format: z.enum(Object.keys(FIGURE_FORMATS) as [FigureFormat, ...FigureFormat[]], '没有这种格式'),
});
