import { CheckCircleOutlined, ClockCircleOutlined, CloseCircleOutlined, LoadingOutlined, StopOutlined } from '@ant-design/icons';
import { type AnalysisRow, canonicalStatus } from '@oncoloom/contract';
import type { ReactNode } from 'react';
import './task-status.css';

type Stateful = Pick<AnalysisRow, 'status' | 'progress' | 'queue_position' | 'error_msg'>;

/** A cancelled task is stored as failed, but it is the user's own wish: said calmly. */
const CANCELLED = '已取消';

const LOOKS: Record<AnalysisRow['status'] | 'cancelled', { className: string; icon: ReactNode; text: (row: Stateful) => string }> = {
  pending: {
    className: 'is-waiting',
    icon: <ClockCircleOutlined />,
    text: ({ queue_position }) => (queue_position === null ? '排队中' : `排队第 ${queue_position} 位`),
  },
  running: { className: 'is-running', icon: <LoadingOutlined />, text: ({ progress }) => `运行中 ${Math.round(progress)}%` },
  completed: { className: 'is-done', icon: <CheckCircleOutlined />, text: () => '已完成' },
  failed: { className: 'is-failed', icon: <CloseCircleOutlined />, text: () => '失败' },
  cancelled: { className: 'is-waiting', icon: <StopOutlined />, text: () => CANCELLED },
};

/** A task's state as icon and word, never colour alone. */
export function TaskStatus({ row }: { row: Stateful }) {
  const look = LOOKS[row.error_msg === CANCELLED ? 'cancelled' : (canonicalStatus(row.status) ?? 'pending')];
  return (
    <span className={`task-status ${look.className}`}>
      {look.icon} {look.text(row)}
    </span>
  );
}

/** Bar and step name of a running task. */
export function TaskProgress({ row }: { row: Pick<AnalysisRow, 'progress' | 'step'> }) {
  const percent = Math.min(100, Math.max(0, Math.round(row.progress)));
  return (
    <div className="task-progress">
      {row.step !== null && <span>{row.step}</span>}
      <div role="progressbar" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} aria-label="进度">
        <i style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
