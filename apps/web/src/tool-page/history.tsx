import { EllipsisOutlined, SearchOutlined } from '@ant-design/icons';
import { type AnalysisRow, DEFAULT_PAGE_SIZE, FAMILY_TITLES, PAGE_SIZES, statusGroup } from '@oncoloom/contract';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button, Dropdown, Input, Pagination, Table, type TableColumnsType } from 'antd';
import { type ReactNode, type Ref, useState } from 'react';
import { Link } from 'react-router';
import { cancelAnalysis, deleteAnalysis, type ListRequest } from '../api/analyses.ts';
import { ApiFailure } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { showSuccess } from '../app/notices.ts';
import { useDebounced } from '../app/use-debounced.ts';
import { useNarrow } from '../app/use-narrow.ts';
import { When } from '../app/when.tsx';
import { headlineOf } from '../live/ended-tasks.ts';
import { resultPath, toolOf } from '../live/result-path.ts';
import { TaskProgress, TaskStatus } from '../live/task-status.tsx';
import { useAnalysisList } from '../live/use-analyses.ts';
import { RenameDialog } from './rename-dialog.tsx';
import './history.css';

interface Props {
  /** What the list is narrowed to, beside the name. */
  only: Pick<ListRequest, 'task_type' | 'family' | 'status'>;
  title: string;
  /** Said where there is no run at all. */
  none: string;
  /** Names the tool of each run. */
  withTool?: boolean;
  /** Further controls beside the search. */
  filters?: ReactNode;
  pageSize?: number | undefined;
  /** Fills the form with the values of an earlier run. */
  onReuse: (row: AnalysisRow) => void;
  /** The run that was just started: marked. */
  fresh?: number | undefined;
  ref?: Ref<HTMLElement>;
}

/** What a run has come to, in one line. */
function Outcome({ row }: { row: AnalysisRow }): ReactNode {
  switch (statusGroup(row.status)) {
    case 'done':
      return headlineOf(row.result) ?? '—';
    case 'failed':
      return <span className="task-error">{row.error_msg ?? '没有说明原因，可以打开任务看日志'}</span>;
    default:
      if (row.status === 'running') return row.step ?? '正在准备';
      return row.queue_position !== null && row.queue_position > 1 ? `前面还有 ${row.queue_position - 1} 个任务` : '马上开始';
  }
}

function Status({ row }: { row: AnalysisRow }) {
  return (
    <>
      <TaskStatus row={row} />
      {row.status === 'running' && <TaskProgress row={{ progress: row.progress, step: null }} />}
    </>
  );
}

/** Runs of one tool or of all, live, newest first. */
export function History(props: Props) {
  const { only, title, none, withTool = false, filters, pageSize: declared = DEFAULT_PAGE_SIZE, onReuse, fresh, ref } = props;
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
  const [renaming, setRenaming] = useState<AnalysisRow | undefined>();
  const actions = useActions({ onReuse, onRename: setRenaming });
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
    { title: '名称', key: 'name', render: (_, row) => <Name row={row} withTool={withTool} />, width: '30%' },
    { title: '结果', key: 'result', render: (_, row) => <Outcome row={row} /> },
    { title: '状态', key: 'status', render: (_, row) => <Status row={row} />, width: 150 },
    { title: '完成时间', key: 'finished', render: (_, row) => <When time={row.finished} />, width: 120, className: 'history-when' },
    { title: '操作', key: 'actions', render: (_, row) => actions(row), width: 190, align: 'right' },
  ];
  return (
    <section className="card history" aria-label={title} ref={ref}>
      <div className="history-head">
        <h2 className="card-title">
          {title} {data !== undefined && data.count > 0 && <span className="caption">{data.count} 条，实时更新</span>}
        </h2>
        {filters}
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
              <Name row={row} withTool={withTool} />
              <span className="history-outcome">
                <Outcome row={row} />
              </span>
              <Status row={row} />
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
      {renaming !== undefined && <RenameDialog row={renaming} onClose={() => setRenaming(undefined)} />}
    </section>
  );
}

function Name({ row, withTool }: { row: AnalysisRow; withTool: boolean }) {
  const entry = toolOf(row);
  const name = (
    <>
      {row.task_name}
      {row.example && <span className="tool-tag">示例</span>}
    </>
  );
  return (
    <>
      {entry === undefined ? (
        <span className="history-name">{name}</span>
      ) : (
        <Link className="history-name" to={resultPath(entry, row.id)}>
          {name}
        </Link>
      )}
      {withTool && (
        <span className="caption history-tool">
          {entry === undefined ? row.task_type : `${entry.title} · ${FAMILY_TITLES[entry.family]}`}
        </span>
      )}
    </>
  );
}

/** FileActions on a row: one or two as text, the rest in a menu. */
function useActions({ onReuse, onRename }: { onReuse: (row: AnalysisRow) => void; onRename: (row: AnalysisRow) => void }) {
  const queries = useQueryClient();
  const { modal } = App.useApp();
  const refresh = () => Promise.all([keys.analysisLists, keys.estimates].map((queryKey) => queries.invalidateQueries({ queryKey })));
  // A call that failed has said why in a toast; the list shows how the row stands now.
  const attempt = async (action: Promise<unknown>, done: string) => {
    try {
      await action;
      showSuccess(done);
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
    }
    await refresh();
  };
  const cancel = (row: AnalysisRow) =>
    modal.confirm({
      title: `取消「${row.task_name}」？`,
      content: row.points > 0 ? `计算会停下，${row.points} 点会退回。` : '计算会停下。',
      okText: '取消任务',
      okButtonProps: { danger: true },
      cancelText: '继续运行',
      onOk: () => attempt(cancelAnalysis(row.id), row.points > 0 ? `已取消，${row.points} 点已退回。` : '已取消。'),
    });
  const remove = (row: AnalysisRow) =>
    modal.confirm({
      title: `删除「${row.task_name}」？`,
      content: '结果和图会一起删除，不能恢复。用过的文件不受影响。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '不删除',
      onOk: () => attempt(deleteAnalysis(row.id), '已删除。'),
    });
  return (row: AnalysisRow) => {
    const group = statusGroup(row.status);
    const entry = toolOf(row);
    const path = entry === undefined ? undefined : resultPath(entry, row.id);
    return (
      <span className="history-actions">
        {group !== 'failed' && path !== undefined && <Link to={path}>查看</Link>}
        {group === 'in-progress' && (
          <Button type="link" size="small" className="is-quiet" onClick={() => cancel(row)}>
            取消
          </Button>
        )}
        {group === 'done' && entry !== undefined && (
          <Button type="link" size="small" className="is-quiet" onClick={() => onReuse(row)}>
            再次运行
          </Button>
        )}
        {group === 'failed' && entry !== undefined && (
          <Button type="link" size="small" onClick={() => onReuse(row)}>
            修改后重试
          </Button>
        )}
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: [
              ...(group === 'failed' && path !== undefined ? [{ key: 'view', label: <Link to={path}>查看日志</Link> }] : []),
              { key: 'rename', label: '重命名', onClick: () => onRename(row) },
              { key: 'remove', label: '删除', danger: true, onClick: () => remove(row) },
            ],
          }}
        >
          <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={`${row.task_name}的更多操作`} />
        </Dropdown>
      </span>
    );
  };
}
