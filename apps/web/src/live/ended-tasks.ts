import type { TaskUpdate } from '@oncoloom/contract';
import { create } from 'zustand';

/** A task that ended while the user was on another page. */
export interface EndedTask {
  id: number;
  title: string;
  /** Result in words, or why it failed. */
  text: string;
  ok: boolean;
  path: string;
  /** When it ended, ISO. */
  at: string;
}

interface EndedTasks {
  /** Newest first. */
  tasks: readonly EndedTask[];
  unread: boolean;
}

const MAX = 20;

export const useEndedTasks = create<EndedTasks>()(() => ({ tasks: [], unread: false }));

/** Adds a task; false when it is known already (the channel may tell an end twice). */
export function addEndedTask(task: EndedTask): boolean {
  if (useEndedTasks.getState().tasks.some((known) => known.id === task.id && known.at === task.at)) return false;
  useEndedTasks.setState(({ tasks }) => ({ tasks: [task, ...tasks].slice(0, MAX), unread: true }));
  return true;
}

export function markRead(): void {
  useEndedTasks.setState({ unread: false });
}

export function forgetEndedTasks(): void {
  useEndedTasks.setState({ tasks: [], unread: false });
}

/** The headline that an update carries in its result, where there is one. */
export function headlineOf(result: TaskUpdate['result']): string | undefined {
  if (typeof result !== 'object' || result === null || !('headline' in result)) return undefined;
  return typeof result.headline === 'string' ? result.headline : undefined;
}
