import { EditOutlined, MinusCircleOutlined } from '@ant-design/icons';
import { type Analysis, TASK_NAME_MAX } from '@oncoloom/contract';
import { formatSeconds } from '@oncoloom/tool-kit';
import type { MenuEntry } from '@oncoloom/tools/menu';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { renameAnalysis } from '../api/analyses.ts';
import { ApiFailure } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { exactTime } from '../base/time.ts';
import { TaskStatus } from '../live/task-status.tsx';

/** Seconds from start to end; null while either is unknown. */
function secondsTaken(analysis: Pick<Analysis, 'started_at' | 'finished'>): number | null {
  if (analysis.started_at === null || analysis.finished === null) return null;
  return Math.max(0, (Date.parse(analysis.finished) - Date.parse(analysis.started_at)) / 1000);
}

function wordsOfTime(analysis: Analysis): string {
  const minute = (time: string) => exactTime(new Date(time)).slice(0, 16);
  if (analysis.finished === null) return `${minute(analysis.created_at)} 提交`;
  const seconds = secondsTaken(analysis);
  const taken = seconds === null ? '' : `，${analysis.status === 'failed' ? `运行${spaced(seconds)}后停止` : `用时${spaced(seconds)}`}`;
  return `${minute(analysis.finished)}${taken}`;
}

/** A space stands before a digit, not before a Chinese word. */
function spaced(seconds: number): string {
  const text = formatSeconds(seconds);
  return /^\d/.test(text) ? ` ${text}` : text;
}

function wordsOfPoints({ example, points, status }: Analysis): string {
  if (example) return '示例，不消耗点数';
  return status === 'failed' && points > 0 ? `${points} 点已退回` : `${points} 点`;
}

function TaskName({ analysis }: { analysis: Analysis }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    const name = draft?.trim() ?? '';
    if (saving) return;
    if (name === '' || name === analysis.task_name) return setDraft(null);
    setSaving(true);
    try {
      await renameAnalysis(analysis.id, name);
      queries.setQueryData<Analysis>(keys.analysis(analysis.id), (known) => known && { ...known, task_name: name, name });
      setDraft(null);
      // Files are called after the task.
      void queries.invalidateQueries({ queryKey: keys.analysis(analysis.id) });
    } catch (error) {
      // The call has told; the text stays in the field.
      if (!(error instanceof ApiFailure)) throw error;
    } finally {
      setSaving(false);
    }
  };
  if (draft === null)
    return (
      <h1 className="page-title result-name">
        {analysis.task_name}
        <Button type="text" icon={<EditOutlined />} aria-label="改名" title="改名" onClick={() => setDraft(analysis.task_name)} />
      </h1>
    );
  return (
    <div className="result-rename">
      <h1 className="visually-hidden">{analysis.task_name}</h1>
      <Input
        autoFocus
        aria-label="任务名称"
        value={draft}
        maxLength={TASK_NAME_MAX}
        onChange={(event) => setDraft(event.target.value)}
        onPressEnter={() => void save()}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
      />
      <Button type="primary" loading={saving} onClick={() => void save()}>
        保存
      </Button>
      <Button onClick={() => setDraft(null)}>取消</Button>
    </div>
  );
}

/** Tool, name, status, time, points and number of an analysis; `children` are the page's buttons. */
export function ResultHead({ entry, analysis, children }: { entry: MenuEntry; analysis: Analysis; children?: ReactNode }) {
  return (
    <header className="result-head">
      <div>
        <p className="caption">{entry.title}</p>
        <TaskName analysis={analysis} />
        <p className="result-facts">
          {analysis.error_code === 'cancelled' ? (
            <span className="task-status is-waiting">
              <MinusCircleOutlined /> 已取消
            </span>
          ) : (
            <TaskStatus row={analysis} />
          )}
          <span>{wordsOfTime(analysis)}</span>
          <span>{wordsOfPoints(analysis)}</span>
          <span>编号 {analysis.id}</span>
          {analysis.project_id !== null && <Link to={`/projects/${analysis.project_id}`}>所在的课题</Link>}
        </p>
      </div>
      <div className="result-buttons">{children}</div>
    </header>
  );
}
