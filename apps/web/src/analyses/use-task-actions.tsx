import { EllipsisOutlined } from '@ant-design/icons';
import { type AnalysisRow, statusGroup } from '@oncoloom/contract';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { cancelAnalysis, deleteAnalysis } from '../api/analyses.ts';
import { ApiFailure } from '../api/client.ts';
import { keys } from '../api/query-keys.ts';
import { showSuccess } from '../base/notices.ts';
import { ActionMenu } from '../base/parts/action-menu.tsx';
import { DANGER } from '../base/parts/danger.ts';
import { resultPath, toolOf } from '../live/result-path.ts';
import { RenameDialog } from './rename-dialog.tsx';
import './task-actions.css';

/**
 * What can be done with a run of a list: one or two things as text, the rest in a menu.
 * @param onReuse fills a form with the values of a run
 * @returns the actions of a row, and the dialog that some of them open
 */
export function useTaskActions(onReuse: (row: AnalysisRow) => void): { actions: (row: AnalysisRow) => ReactNode; dialog: ReactNode } {
  const [renaming, setRenaming] = useState<AnalysisRow | undefined>();
  const queries = useQueryClient();
  const { modal } = App.useApp();
  const refresh = () =>
    Promise.all([keys.analysisLists, keys.analysisCounts, keys.estimates].map((queryKey) => queries.invalidateQueries({ queryKey })));
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
      ...DANGER,
      cancelText: '继续运行',
      onOk: () => attempt(cancelAnalysis(row.id), row.points > 0 ? `已取消，${row.points} 点已退回。` : '已取消。'),
    });
  const remove = (row: AnalysisRow) =>
    modal.confirm({
      title: `删除「${row.task_name}」？`,
      content: '结果和图会一起删除，不能恢复。用过的文件不受影响。',
      okText: '删除',
      ...DANGER,
      cancelText: '不删除',
      onOk: () => attempt(deleteAnalysis(row.id), '已删除。'),
    });
  const actions = (row: AnalysisRow) => {
    const group = statusGroup(row.status);
    const entry = toolOf(row);
    const path = entry === undefined ? undefined : resultPath(entry, row.id);
    return (
      <span className="task-actions">
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
        <ActionMenu
          placement="bottomRight"
          menu={{
            items: [
              ...(group === 'failed' && path !== undefined ? [{ key: 'view', label: <Link to={path}>查看日志</Link> }] : []),
              { key: 'rename', label: '重命名', onClick: () => setRenaming(row) },
              { key: 'remove', label: '删除', danger: true, onClick: () => remove(row) },
            ],
          }}
        >
          <Button type="text" size="small" icon={<EllipsisOutlined />} aria-label={`${row.task_name}的更多操作`} />
        </ActionMenu>
      </span>
    );
  };
  return {
    actions,
    dialog: renaming === undefined ? null : <RenameDialog row={renaming} onClose={() => setRenaming(undefined)} />,
  };
}
