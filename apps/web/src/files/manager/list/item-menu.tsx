import { EllipsisOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { downloadSpaceFile } from '../../../api/download.ts';
import { ActionMenu } from '../../../base/parts/action-menu.tsx';
import { type Item, nameOf } from '../folders/folder-tree.ts';
import { useManager } from '../manager-context.ts';

/** Everything that can be done to one item. */
export function ItemMenu({ item, reachable, onRename }: { item: Item; reachable: boolean; onRename: () => void }) {
  const { fileActions, open, askMove } = useManager();
  return (
    <ActionMenu
      placement="bottomRight"
      autoFocus
      menu={{
        onClick: ({ domEvent }) => domEvent.stopPropagation(),
        items: [
          { key: 'open', label: item.kind === 'folder' ? '打开' : '预览和检查报告', onClick: () => open(item) },
          ...(item.kind === 'file'
            ? [{ key: 'download', label: '下载', onClick: () => void downloadSpaceFile(item.file.id, item.file.name) }]
            : []),
          { key: 'rename', label: '重命名', onClick: onRename },
          { key: 'move', label: '移动到', onClick: () => askMove([item]) },
          { type: 'divider' as const },
          { key: 'remove', label: '删除', danger: true, onClick: () => fileActions.remove([item]) },
        ],
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<EllipsisOutlined />}
        aria-label={`${nameOf(item)}的更多操作`}
        tabIndex={reachable ? 0 : -1}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      />
    </ActionMenu>
  );
}
