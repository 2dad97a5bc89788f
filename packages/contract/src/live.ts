import { z } from 'zod';
import { TASK_STATUSES } from './tasks.ts';

/** A change of one task, pushed over the live channel and merged into list rows by id. */
const taskUpdateSchema = z.object({
  id: z.number(),
  status: z.enum(TASK_STATUSES),
  task_type: z.string(),
  family: z.string(),
  result: z.unknown(),
  /** The number of the last early table of a running task; 0 while there is none. */
  early: z.number(),
  progress: z.number(),
  step: z.string().nullable(),
  modified: z.string(),
  finished: z.string().nullable(),
  error_msg: z.string().nullable(),
  queue_position: z.number().nullable(),
});
export type TaskUpdate = z.infer<typeof taskUpdateSchema>;

const liveMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('update_task'), data: taskUpdateSchema }),
  z.object({ type: z.literal('update_points'), data: z.object({ points: z.number() }) }),
  z.object({ type: z.literal('ping') }),
]);
export type LiveMessage = z.infer<typeof liveMessageSchema>;
