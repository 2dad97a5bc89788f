import type { AnalysisCounts, AnalysisRow, ListOrder } from '@oncoloom/contract';
import { FAMILY_TITLES } from '@oncoloom/contract';
import { Fragment, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { When } from '../base/parts/when.tsx';
import { resultPath, toolOf } from '../live/result-path.ts';
import { ResultThumbnail } from './result-thumbnail.tsx';
import { StarButton } from './star-button.tsx';
import { NO_DATA_SET } from './task-filters.tsx';
import { TaskOutcome, TaskState } from './task-outcome.tsx';

interface Props {
  rows: readonly AnalysisRow[];
  order: ListOrder | undefined;
  counts: AnalysisCounts | undefined;
  actions: (row: AnalysisRow) => ReactNode;
  narrow: boolean;
}

interface Group {
  key: string;
  title: string | undefined;
  /** On all pages. */
  count: number | undefined;
  rows: AnalysisRow[];
}

const toolTitle = (row: Pick<AnalysisRow, 'task_type' | 'family'>): string => toolOf(row)?.title ?? row.task_type;

/** Rows that stand together, under what they share; one group without a title where the newest are first. */
export function groupsOf(rows: readonly AnalysisRow[], order: ListOrder | undefined, counts: AnalysisCounts | undefined): Group[] {
  if (order === undefined) return [{ key: '', title: undefined, count: undefined, rows: [...rows] }];
  const byTool = order === 'tool';
  const groups: Group[] = [];
  for (const row of rows) {
    const key = byTool ? row.task_type : (row.data_set ?? '');
    const known = groups.find((group) => group.key === key);
    if (known !== undefined) known.rows.push(row);
    else {
      const alike = byTool
        ? counts?.tools.filter(({ task_type }) => task_type === key)
        : counts?.data_sets.filter(({ data_set }) => (data_set ?? '') === key);
      const count = alike?.reduce((sum, { count }) => sum + count, 0);
      groups.push({ key, title: byTool ? toolTitle(row) : (row.data_set ?? NO_DATA_SET), count, rows: [row] });
    }
  }
  return groups;
}

function GroupTitle({ group }: { group: Group }) {
  return (
    <>
      {group.title} {group.count !== undefined && <span className="caption">{group.count} 次</span>}
    </>
  );
}

function Name({ row }: { row: AnalysisRow }) {
  const entry = toolOf(row);
  return (
    <span className="task-name" title={row.task_name}>
      {entry === undefined ? row.short_name : <Link to={resultPath(entry, row.id)}>{row.short_name}</Link>}
      {row.example && <span className="tool-tag">示例</span>}
    </span>
  );
}

/** Up and down lead from one run to the next, as in a list of mails. */
function followArrows(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('.task-name a')];
  const now = names.findIndex((name) => name.matches(':focus'));
  const next = now === -1 ? undefined : names[now + by];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function Row({ row, actions }: { row: AnalysisRow; actions: Props['actions'] }) {
  const entry = toolOf(row);
  return (
    <tr>
      <td className="task-star">
        <StarButton row={row} />
      </td>
      <td className="task-picture">
        <ResultThumbnail row={row} />
      </td>
      <td>
        <Name row={row} />
        <span className="task-outcome">
          <TaskOutcome row={row} />
        </span>
      </td>
      <td>
        {toolTitle(row)}
        {entry !== undefined && <span className="caption">{FAMILY_TITLES[entry.family]}</span>}
      </td>
      <td className="task-data">{row.data_set ?? '—'}</td>
      <td>
        <TaskState row={row} />
      </td>
      <td className="task-when">
        <When time={row.finished ?? row.updated_at} />
      </td>
      <td className="task-deeds">{actions(row)}</td>
    </tr>
  );
}

function Card({ row, actions }: { row: AnalysisRow; actions: Props['actions'] }) {
  return (
    <li className="task-card">
      <ResultThumbnail row={row} />
      <div className="task-card-head">
        <Name row={row} />
        <span className="caption">{[toolTitle(row), row.data_set].filter(Boolean).join(' · ')}</span>
      </div>
      <StarButton row={row} />
      <div className="task-card-rest">
        <span className="task-outcome">
          <TaskOutcome row={row} />
        </span>
        <span className="task-card-state">
          <TaskState row={row} />
          <span className="caption">
            <When time={row.finished ?? row.updated_at} />
          </span>
        </span>
        {actions(row)}
      </div>
    </li>
  );
}

/** A page of runs of all tools: a table, or cards on a small screen. */
export function TaskRows({ rows, order, counts, actions, narrow }: Props) {
  const groups = groupsOf(rows, order, counts);
  if (narrow)
    return groups.map((group) => (
      <Fragment key={group.key}>
        {group.title !== undefined && (
          <h2 className="task-group">
            <GroupTitle group={group} />
          </h2>
        )}
        <ul>
          {group.rows.map((row) => (
            <Card key={row.id} row={row} actions={actions} />
          ))}
        </ul>
      </Fragment>
    ));
  return (
    <table className="task-table" onKeyDown={followArrows}>
      <thead>
        <tr>
          <th scope="col" className="task-star">
            <span className="visually-hidden">星标</span>
          </th>
          <th scope="col">图</th>
          <th scope="col">名称与结果</th>
          <th scope="col">工具</th>
          <th scope="col">数据集</th>
          <th scope="col">状态</th>
          <th scope="col">时间</th>
          <th scope="col" className="task-deeds">
            操作
          </th>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.key}>
          {group.title !== undefined && (
            <tr className="task-group">
              <th scope="rowgroup" colSpan={8}>
                <GroupTitle group={group} />
              </th>
            </tr>
          )}
          {group.rows.map((row) => (
            <Row key={row.id} row={row} actions={actions} />
          ))}
        </tbody>
      ))}
    </table>
  );
}
