import { CloseOutlined } from '@ant-design/icons';
import { type DataFileType, FILE_TYPE_WORDS, type FilePreview, type FixFile } from '@oncoloom/contract';
import { formatBytes, formatCount } from '@oncoloom/tool-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Skeleton, Tabs } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { filePreview, fixFile, revalidateFile, updateFile } from '../../../api/files.ts';
import { keys } from '../../../api/query-keys.ts';
import { useNarrow } from '../../../base/hooks/use-narrow.ts';
import { showSuccess } from '../../../base/notices.ts';
import { When } from '../../../base/parts/when.tsx';
import { fixedWords } from '../../file-fix.ts';
import { DocumentView } from './document-view.tsx';
import { FileInformation } from './file-information.tsx';
import { FileReport } from './file-report.tsx';
import { FileTools } from './file-tools.tsx';
import { PreviewTable } from './preview-table.tsx';
import { useEscape } from './use-escape.ts';

const POLL_MS = 1_500;

function Cells({ preview: { preview, file } }: { preview: FilePreview }) {
  if (preview === null) {
    return <p className="caption">{file.validation_status === 'pending' ? '正在读取，读完就能预览。' : '这个文件没有读成，不能预览。'}</p>;
  }
  return (
    <>
      <PreviewTable preview={preview} />
      <p className="caption">
        共 {formatCount(preview.row_count)} 行 × {formatCount(preview.column_count)} 列，上面是左上角的一部分。
      </p>
    </>
  );
}

/** A file's report, first cells and data, one below another's tab. The tab stays when another file is opened. */
function Contents({ preview }: { preview: FilePreview }) {
  const { file } = preview;
  const isDocument = file.file_type === 'document';
  const [tab, setTab] = useState('report');
  const client = useQueryClient();
  const refresh = () => Promise.all([keys.files, keys.directories, keys.profile].map((queryKey) => client.invalidateQueries({ queryKey })));
  const done = async (text: string) => {
    await refresh();
    showSuccess(text);
  };
  const fixing = useMutation({
    // A remedy's refusal stands beside it; going back to a version has no such place.
    mutationFn: ({ id, fix }: { id: number; fix: FixFile }) => fixFile(id, fix, { silent: fix.fix !== 'restore' }),
    onSuccess: ({ version }) => done(fixedWords(version)),
  });
  // These contents stay when another file is opened: the refusal is that file's own.
  const refused =
    fixing.error !== null && fixing.variables?.id === file.id ? { fix: fixing.variables.fix, why: fixing.error.message } : undefined;
  const typing = useMutation({
    mutationFn: (type: DataFileType) => updateFile(file.id, { file_type: type }),
    onSuccess: () => done('已按新的类型重新读取。'),
  });
  const reading = useMutation({ mutationFn: () => revalidateFile(file.id), onSuccess: () => done('已重新读取。') });
  return (
    <Tabs
      className="file-tabs"
      activeKey={isDocument && tab === 'report' ? 'preview' : tab}
      onChange={setTab}
      destroyOnHidden
      items={[
        { key: 'preview', label: '预览', children: isDocument ? <DocumentView file={file} /> : <Cells preview={preview} /> },
        {
          key: 'report',
          label: '检查报告',
          children: (
            <FileReport
              preview={preview}
              fixing={fixing.isPending}
              refused={refused}
              onFix={(fix) => fixing.mutate({ id: file.id, fix })}
              reading={reading.isPending}
              onReadAgain={() => reading.mutate()}
            />
          ),
        },
        {
          key: 'information',
          label: '信息',
          children: (
            <FileInformation
              file={file}
              onDescribe={(description) => updateFile(file.id, { description }).then(refresh)}
              typing={typing.isPending}
              onType={(type) => typing.mutate(type)}
              fixing={fixing.isPending}
              onRestore={(version) => fixing.mutate({ id: file.id, fix: { fix: 'restore', version } })}
            />
          ),
        },
      ]
        .filter(({ key }) => key !== 'report' || !isDocument)
        .map((item) => ({ ...item, children: <div className="file-tab">{item.children}</div> }))}
    />
  );
}

interface Props {
  fileId: number;
  onClose: () => void;
}

/** A file's report, cells and data: a column beside the list, which stays in use; over the whole page on a phone. */
export default function FileDrawer({ fileId, onClose }: Props) {
  const narrow = useNarrow();
  const head = useRef<HTMLHeadingElement>(null);
  const { data, error } = useQuery({
    queryKey: [...keys.file(fileId), 'preview'],
    queryFn: ({ signal }) => filePreview(fileId, { signal, silent: true }),
    refetchInterval: ({ state }) => (state.data?.file.validation_status === 'pending' ? POLL_MS : false),
  });
  useEscape(onClose, !narrow);
  // The keyboard comes along when the column opens; with another file it stays where that one was chosen.
  useEffect(() => head.current?.focus(), []);
  const name = data?.file.name ?? '文件';
  const about = data !== undefined && (
    <p className="caption">
      {FILE_TYPE_WORDS[data.file.file_type]} · {formatBytes(data.file.file_size)} · <When time={data.file.created_at} />
    </p>
  );
  const body =
    data === undefined ? (
      error === null ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <p>{error.message}</p>
      )
    ) : (
      <Contents preview={data} />
    );
  const tools = data !== undefined && <FileTools file={data.file} />;
  if (narrow) {
    return (
      <Drawer open className="file-sheet" size="100%" title={name} onClose={onClose} footer={tools}>
        {about}
        {body}
      </Drawer>
    );
  }
  return (
    <section className="file-panel" aria-label={name}>
      <header className="file-panel-head">
        <div className="file-panel-title">
          <h2 ref={head} tabIndex={-1} title={name}>
            {name}
          </h2>
          {about}
        </div>
        <Button type="text" icon={<CloseOutlined />} aria-label="关闭" onClick={onClose} />
      </header>
      <div className="file-panel-body">{body}</div>
      {tools !== false && <footer className="file-panel-foot">{tools}</footer>}
    </section>
  );
}
