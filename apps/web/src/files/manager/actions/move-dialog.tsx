import { Modal } from 'antd';
import { useState } from 'react';
import { FolderList } from '../folders/folder-list.tsx';
import { extentOf, extentWords, folderName, type Item, namesOf, obstacle, placeOf } from '../folders/folder-tree.ts';
import { useManager } from '../manager-context.ts';
import { ANALYSES_FOLLOW } from './action-words.ts';

/** Asks for the folder that items go to. */
export function MoveDialog({ items, onClose }: { items: readonly Item[]; onClose: () => void }) {
  const { tree, fileActions } = useManager();
  const [first] = items;
  const [target, setTarget] = useState<number | null>(first === undefined ? null : placeOf(first));
  const [moving, setMoving] = useState(false);
  // It goes away by itself first: then the keyboard is back where it was.
  const [open, setOpen] = useState(true);
  const reason = obstacle(tree, items, target);
  const move = async () => {
    setMoving(true);
    await fileActions.move(items, target);
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      afterClose={onClose}
      title={`移动${namesOf(items)}`}
      okText={`移到「${folderName(tree, target)}」`}
      cancelText="取消"
      okButtonProps={{ disabled: reason !== undefined }}
      confirmLoading={moving}
      onOk={() => void move()}
      onCancel={() => setOpen(false)}
    >
      <div className="move-tree">
        <FolderList tree={tree} value={target} label="移到哪个文件夹" onPick={setTarget} obstacleOf={(id) => obstacle(tree, items, id)} />
      </div>
      <p className="caption" role="status">
        {reason !== undefined ? `${reason}，请选别的文件夹。` : `共 ${extentWords(extentOf(tree, items))}。${ANALYSES_FOLLOW}`}
      </p>
    </Modal>
  );
}
