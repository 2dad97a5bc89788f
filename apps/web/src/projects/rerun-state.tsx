import type { Rerun } from '@oncoloom/contract';
import { Alert } from 'antd';

const done = ({ steps }: Rerun) => steps.filter(({ status }) => status === 'completed').length;
const WORDS: Record<Rerun['steps'][number]['status'], string> = {
  waiting: '等前面的完成',
  pending: '排队中',
  running: '运行中',
  completed: '已完成',
  failed: '失败',
  left: '没有运行',
};

/** How far the last re-run is; of one that has ended what did not go well. */
export function RerunState({ rerun }: { rerun: Rerun }) {
  const { steps, ended_at } = rerun;
  const wrong = steps.filter(({ status }) => status === 'failed' || status === 'left');
  if (ended_at !== null && wrong.length === 0) return null;
  const shown = ended_at === null ? steps : wrong;
  return (
    <Alert
      type={ended_at === null ? 'info' : 'warning'}
      showIcon
      title={
        ended_at === null
          ? `正在重新运行：${steps.length} 次分析完成了 ${done(rerun)} 次`
          : `上一次重新运行有 ${wrong.length} 次分析没有新结果，原来的结果还在`
      }
      description={
        <ul className="stale-list">
          {shown.map(({ old, name, status, problem }) => (
            <li key={old}>
              {name}：{problem ?? (status === 'left' ? '没有运行，因为它的上一步没有新结果' : WORDS[status])}
            </li>
          ))}
        </ul>
      }
    />
  );
}
