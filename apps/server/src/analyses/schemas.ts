import { FAMILIES, FIRST_PAGE, STATUS_GROUPS, TASK_NAME_MAX } from '@oncoloom/contract';
import { COLOUR_SCHEMES } from '@oncoloom/tool-kit';
import { z } from 'zod';
import { pageSize } from '../http/page-size.ts';

/** Ids come as numbers or as digits. */
export const idSchema = z.coerce.number('编号要填数字').int().positive().max(2_147_483_647);

export const byId = z.object({ analysis_id: idSchema });

export const getRequest = byId.extend({
  values_only: z.boolean().default(false).describe('参数里不带输入的数据：粘贴的表可能有十万行'),
});

/** A request for a tool: its fields are checked against the tool's declaration, not here. */
export const toolRequest = z.looseObject({
  task_type: z.string('请填写 task_type').min(1).max(80),
  /** For the tools with colours; a colour that is named itself stands. */
  color_scheme: z
    .unknown()
    .describe(`配色：${COLOUR_SCHEMES.join('、')}`)
    .optional(),
});

const text = z.string().trim().max(200).optional();

export const listRequest = z.object({
  task_type: z.string().max(2000).describe('几种类型用逗号连起来').optional(),
  family: z.enum(FAMILIES).optional(),
  status: z.enum(STATUS_GROUPS).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(FIRST_PAGE),
  page_size: pageSize.optional(),
  name: text,
  search_name: text,
  search: text,
  analysis_id: idSchema.optional(),
});

export const renameRequest = byId.extend({
  task_name: z.string().trim().min(1, '请填写名称').max(TASK_NAME_MAX, `名称最多 ${TASK_NAME_MAX} 个字`),
});

export const replotRequest = byId.extend({
  plot: z.string().max(80),
  style: z.record(z.string(), z.unknown()).default({}),
  save: z.union([z.boolean(), z.literal([0, 1]).transform((flag) => flag === 1)]).default(false),
});

export const tokenRequest = byId.extend({ file_key: z.string().min(1).max(120), filename: z.string().min(1).max(200) });

export const diffRequest = byId.extend({
  direction: z.enum(['up', 'down', 'all']).default('all'),
  limit: z.coerce.number().int().min(1).max(100_000).optional(),
});

export const fileParams = z.object({ id: idSchema, file_key: z.string().max(120), filename: z.string().max(200) });
