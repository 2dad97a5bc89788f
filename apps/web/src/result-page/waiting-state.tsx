import type { Analysis } from '@oncoloom/contract';
import { expectedSeconds, formatSeconds, type ToldTool } from '@oncoloom/tool-kit';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { useEffect, useState } from 'react';
import { cancelAnalysis } from '../api/analyses.ts';
import { ApiFailure } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { ParametersCard } from './about/parameters-card.tsx';
import { LogBlock } from './log-block.tsx';
import { StepList } from './step-list.tsx';
import { EarlyTables } from './tables/early-tables.tsx';

const SECOND = 1000;

/** Milliseconds since 1970, once a second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function timeSentence(tool: ToldTool, analysis: Analysis, now: number): string {
  const expected = expectedSeconds(tool, analysis.parameters, analysis.inputs);
  const usual = `这个大小的数据通常要约 ${formatSeconds(Math.max(1, expected))}`;
  if (analysis.started_at === null) return `${usual}。可以关掉页面，完成后会通知你。`;
  const elapsed = Math.max(0, (now - Date.parse(analysis.started_at)) / SECOND);
  const passed = elapsed < 1 ? '刚开始' : `已用 ${formatSeconds(elapsed)}`;
  const late = elapsed > expected * 2 + 10 ? '，比平时慢，仍在计算' : '';
  return `${passed}，${usual}${late}。可以关掉页面，完成后会通知你。`;
}

function headline(analysis: Analysis): string {
  if (analysis.status === 'running') return analysis.step ?? '准备运行';
  const ahead = (analysis.queue_position ?? 1) - 1;
  return ahead > 0 ? `已加入队列，前面还有 ${ahead} 个任务` : '已加入队列，马上开始';
}

function CancelButton({ analysis }: { analysis: Analysis }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await cancelAnalysis(analysis.id);
      await queries.invalidateQueries({ queryKey: keys.analysis(analysis.id) });
    } catch (error) {
      // The call has told.
      if (!(error instanceof ApiFailure)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const refund = analysis.points > 0 && !analysis.example ? `${analysis.points} 点会退回，` : '';
  return (
    <Popconfirm
      title="取消这个任务？"
      description={`${refund}填写的内容会保留。`}
      okText="取消任务"
      cancelText="继续运行"
      onConfirm={cancel}
    >
      <Button loading={busy}>取消任务</Button>
    </Popconfirm>
  );
}

/** A task that waits or runs. It turns into its result by itself when the live channel tells the end. */
export function WaitingState({ tool, analysis }: { tool: ToldTool; analysis: Analysis }) {
  const queries = useQueryClient();
  const now = useNow();
  const { id, status, step, early } = analysis;
  const known = analysis.steps.at(-1)?.name ?? null;
  const shown = analysis.early_tables.at(-1)?.told ?? 0;
  // Updates name the step and count the early tables; the step's times and what the tables are stand in the analysis.
  useEffect(() => {
    if (status === 'running' && (step !== known || early !== shown)) void queries.invalidateQueries({ queryKey: keys.analysis(id) });
  }, [queries, id, status, step, known, early, shown]);
  const percent = Math.min(100, Math.max(0, Math.round(analysis.progress)));
  return (
    <>
      <section className="card summary waiting" aria-live="polite">
        <p className="summary-sentence">{headline(analysis)}</p>
        <div className="wide-progress" role="progressbar" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} aria-label="进度">
          <i style={{ width: `${percent}%` }} />
        </div>
        <footer>
          <span aria-live="off">{timeSentence(tool, analysis, now)}</span>
          <CancelButton analysis={analysis} />
        </footer>
      </section>
      {status === 'running' && <EarlyTables tool={tool} analysis={analysis} />}
      <div className="two-thirds">
        <section className="card run-steps">
          <h2 className="card-title">进行到哪一步</h2>
          {analysis.steps.length > 0 ? <StepList analysis={analysis} now={now} /> : <p className="caption">还没有开始。</p>}
          <LogBlock analysis={analysis} />
        </section>
        <ParametersCard title="填写的参数" tool={tool} analysis={analysis} result={null} />
      </div>
    </>
  );
}
