import type { App } from '../../app.ts';
import { ApiError } from '../../platform/errors.ts';
import type { QueuedExamples } from '../../platform/queue.ts';
import { exampleTypesSince } from '../repository.ts';

/**
 * Submits the example of every tool that was not submitted since it was asked for. Where places in the account's queue are taken or the engine
 * is away it throws, and goes on when it is called again; an example that is refused for another reason is a line of the log.
 */
export async function submitExamples(
  { analyses, database, tools, log }: Pick<App, 'analyses' | 'database' | 'log'> & { tools: Pick<App['tools'], 'all'> },
  { userId, since }: QueuedExamples,
): Promise<void> {
  const submitted = await exampleTypesSince(database, userId, new Date(since));
  for (const { taskType } of tools.all) {
    if (submitted.has(taskType)) continue;
    try {
      await analyses.create(userId, { task_type: taskType, example: true });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 429 || error.status >= 500) throw error;
      log.warn({ user: userId, taskType, reason: error.message }, 'the example of a tool was refused');
    }
  }
}
