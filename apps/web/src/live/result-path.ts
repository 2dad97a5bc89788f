import { canonicalTaskType } from '@oncoloom/contract';
import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import { generatePath } from 'react-router';

/** The tool of a task, or undefined when this browser does not know it (a newer server). */
export function toolOf(task: { task_type: string; family: string }): MenuEntry | undefined {
  const type = canonicalTaskType(task.task_type);
  return menu.find((entry) => entry.taskType === type && entry.family === task.family) ?? menu.find((entry) => entry.taskType === type);
}

/** Where the result of a task stands, whatever its parameter is called in the route. */
export function resultPath(entry: MenuEntry, id: number): string {
  const parameter = /:(\w+)/.exec(entry.routes.result)?.[1] ?? 'id';
  return generatePath(entry.routes.result, { [parameter]: String(id) });
}
