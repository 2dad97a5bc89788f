import type { analyses } from '../../src/analyses/tables.ts';

/** The row of a task of a user that waits in the queue. */
export function waitingTask(userId: number, queueJob: string, taskType = 'limma_diff'): typeof analyses.$inferInsert {
  return {
    userId,
    taskType,
    toolVersion: '0',
    family: 'bulk',
    name: 'a task',
    status: 'pending',
    values: {},
    inputs: [],
    points: 1,
    example: false,
    queueJob,
  };
}
