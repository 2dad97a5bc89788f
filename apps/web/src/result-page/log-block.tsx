import { type Analysis, statusGroup } from '@oncoloom/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { analysisLog } from '../api/analyses.ts';
import { keys } from '../api/query-keys.ts';
import { exactTime } from '../base/time.ts';

const LAST_LINES = 3;
const REFRESH_MS = 2000;

interface LogBlockProps {
  analysis: Analysis;
  /** Shows the last lines at once, where they matter. */
  peek?: boolean;
}

/** The log of a run: on demand, and going on while it runs. */
export function LogBlock({ analysis, peek = false }: LogBlockProps) {
  const [open, setOpen] = useState(false);
  const running = statusGroup(analysis.status) === 'in-progress';
  const { data, error } = useQuery({
    queryKey: keys.analysisLog(analysis.id),
    queryFn: ({ signal }) => analysisLog(analysis.id, { signal, silent: true }),
    enabled: open || peek,
    refetchInterval: running && open ? REFRESH_MS : false,
  });
  if (peek && !running && data?.length === 0) return null;
  const lines = open ? data : data?.slice(-LAST_LINES);
  return (
    <div className="log">
      <header className="block-head">
        <h3>运行日志{data === undefined ? '' : `，${data.length} 行`}</h3>
        <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '展开'}
        </Button>
      </header>
      {error !== null && <p className="caption">{error.message}</p>}
      {(open || peek) && lines !== undefined && lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
        <ol className="log-lines" tabIndex={0} aria-label="运行日志">
          {lines.map(({ time, level, text }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows at its end
            <li key={i} className={`is-${level}`}>
              <time dateTime={time}>{exactTime(new Date(time)).slice(11)}</time>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
      {open && lines?.length === 0 && <p className="caption">{running ? '还没有内容。' : '没有日志。'}</p>}
    </div>
  );
}
