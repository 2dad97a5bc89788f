import { CloseOutlined, DeleteOutlined, MergeCellsOutlined, ScissorOutlined } from '@ant-design/icons';
import { ARRAYS_MAX } from '@oncoloom/contract';
import { Button } from 'antd';
import { failureText } from '../../../api/client.ts';
import { showError, showSuccess } from '../../../base/notices.ts';
import { useMergedArrays } from '../../use-merged-arrays.ts';
import { extentOf, extentWords, type Item } from '../folders/folder-tree.ts';
import { useManager } from '../manager-context.ts';

/** What can be done to everything that is picked. */
export function SelectionBar({ picked, onClear }: { picked: readonly Item[]; onClear: () => void }) {
  const { tree, fileActions, askMove, askJoin, change } = useManager();
  const merged = useMergedArrays((file) => {
    showSuccess(`已按基因合并成「${file.name}」，原来的文件还在。`);
    change({ file: file.id });
  });
  if (picked.length === 0) return null;
  const chosen = picked.flatMap((item) => (item.kind === 'file' ? item.file : []));
  const files = chosen.map(({ id }) => id);
  const several = files.length > 1 && files.length === picked.length;
  // Output of one sample is no matrix that could be used by itself.
  const matrices = several && chosen.every((file) => file.file_type === 'expression' && file.validation_status === 'valid');
  return (
    <section className="selection-bar" aria-label="已选的项">
      <span role="status">
        已选 {picked.length} 项{picked.some(({ kind }) => kind === 'folder') && `，共 ${extentWords(extentOf(tree, picked))}`}
      </span>
      <Button size="small" icon={<ScissorOutlined />} onClick={() => askMove(picked)}>
        移动到
      </Button>
      {several && !matrices && (
        <Button size="small" icon={<MergeCellsOutlined />} onClick={() => askJoin(files)}>
          合并成矩阵
        </Button>
      )}
      {matrices && files.length <= ARRAYS_MAX && (
        <Button
          size="small"
          icon={<MergeCellsOutlined />}
          loading={merged.isPending}
          title="同一批样本在几种芯片上的矩阵，合成一个以基因为行的矩阵"
          onClick={() => merged.mutate(files, { onError: (error) => showError(failureText(error, '没有合并成，请重试。')) })}
        >
          按基因合并芯片
        </Button>
      )}
      <Button size="small" danger icon={<DeleteOutlined />} onClick={() => fileActions.remove(picked)}>
        删除
      </Button>
      <Button size="small" type="text" icon={<CloseOutlined />} aria-label="取消选择" onClick={onClear} />
    </section>
  );
}
