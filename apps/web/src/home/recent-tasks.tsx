import { type AnalysisRow, canonicalStatus } from '@oncoloom/contract';
import { Button, Skeleton } from 'antd';
import { Link } from 'react-router';
import { When } from '../base/parts/when.tsx';
import { pageTitle } from '../base/paths.ts';
import { headlineOf } from '../live/ended-tasks.ts';
import { resultPath, toolOf } from '../live/result-path.ts';
import { TaskProgress, TaskStatus } from '../live/task-status.tsx';
import { useAnalysisList } from '../live/use-analyses.ts';

const SHOWN = 5;

/** What a task has come to, in one line. */
function Outcome({ row }: { row: AnalysisRow }) {
  switch (canonicalStatus(row.status)) {
    case 'running':
      return <TaskProgress row={row} />;
    case 'failed':
      return <span className="task-error">{row.error_msg ?? '没有说明原因，可以打开任务看日志'}</span>;
    case 'completed':
      return headlineOf(row.result) ?? '—';
    default:
      return row.queue_position !== null && row.queue_position > 1 ? `前面还有 ${row.queue_position - 1} 个任务` : '马上开始';
  }
}

function Task({ row }: { row: AnalysisRow }) {
  const entry = toolOf(row);
  const name = <span className="task-name">{row.task_name}</span>;
  return (
    <tr>
      <td>
        {entry ? <Link to={resultPath(entry, row.id)}>{name}</Link> : name}
        <span className="caption">{entry?.title ?? row.task_type}</span>
      </td>
      <td>
        <Outcome row={row} />
      </td>
      <td>
        <TaskStatus row={row} />
      </td>
      <td className="task-when">
        <When time={row.updated_at} />
      </td>
    </tr>
  );
}

/** The newest tasks of every tool, live. */
export function RecentTasks() {
  const { data, isPending, isError, refetch } = useAnalysisList({ page: 1 });
  const rows = data?.results.slice(0, SHOWN) ?? [];
  return (
    <section className="card recent">
      <header className="recent-head">
        <h2 className="card-title">最近任务</h2>
        <Link to="/tasks">{pageTitle('/tasks')}</Link>
      </header>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 5 }} className="recent-note" />}
      {isError && (
        <p className="recent-note">
          任务列表没有取到。
          <Button type="link" size="small" onClick={() => void refetch()}>
            再取一次
          </Button>
        </p>
      )}
      {data && rows.length === 0 && <p className="recent-note">这里还没有分析。用下面的示例数据运行一次，不消耗点数。</p>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">名称</th>
              <th scope="col">结果</th>
              <th scope="col">状态</th>
              <th scope="col" className="task-when">
                更新
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Task key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
