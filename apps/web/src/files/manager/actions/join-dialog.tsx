import { formatCount } from '@oncoloom/tool-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Modal, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { joinChoices, joinFiles } from '../../../api/files.ts';
import { keys } from '../../../api/query-keys.ts';
import { showSuccess } from '../../../base/notices.ts';
import { useManager } from '../manager-context.ts';

/** Asks which files of one sample each, and which of their values, become a matrix. */
export function JoinDialog({ fileIds, onClose }: { fileIds: readonly number[]; onClose: () => void }) {
  const { change } = useManager();
  const client = useQueryClient();
  // It goes away by itself first: then the keyboard is back where it was.
  const [open, setOpen] = useState(true);
  const [left, setLeft] = useState<readonly number[]>([]);
  const [picked, setPicked] = useState<string | undefined>();
  const { data, error } = useQuery({
    queryKey: [...keys.files, 'join', fileIds],
    queryFn: ({ signal }) => joinChoices(fileIds, { signal, silent: true }),
    retry: false,
  });
  const column = picked ?? data?.suggested ?? undefined;
  const wanted = data?.files.filter(({ id }) => !left.includes(id)) ?? [];
  const samples = wanted.reduce((sum, file) => sum + file.samples, 0);
  const joining = useMutation({
    mutationFn: (of: string) => joinFiles({ file_ids: wanted.map(({ id }) => id), column: of }),
    onSuccess: async (file) => {
      await Promise.all([keys.files, keys.directories, keys.profile].map((queryKey) => client.invalidateQueries({ queryKey })));
      showSuccess(`已合并成「${file.name}」，原来的文件还在。`);
      setOpen(false);
      change({ file: file.id });
    },
  });
  return (
    <Modal
      open={open}
      afterClose={onClose}
      title="合并成矩阵"
      okText={`合并 ${formatCount(samples)} 个样本`}
      cancelText="取消"
      okButtonProps={{ disabled: column === undefined || samples < 2 }}
      confirmLoading={joining.isPending}
      onOk={() => column !== undefined && joining.mutate(column)}
      onCancel={() => setOpen(false)}
    >
      {error !== null && <p role="alert">{error.message}</p>}
      {data === undefined && error === null && <Skeleton active paragraph={{ rows: 4 }} />}
      {data !== undefined && (
        <div className="join-dialog">
          <p>这些是 {data.label} 的输出，每个样本一份。基因按编号对上，样本名取自文件名。</p>
          <h3 className="small-title" id="join-column">
            用哪一列
          </h3>
          <Radio.Group
            aria-labelledby="join-column"
            vertical
            value={column}
            onChange={({ target }) => setPicked(target.value as string)}
            options={data.columns.map(({ name, label }) => ({
              value: name,
              label: (
                <>
                  {name} <span className="caption">{label}</span>
                  {name === data.suggested && <span className="caption">（建议）</span>}
                </>
              ),
            }))}
          />
          <h3 className="small-title" id="join-files">
            哪些文件
          </h3>
          <Checkbox.Group
            className="join-files"
            aria-labelledby="join-files"
            value={wanted.map(({ id }) => id)}
            onChange={(ids) => setLeft(data.files.map(({ id }) => id).filter((id) => !ids.includes(id)))}
            options={data.files.map((file) => ({
              value: file.id,
              label: file.samples > 1 ? `${file.name}（${formatCount(file.samples)} 个样本）` : file.name,
            }))}
          />
          {samples < 2 && <p className="caption">只有一个样本，合并不成矩阵。请把其他样本的文件也传到这个文件夹，或在列表里一起选中。</p>}
        </div>
      )}
    </Modal>
  );
}
