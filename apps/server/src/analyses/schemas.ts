import { canonicalTaskType, FAMILIES, FIRST_PAGE, figureLookSchema, LIST_ORDERS, STATUS_GROUPS, TASK_NAME_MAX } from '@oncoloom/contract';
import { COLOUR_SCHEMES } from '@oncoloom/tool-kit';
import { z } from 'zod';
import { pageSize } from '../http/page-size.ts';
import type { Narrowing } from './lists/listing.ts';

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

export const createRequest = toolRequest.extend({
  project_id: idSchema.nullish().describe('放进哪个课题；不填就不属于任何课题'),
});

const text = z.string().trim().max(200).optional();

/** What a list is narrowed to. */
const narrowing = z.object({
  task_type: z.string().max(2000).describe('几种类型用逗号连起来').optional(),
  family: z.enum(FAMILIES).optional(),
  status: z.enum(STATUS_GROUPS).optional(),
  data_set: z.string().max(1_000).describe('数据集的名字；空的表示没有数据集的分析').optional(),
  starred: z.boolean().describe('只要加了星标的').optional(),
  name: text,
  search_name: text,
  search: text,
});

export const countsRequest = narrowing;

export const listRequest = narrowing.extend({
  order: z.enum(LIST_ORDERS).describe('同一数据集或同一工具的排在一起；不填按时间，新的在前').optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(FIRST_PAGE),
  page_size: pageSize.optional(),
  analysis_id: idSchema.optional(),
  project_id: idSchema.describe('只要这个课题里的').optional(),
});

/** What a request narrows a list to, as it is looked for. */
export function toNarrowing({
  task_type,
  family,
  status,
  data_set,
  starred,
  name,
  search_name,
  search,
}: z.output<typeof narrowing>): Narrowing {
  // The stored names of the task types; an unknown one matches nothing.
  const taskTypes = task_type?.split(',').map((type) => canonicalTaskType(type) ?? type);
  const text = search ?? search_name ?? name;
  return {
    ...(taskTypes === undefined ? {} : { taskTypes }),
    ...(family === undefined ? {} : { family }),
    ...(status === undefined ? {} : { status }),
    ...(data_set === undefined ? {} : { dataSet: data_set }),
    ...(starred === true ? { starred } : {}),
    ...(text === undefined ? {} : { search: text }),
  };
}

export const starRequest = byId.extend({ starred: z.boolean() });

export const renameRequest = byId.extend({
  task_name: z.string().trim().min(1, '请填写名称').max(TASK_NAME_MAX, `名称最多 ${TASK_NAME_MAX} 个字`),
});

export const replotRequest = byId.extend({
  plot: z.string().max(80),
  style: z.record(z.string(), z.unknown()).default({}),
  save: z.union([z.boolean(), z.literal([0, 1]).transform((flag) => flag === 1)]).default(false),
});

export const lookRequest = byId.extend({ look: figureLookSchema });

export const tokenRequest = byId.extend({ file_key: z.string().min(1).max(120), filename: z.string().min(1).max(200) });

export const diffRequest = byId.extend({
  direction: z.enum(['up', 'down', 'all']).default('all'),
  limit: z.coerce.number().int().min(1).max(100_000).optional(),
});

export const fileParams = z.object({ id: idSchema, file_key: z.string().max(120), filename: z.string().max(200) });
