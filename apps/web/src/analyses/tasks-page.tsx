import { PAGE_SIZES } from '@oncoloom/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, type InputRef, Pagination, Skeleton } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { countAnalyses } from '../api/analyses.ts';
import { keys } from '../api/query-keys.ts';
import { formAgain } from '../base/form-links.ts';
import { useNarrow } from '../base/hooks/use-narrow.ts';
import { pageTitle } from '../base/paths.ts';
import { toolOf } from '../live/result-path.ts';
import { useAnalysisList } from '../live/use-analyses.ts';
import { TaskFilters } from './task-filters.tsx';
import { ALL_TASKS, isNarrowed, listRequestOf, narrowingOf, type TaskQuery, useTaskQuery } from './task-query.ts';
import { TaskRows } from './task-rows.tsx';
import { useTaskActions } from './use-task-actions.tsx';
import './tasks-page.css';

/** Does a key belong to what is being typed? */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, [role=dialog]') !== null);

/** Leads to the search from anywhere on the page. */
function useSearchKey(focus: () => void): void {
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function Empty({ query, onChange }: { query: TaskQuery; onChange: (change: Partial<TaskQuery>) => void }) {
  return isNarrowed(query) ? (
    <>
      没有符合条件的分析。
      <Button type="link" size="small" onClick={() => onChange(ALL_TASKS)}>
        清除条件
      </Button>
    </>
  ) : (
    <>
      这里还没有分析。从左边的菜单选一个工具，用示例数据运行一次，不消耗点数；<Link to="/quick-start">{pageTitle('/quick-start')}</Link>
      里有一步一步的说明。
    </>
  );
}

/** Runs of every tool: found by data set, tool, state, star and name. */
export default function TasksPage() {
  const navigate = useNavigate();
  const narrow = useNarrow();
  const [query, change] = useTaskQuery();
  const search = useRef<InputRef>(null);
  useSearchKey(() => search.current?.focus({ cursor: 'all' }));
  const { data, isPending, isError, isPlaceholderData, refetch } = useAnalysisList(listRequestOf(query));
  const narrowing = narrowingOf(query);
  const { data: counts } = useQuery({
    queryKey: [...keys.analysisCounts, narrowing],
    queryFn: ({ signal }) => countAnalyses(narrowing, { signal, silent: true }),
    placeholderData: keepPreviousData,
  });
  const { actions, dialog } = useTaskActions((row) => {
    const entry = toolOf(row);
    if (entry !== undefined) navigate(formAgain(entry, row.id));
  });
  const note: ReactNode = isError ? (
    <>
      列表没有取到。
      <Button type="link" size="small" onClick={() => void refetch()}>
        再取一次
      </Button>
    </>
  ) : data !== undefined && data.results.length === 0 ? (
    <Empty query={query} onChange={change} />
  ) : undefined;
  return (
    <>
      <header className="tasks-head">
        <h1 className="page-title">{pageTitle('/tasks')}</h1>
        <p>所有工具运行过的分析，实时更新。{narrow ? '' : '上下方向键在各行之间移动，按 / 搜索。'}</p>
      </header>
      <section className="card tasks" aria-label="分析" aria-busy={isPending || isPlaceholderData}>
        <TaskFilters query={query} counts={counts} search={search} onChange={change} />
        {isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} className="tasks-note" />}
        {note !== undefined && <p className="tasks-note">{note}</p>}
        {data !== undefined && data.results.length > 0 && (
          <TaskRows rows={data.results} order={query.order} counts={counts} actions={actions} narrow={narrow} />
        )}
        {data !== undefined && data.count > 0 && (
          <div className="tasks-foot">
            <span className="caption">{data.count} 条</span>
            <Pagination
              current={query.page}
              pageSize={query.size}
              total={data.count}
              pageSizeOptions={[...PAGE_SIZES]}
              showSizeChanger={!narrow}
              size="small"
              onChange={(page, size) => change(size === query.size ? { page } : { size })}
            />
          </div>
        )}
      </section>
      {dialog}
    </>
  );
}
