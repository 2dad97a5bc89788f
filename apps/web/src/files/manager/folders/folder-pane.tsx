import { MenuFoldOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useManager } from '../manager-context.ts';
import { openedAt } from '../view.ts';
import { FolderList } from './folder-list.tsx';
import { useDropTarget } from './use-drop-target.ts';

/** A node of the tree that things can be dropped on; held over it, it unfolds. */
function DropLine({ id, open, children }: { id: number | null; open: () => void; children: ReactNode }) {
  const { over, handlers } = useDropTarget(id, { onSpring: open });
  return (
    <span className={over ? 'folder-drop is-over' : 'folder-drop'} {...handlers}>
      {children}
    </span>
  );
}

interface Props {
  onNewFolder: () => void;
  /** Undefined where the pane lies over the page and closes by itself. */
  onFold: (() => void) | undefined;
  /** After a folder was opened. */
  onOpened?: () => void;
}

/** All folders at the left of the list. */
export function FolderPane({ onNewFolder, onFold, onOpened }: Props) {
  const { tree, view, change } = useManager();
  return (
    <div className="folder-pane">
      <div className="folder-pane-head">
        {onFold === undefined ? (
          <Button type="text" icon={<PlusOutlined />} onClick={onNewFolder}>
            新建文件夹
          </Button>
        ) : (
          <>
            <h2>文件夹</h2>
            <Button type="text" size="small" icon={<PlusOutlined />} aria-label="在当前文件夹里新建文件夹" onClick={onNewFolder} />
            <Button type="text" size="small" icon={<MenuFoldOutlined />} aria-label="收起文件夹栏" onClick={onFold} />
          </>
        )}
      </div>
      <FolderList
        tree={tree}
        value={view.folder}
        label="全部文件夹"
        onPick={(folder) => {
          change(openedAt(folder));
          onOpened?.();
        }}
        line={(node) => <DropLine {...node} />}
      />
    </div>
  );
}
