import { type AnalysisRow, statusGroup } from '@oncoloom/contract';
import type { ReactNode } from 'react';
import { headlineOf } from '../live/ended-tasks.ts';
import { TaskProgress, TaskStatus } from '../live/task-status.tsx';

/** What a run has come to, in one line. */
export function TaskOutcome({ row }: { row: AnalysisRow }): ReactNode {
  switch (statusGroup(row.status)) {
    case 'done':
      return headlineOf(row.result) ?? '—';
    case 'failed':
      return <span className="task-error">{row.error_msg ?? '没有说明原因，可以打开任务看日志'}</span>;
    default:
      if (row.status === 'running') return row.step ?? '正在准备';
      return row.queue_position !== null && row.queue_position > 1 ? `前面还有 ${row.queue_position - 1} 个任务` : '马上开始';
  }
}

/** How far a run is. */
export function TaskState({ row }: { row: AnalysisRow }) {
  return (
    <>
      <TaskStatus row={row} />
      {row.status === 'running' && <TaskProgress row={{ progress: row.progress, step: null }} />}
    </>
  );
}
