import { EllipsisOutlined } from '@ant-design/icons';
import type { ProjectRow } from '@oncoloom/contract';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/client.ts';
import { changeProject, removeProject } from '../api/projects.ts';
import { keys } from '../api/query-keys.ts';
import { showSuccess } from '../base/notices.ts';
import { ActionMenu } from '../base/parts/action-menu.tsx';
import { DANGER } from '../base/parts/danger.ts';
import { countsText } from './project-words.ts';

/** What can be done with a project as a whole. @param onRemoved once it is gone. */
export function useProjectActions(onRemoved: () => void = () => undefined): (project: ProjectRow) => ReactNode {
  const queries = useQueryClient();
  const { modal } = App.useApp();
  // A call that failed has said why in a toast.
  const attempt = async (action: Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await action;
      showSuccess(done);
      return true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return false;
    }
  };
  const archive = async ({ id, archived }: ProjectRow) => {
    await attempt(changeProject(id, { archived: !archived }), archived ? '已取消归档。' : '已归档。');
    await queries.invalidateQueries({ queryKey: keys.projects });
  };
  const remove = (project: ProjectRow) =>
    modal.confirm({
      title: `删除课题「${project.name}」？`,
      content: `里面的 ${countsText(project.counts)} 都会留下，只是不再属于课题。备注会一起删除，不能恢复。`,
      okText: '删除',
      ...DANGER,
      cancelText: '不删除',
      onOk: async () => {
        if (!(await attempt(removeProject(project.id), '已删除。'))) return;
        onRemoved();
        // What was in it says so no longer.
        await Promise.all(
          [keys.projects, keys.analysisLists, keys.files, keys.boards].map((queryKey) => queries.invalidateQueries({ queryKey })),
        );
      },
    });
  return (project) => (
    <ActionMenu
      placement="bottomRight"
      autoFocus
      menu={{
        items: [
          { key: 'archive', label: project.archived ? '取消归档' : '归档', onClick: () => void archive(project) },
          { type: 'divider' as const },
          { key: 'remove', label: '删除', danger: true, onClick: () => remove(project) },
        ],
      }}
    >
      <Button type="text" icon={<EllipsisOutlined />} aria-label={`${project.name}的更多操作`} />
    </ActionMenu>
  );
}
