import { CloseOutlined, DeleteOutlined, MergeCellsOutlined, ScissorOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { extentOf, extentWords, type Item } from '../folders/folder-tree.ts';
import { useManager } from '../manager-context.ts';

/** What can be done to everything that is picked. */
export function SelectionBar({ picked, onClear }: { picked: readonly Item[]; onClear: () => void }) {
  const { tree, fileActions, askMove, askJoin } = useManager();
  if (picked.length === 0) return null;
  const files = picked.flatMap((item) => (item.kind === 'file' ? item.file.id : []));
  return (
    <section className="selection-bar" aria-label="已选的项">
      <span role="status">
        已选 {picked.length} 项{picked.some(({ kind }) => kind === 'folder') && `，共 ${extentWords(extentOf(tree, picked))}`}
      </span>
      <Button size="small" icon={<ScissorOutlined />} onClick={() => askMove(picked)}>
        移动到
      </Button>
      {files.length > 1 && files.length === picked.length && (
        <Button size="small" icon={<MergeCellsOutlined />} onClick={() => askJoin(files)}>
          合并成矩阵
        </Button>
      )}
      <Button size="small" danger icon={<DeleteOutlined />} onClick={() => fileActions.remove(picked)}>
        删除
      </Button>
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label="取消选择" onClick={onClear} />
    </section>
  );
}
