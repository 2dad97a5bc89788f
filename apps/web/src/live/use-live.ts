import { statusGroup, type TaskUpdate } from '@oncoloom/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { App } from 'antd';
import { createElement, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { liveToken } from '../api/accounts.ts';
import { keys } from '../api/query-keys.ts';
import { LiveChannel } from './channel.ts';
import { addEndedTask, type EndedTask, headlineOf } from './ended-tasks.ts';
import { resultPath, toolOf } from './result-path.ts';
import { knownName, refreshAfterGap, refreshRunning, routeMessage } from './route-update.ts';

type Notification = ReturnType<typeof App.useApp>['notification'];

/** What to tell of a task's end, or undefined when the page in view shows it anyway. */
export function endedTask(update: TaskUpdate, path: string, name: string | undefined): EndedTask | undefined {
  const entry = toolOf(update);
  if (!entry) return undefined;
  const result = resultPath(entry, update.id);
  if (path === result || path === entry.routes.analysis) return undefined;
  const ok = statusGroup(update.status) === 'done';
  return {
    id: update.id,
    title: `${name ?? entry.title} ${ok ? '已完成' : '失败'}`,
    text: (ok ? headlineOf(update.result) : update.error_msg) ?? entry.title,
    ok,
    path: result,
    at: update.finished ?? update.modified,
  };
}

/** Keeps the live channel open while the layout stands, and tells of tasks that end out of sight. */
export function useLive(queries: QueryClient, notification: Notification): void {
  const { pathname } = useLocation();
  const path = useRef(pathname);
  useEffect(() => {
    path.current = pathname;
  }, [pathname]);
  useEffect(() => {
    const tell = (update: TaskUpdate) => {
      // A page that shows this analysis shows its end.
      if (
        queries
          .getQueryCache()
          .find({ queryKey: keys.analysis(update.id) })
          ?.isActive() === true
      )
        return;
      const task = endedTask(update, path.current, knownName(queries, update.id));
      if (!task || !addEndedTask(task)) return;
      const key = `task ${task.id}`;
      notification[task.ok ? 'success' : 'error']({
        key,
        title: task.title,
        description: task.text,
        placement: 'topRight',
        duration: 6,
        actions: createElement(Link, { to: task.path, onClick: () => notification.destroy(key) }, '查看'),
      });
    };
    const channel = new LiveChannel({
      token: liveToken,
      onMessage: (message) => routeMessage(queries, message, tell),
      onOpen: (gap) => (gap ? refreshAfterGap(queries) : refreshRunning(queries)),
    });
    channel.start();
    return () => channel.stop();
  }, [queries, notification]);
}
