import { SearchOutlined } from '@ant-design/icons';
import type { FileType, UserFile } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Drawer, Input, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { fileInfo, listFiles } from '../api/files.ts';
import { keys } from '../api/query-keys.ts';
import { useDebounced } from '../base/hooks/use-debounced.ts';
import { When } from '../base/parts/when.tsx';
import { FileStatus } from './file-status.tsx';

const SHOWN = 10;

interface Props {
  open: boolean;
  title: string;
  types: readonly FileType[];
  onPick: (file: UserFile) => void;
  onClose: () => void;
}

/** Files of the space that fit, newest first; a click takes one. */
export function FilePicker({ open, title, types, onPick, onClose }: Props) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [picking, setPicking] = useState<number | undefined>();
  const name = useDebounced(search, 300);
  const request = { file_type: types.join(','), validation_status: 'valid', page, page_size: SHOWN, ...(name === '' ? {} : { name }) };
  const { data, isPending } = useQuery({
    queryKey: [...keys.files, request],
    queryFn: ({ signal }) => listFiles(request, { signal }),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const pick = async (id: number) => {
    setPicking(id);
    try {
      onPick(await fileInfo(id));
    } finally {
      setPicking(undefined);
    }
  };
  return (
    <Drawer open={open} onClose={onClose} title={title} size={500} destroyOnHidden>
      <Input
        prefix={<SearchOutlined aria-hidden="true" />}
        allowClear
        aria-label="按名称搜索文件"
        placeholder="按名称搜索"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setPage(1);
        }}
      />
      {isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} className="picker-note" />}
      {data?.count === 0 && (
        <p className="picker-note">
          {name === '' ? '空间里还没有这类文件。关上这里，把文件拖到表单上即可上传。' : `没有名称含「${name}」的文件。`}
        </p>
      )}
      <ul className="picker-list">
        {data?.files.map((file) => (
          <li key={file.id}>
            <Button type="text" block loading={picking === file.id} onClick={() => void pick(file.id)}>
              <span className="chosen-text">
                <span className="chosen-title">{file.name}</span>
                <span className="caption">
                  <FileStatus file={file} /> · {formatBytes(file.file_size)} · <When time={file.created_at} />
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {data !== undefined && data.count > SHOWN && (
        <Pagination size="small" current={page} pageSize={SHOWN} total={data.count} onChange={setPage} showSizeChanger={false} />
      )}
    </Drawer>
  );
}
