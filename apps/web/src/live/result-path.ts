import { canonicalTaskType } from '@oncoloom/contract';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import { generatePath } from 'react-router';

/** The page of a task's tool in the task's own family, or undefined when this browser does not know it (a newer server). */
export function toolOf(task: { task_type: string; family: string }): MenuEntry | undefined {
  const type = canonicalTaskType(task.task_type);
  const own = toolPages.filter((entry) => entry.taskType === type);
  return own.find(({ family }) => family === task.family) ?? own[0];
}

/** Where the result of a task stands, whatever its parameter is called in the route. */
export function resultPath(entry: MenuEntry, id: number): string {
  const parameter = /:(\w+)/.exec(entry.routes.result)?.[1] ?? 'id';
  return generatePath(entry.routes.result, { [parameter]: String(id) });
}
