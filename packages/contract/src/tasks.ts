/** Names of the task types, their aliases, and the words for a task's status. */
import type { Task } from './task.ts';
import { TASKS } from './task-table.ts';

/** What a tool is called by: of every tool that has a folder. */
export type TaskType = keyof typeof TASKS;
export const TASK_TYPES = Object.keys(TASKS) as readonly TaskType[];

/** Other spellings that the specification has; they are accepted everywhere and stored under the right-hand name. */
export const TASK_TYPE_ALIASES: Readonly<Record<string, TaskType>> = Object.fromEntries(
  TASK_TYPES.flatMap((type) => taskOf(type).aliases?.map((alias) => [alias, type]) ?? []),
);

/** What a tool's declaration says of its name, price and pages. */
export function taskOf(taskType: TaskType): Task {
  return TASKS[taskType];
}

/** The one name under which a task type is stored, or undefined when it is unknown. */
export function canonicalTaskType(name: string): TaskType | undefined {
  if (Object.hasOwn(TASK_TYPE_ALIASES, name)) return TASK_TYPE_ALIASES[name];
  return Object.hasOwn(TASKS, name) ? (name as TaskType) : undefined;
}

export const TASK_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Spellings of a status that other clients and servers use. */
const STATUS_ALIASES: Record<string, TaskStatus> = { success: 'completed', fail: 'failed', error: 'failed' };

/** Reads any spelling of a status. */
export function canonicalStatus(status: string): TaskStatus | undefined {
  const resolved = STATUS_ALIASES[status] ?? status;
  return (TASK_STATUSES as readonly string[]).includes(resolved) ? (resolved as TaskStatus) : undefined;
}

/** The three states that the front end tells apart, and lists can be narrowed to. */
export const STATUS_GROUPS = ['in-progress', 'done', 'failed'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

export function statusGroup(status: string): StatusGroup | undefined {
  switch (canonicalStatus(status)) {
    case 'completed':
      return 'done';
    case 'pending':
    case 'running':
      return 'in-progress';
    case 'failed':
      return 'failed';
    default:
      return undefined;
  }
}
