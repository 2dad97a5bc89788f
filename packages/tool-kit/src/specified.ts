import { PART_OF, pagesOf, priceOf, type TaskType } from '@oncoloom/contract';
import type { ToolDefinition, ToolPage } from './define-tool.ts';

type Specified<T extends TaskType> = { taskType: T } & Pick<ToolDefinition, 'title' | 'pages' | 'partOf' | 'points' | 'premium'>;

const partOf = (taskType: TaskType): TaskType | undefined => (PART_OF as Partial<Record<TaskType, TaskType>>)[taskType];

/** What the specification and the catalogue say of a task type: its name, its pages, its price. A declaration begins with it. */
export function specified<const T extends TaskType>(taskType: T): Specified<T> {
  const [first, ...others] = pagesOf(taskType).map(({ taskType: _, ...page }): ToolPage => page);
  if (first === undefined) throw new Error(`${taskType} has no page in the contract's table`);
  const parent = partOf(taskType);
  return { taskType, ...priceOf(taskType), pages: [first, ...others], ...(parent === undefined ? {} : { partOf: parent }) };
}
