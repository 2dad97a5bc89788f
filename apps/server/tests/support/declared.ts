import { type TaskType, taskOf } from '@oncoloom/contract';
import type { ToolDefinition } from '@oncoloom/tool-kit';

/** Name, pages and price of a task type, for a tool of a test that stands in its place. */
export function declared(
  taskType: TaskType,
): Pick<ToolDefinition, 'taskType' | 'title' | 'english' | 'points' | 'premium' | 'pages' | 'partOf'> {
  return { taskType, ...(taskOf(taskType) as Omit<ToolDefinition, 'taskType'>) };
}
