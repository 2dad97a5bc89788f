import {
  COMPLETED_CLEAR_DELAY_MS,
  statusGroup,
  TASK_CACHE_CLEANUP_MS,
  TASK_CACHE_MAX,
  TASK_CACHE_RETENTION_MS,
  type TaskUpdate,
} from '@oncoloom/contract';
import { create } from 'zustand';

interface CachedUpdate {
  update: TaskUpdate;
  /** When it came, ms since 1970. */
  at: number;
}

interface TaskStore {
  /** The last update of each task, oldest first. */
  updates: readonly CachedUpdate[];
}

/** What the live channel told lately: lists that load meanwhile are brought up to it. */
export const useTaskUpdates = create<TaskStore>()(() => ({ updates: [] }));

export function isFinished(update: Pick<TaskUpdate, 'status'>): boolean {
  return statusGroup(update.status) !== 'in-progress';
}

/** Keeps an update in place of the task's former one; the oldest leave when there are more than 50. */
export function rememberUpdate(update: TaskUpdate): void {
  useTaskUpdates.setState(({ updates }) => ({
    updates: [...updates.filter((cached) => cached.update.id !== update.id), { update, at: Date.now() }].slice(-TASK_CACHE_MAX),
  }));
}

/** Drops finished updates that are older than 5 minutes. */
export function dropOldUpdates(): void {
  const oldest = Date.now() - TASK_CACHE_RETENTION_MS;
  useTaskUpdates.setState(({ updates }) => ({ updates: updates.filter(({ update, at }) => !isFinished(update) || at >= oldest) }));
}

/** Cleans up every 60 s. Answers the way to stop. */
export function startCleanup(): () => void {
  const timer = setInterval(dropOldUpdates, TASK_CACHE_CLEANUP_MS);
  return () => clearInterval(timer);
}

/**
 * After a navigation: tasks that completed before it leave the store 100 ms later. One that completes in between stays,
 * because the answer that the new page is waiting for may not hold it yet.
 */
export function clearCompletedSoon(): () => void {
  const left = Date.now();
  const timer = setTimeout(() => {
    useTaskUpdates.setState(({ updates }) => ({
      updates: updates.filter(({ update, at }) => statusGroup(update.status) !== 'done' || at > left),
    }));
  }, COMPLETED_CLEAR_DELAY_MS);
  return () => clearTimeout(timer);
}

export function forgetUpdates(): void {
  useTaskUpdates.setState({ updates: [] });
}
