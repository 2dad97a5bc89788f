import { FolderAddOutlined } from '@ant-design/icons';
import type { ResultFile, UserFile } from '@oncoloom/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { saveToSpace } from '../../api/files.ts';
import { keys } from '../../api/query-keys.ts';
import { FolderList } from '../../files/manager/folders/folder-list.tsx';
import { folderName } from '../../files/manager/folders/folder-tree.ts';
import { EMPTY_TREE, useFolderTree } from '../../files/manager/use-space.ts';
import { useResultAccess } from '../../result-data/result-access.ts';

interface Props {
  analysisId: number;
  file: ResultFile;
  onSaved: (file: UserFile) => void;
  onClose: () => void;
}

/** Asks for the name and the folder that a file of the result gets in the space. */
function SaveDialog({ analysisId, file, onSaved, onClose }: Props) {
  const { data: tree = EMPTY_TREE } = useFolderTree();
  const [name, setName] = useState(file.title);
  const [folder, setFolder] = useState<number | null>(null);
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () =>
      saveToSpace({ analysis_id: analysisId, file_key: file.file_key, filename: file.filename, directory_id: folder, name: name.trim() }),
    onSuccess: async (saved) => {
      onSaved(saved);
      await Promise.all([client.invalidateQueries({ queryKey: keys.directories }), client.invalidateQueries({ queryKey: keys.files })]);
    },
  });
  return (
    <Modal
      open
      title="存到我的空间"
      okText={`存到「${folderName(tree, folder)}」`}
      cancelText="取消"
      okButtonProps={{ disabled: name.trim() === '' }}
      confirmLoading={saving.isPending}
      onOk={() => saving.mutate()}
      onCancel={onClose}
    >
      <div className="save-name">
        <label htmlFor="save-name">文件名</label>
        <Input
          id="save-name"
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => saving.mutate()}
        />
      </div>
      <FolderList tree={tree} value={folder} label="存到哪个文件夹" onPick={setFolder} />
      <p className="caption">
        {file.kind === 'table'
          ? '存下的是 tsv 表，占用空间；以后在别的工具里选它，不用再上传。'
          : `存下的是 ${file.filename.split('.').at(-1)} 文件，占用空间；分析删除以后，它还在。`}
      </p>
    </Modal>
  );
}

/** Puts a file of the result into the user's space, and leads there once it is saved. */
export function SaveToSpace({ analysisId, file }: { analysisId: number; file: ResultFile | undefined }) {
  const [asking, setAsking] = useState(false);
  const [saved, setSaved] = useState<UserFile>();
  const { readOnly } = useResultAccess(analysisId);
  if (file === undefined || readOnly) return null;
  if (saved !== undefined)
    return (
      <Link className="saved-link" to={`/file-manager?file=${saved.id}`}>
        已存到空间，去查看
      </Link>
    );
  return (
    <>
      <Button size="small" icon={<FolderAddOutlined />} onClick={() => setAsking(true)} aria-label={`存到空间：${file.title}`}>
        存到空间
      </Button>
      {asking && (
        <SaveDialog
          analysisId={analysisId}
          file={file}
          onSaved={(next) => {
            setAsking(false);
            setSaved(next);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
