import { CheckOutlined, CloseOutlined, LoadingOutlined } from '@ant-design/icons';
import type { Analysis } from '@oncoloom/contract';
import { formatSeconds } from '@oncoloom/tool-kit';

type Outcome = 'done' | 'running' | 'failed' | 'stopped';

const MARKS: Record<Outcome, { icon: React.ReactNode; word: string }> = {
  done: { icon: <CheckOutlined />, word: '完成' },
  running: { icon: <LoadingOutlined />, word: '进行中' },
  failed: { icon: <CloseOutlined />, word: '停在这里' },
  stopped: { icon: null, word: '停在这里' },
};

/** The steps of a run with their seconds; the last one carries the run's end. */
export function StepList({ analysis, now }: { analysis: Analysis; now?: number }) {
  const last: Outcome = analysis.status === 'running' ? 'running' : analysis.error_code === 'cancelled' ? 'stopped' : 'failed';
  return (
    <ol className="steps">
      {analysis.steps.map(({ name, at, seconds }, i) => {
        const outcome = i === analysis.steps.length - 1 ? last : 'done';
        const taken = seconds ?? (now === undefined ? null : Math.max(0, (now - Date.parse(at)) / 1000));
        return (
          <li key={at + name} className={`is-${outcome}`}>
            <span className="step-mark">
              {MARKS[outcome].icon}
              <span className="visually-hidden">{MARKS[outcome].word}</span>
            </span>
            <span>{name}</span>
            {taken !== null && <span className="step-seconds">{formatSeconds(taken)}</span>}
          </li>
        );
      })}
    </ol>
  );
}
