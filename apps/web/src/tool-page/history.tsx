import { SearchOutlined } from '@ant-design/icons';
import { type AnalysisRow, DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@oncoloom/contract';
import { Button, Input, Pagination, Table, type TableColumnsType } from 'antd';
import { type Ref, useState } from 'react';
import { Link } from 'react-router';
import { TaskOutcome, TaskState } from '../analyses/task-outcome.tsx';
import { useTaskActions } from '../analyses/use-task-actions.tsx';
import type { ListRequest } from '../api/analyses.ts';
import { useDebounced } from '../base/hooks/use-debounced.ts';
import { useNarrow } from '../base/hooks/use-narrow.ts';
import { When } from '../base/parts/when.tsx';
import { resultPath, toolOf } from '../live/result-path.ts';
import { useAnalysisList } from '../live/use-analyses.ts';
import './history.css';

interface Props {
  /** What the list is narrowed to, beside the name. */
  only: Pick<ListRequest, 'task_type' | 'family'>;
  title: string;
  /** Said where there is no run at all. */
  none: string;
  pageSize?: number | undefined;
  /** Fills the form with the values of an earlier run. */
  onReuse: (row: AnalysisRow) => void;
  /** The run that was just started: marked. */
  fresh?: number | undefined;
  ref?: Ref<HTMLElement>;
}

/** Runs of one tool, live, newest first. */
export function History(props: Props) {
  const { only, title, none, pageSize: declared = DEFAULT_PAGE_SIZE, onReuse, fresh, ref } = props;
  const narrow = useNarrow();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), 300);
  const asked = JSON.stringify({ ...only, search });
  const [paging, setPaging] = useState({ page: 1, size: declared, asked });
  // Another search starts on its first page.
  const page = paging.asked === asked ? paging.page : 1;
  const { data, isPending, isError, isPlaceholderData, refetch } = useAnalysisList({
    ...only,
    page,
    page_size: paging.size,
    ...(search === '' ? {} : { search_name: search }),
  });
  const { actions, dialog } = useTaskActions(onReuse);
  const rows = data?.results ?? [];
  const empty = isError ? (
    <>
      列表没有取到。
      <Button type="link" size="small" onClick={() => void refetch()}>
        再取一次
      </Button>
    </>
  ) : search === '' ? (
    none
  ) : (
    `没有名称含「${search}」的分析。`
  );
  const columns: TableColumnsType<AnalysisRow> = [
    { title: '名称', key: 'name', render: (_, row) => <Name row={row} />, width: '30%' },
    { title: '结果', key: 'result', render: (_, row) => <TaskOutcome row={row} /> },
    { title: '状态', key: 'status', render: (_, row) => <TaskState row={row} />, width: 150 },
    { title: '完成时间', key: 'finished', render: (_, row) => <When time={row.finished} />, width: 120, className: 'history-when' },
    { title: '操作', key: 'actions', render: (_, row) => actions(row), width: 190, align: 'right' },
  ];
  return (
    <section className="card history" aria-label={title} ref={ref}>
      <div className="history-head">
        <h2 className="card-title">
          {title} {data !== undefined && data.count > 0 && <span className="caption">{data.count} 条，实时更新</span>}
        </h2>
        <Input
          className="history-search"
          prefix={<SearchOutlined aria-hidden="true" />}
          allowClear
          aria-label={`按名称搜索${title}`}
          placeholder="按名称搜索"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {narrow ? (
        <ul className="history-stack" aria-busy={isPending}>
          {rows.length === 0 && !isPending && <li className="history-empty">{empty}</li>}
          {rows.map((row) => (
            <li key={row.id} className={row.id === fresh ? 'is-fresh' : undefined}>
              <Name row={row} />
              <span className="history-outcome">
                <TaskOutcome row={row} />
              </span>
              <TaskState row={row} />
              {row.finished !== null && (
                <span className="caption">
                  <When time={row.finished} />
                </span>
              )}
              {actions(row)}
            </li>
          ))}
        </ul>
      ) : (
        <Table
          rowKey="id"
          columns={columns}
          dataSource={rows}
          pagination={false}
          loading={{ spinning: isPending || isPlaceholderData, delay: 300 }}
          rowClassName={(row) => (row.id === fresh ? 'is-fresh' : '')}
          locale={{ emptyText: isPending ? ' ' : empty }}
        />
      )}
      {data !== undefined && data.count > 0 && (
        <div className="history-foot">
          <Pagination
            current={page}
            pageSize={paging.size}
            total={data.count}
            pageSizeOptions={[...PAGE_SIZES]}
            showSizeChanger={!narrow}
            size="small"
            onChange={(next, size) => setPaging({ page: size === paging.size ? next : 1, size, asked })}
          />
        </div>
      )}
      {dialog}
    </section>
  );
}

function Name({ row }: { row: AnalysisRow }) {
  const entry = toolOf(row);
  const name = (
    <>
      {row.task_name}
      {row.example && <span className="tool-tag">示例</span>}
    </>
  );
  if (entry === undefined) return <span className="history-name">{name}</span>;
  return (
    <Link className="history-name" to={resultPath(entry, row.id)}>
      {name}
    </Link>
  );
}
