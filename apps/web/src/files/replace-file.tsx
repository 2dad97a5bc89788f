import type { UserFile } from '@oncoloom/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import { deleteFile, fixFile } from '../api/files.ts';
import { keys } from '../api/query-keys.ts';
import { showSuccess } from '../base/notices.ts';
import { useUpload } from './use-upload.ts';

/** Uploads a new version of a file: the old one stays in its list of versions, and results that were made of it are told to be out of date. */
export function ReplaceFile({ file, onDone }: { file: Pick<UserFile, 'id' | 'name' | 'file_type'>; onDone?: () => void }) {
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const replace = useMutation({
    mutationFn: async (fresh: UserFile) => {
      try {
        return await fixFile(file.id, { fix: 'replace', file_id: fresh.id });
      } catch (error) {
        // What could not take the place of the file was not meant to stay beside it.
        await deleteFile(fresh.id, { silent: true }).catch(() => undefined);
        throw error;
      }
    },
    onSuccess: ({ version }) => {
      showSuccess(`「${file.name}」换成了第 ${version} 版，旧版还在文件的版本列表里。`);
      onDone?.();
    },
    onSettled: () => Promise.all([keys.files, keys.projects].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const { state, send } = useUpload([file.file_type], replace.mutate);
  const busy = replace.isPending || (state !== undefined && state.step !== 'refused');
  return (
    <>
      <Button type="link" size="small" loading={busy} aria-label={`上传新版本：${file.name}`} onClick={() => input.current?.click()}>
        上传新版本
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`「${file.name}」的新版本`}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          target.value = '';
          if (chosen !== undefined) void send(chosen);
        }}
      />
      {state?.step === 'refused' && (
        <p className="field-error" role="alert">
          {state.name}：{state.detail}
        </p>
      )}
    </>
  );
}
