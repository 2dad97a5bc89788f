import { type AnalysisRow, TASK_NAME_MAX } from '@oncoloom/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { renameAnalysis } from '../api/analyses.ts';
import { keys } from '../api/query-keys.ts';

/** Asks for another name of a run. */
export function RenameDialog({ row, onClose }: { row: AnalysisRow; onClose: () => void }) {
  const [name, setName] = useState(row.task_name);
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: () => renameAnalysis(row.id, name.trim()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: keys.analysisLists });
      onClose();
    },
  });
  const unchanged = name.trim() === '' || name.trim() === row.task_name;
  return (
    <Modal
      open
      title="重命名"
      okText="保存"
      cancelText="取消"
      confirmLoading={rename.isPending}
      okButtonProps={{ disabled: unchanged }}
      onOk={() => rename.mutate()}
      onCancel={onClose}
    >
      <div className="rename-field">
        <label htmlFor="rename-task">任务名称</label>
        <Input
          id="rename-task"
          value={name}
          maxLength={TASK_NAME_MAX}
          autoFocus
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => !unchanged && rename.mutate()}
        />
      </div>
    </Modal>
  );
}
