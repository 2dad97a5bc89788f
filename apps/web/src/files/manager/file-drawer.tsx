import { DownloadOutlined } from '@ant-design/icons';
import { FILE_TYPE_WORDS, FILE_TYPES, type FilePreview, type FileType, type UserFile } from '@oncoloom/contract';
import { formatBytes, formatCount } from '@oncoloom/tool-kit';
import { menu } from '@oncoloom/tools/menu';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Select, Skeleton } from 'antd';
import { Link } from 'react-router';
import { downloadSpaceFile } from '../../api/download.ts';
import { filePreview, fixFile, revalidateFile, updateFile } from '../../api/files.ts';
import { keys } from '../../api/query-keys.ts';
import { showSuccess } from '../../app/notices.ts';
import { useNarrow } from '../../app/use-narrow.ts';
import { When } from '../../app/when.tsx';
import { fixedWords } from '../file-fix.ts';
import { Description } from './description.tsx';
import { PreviewTable } from './preview-table.tsx';
import { Report } from './report.tsx';
import { SampleTotals } from './sample-totals.tsx';
import { Versions } from './versions.tsx';

const WIDTH = 900;
const POLL_MS = 1_500;

/** What the summary does not say. */
function Facts({ file }: { file: UserFile }) {
  return (
    <dl className="file-facts">
      <div>
        <dt>大小</dt>
        <dd>{formatBytes(file.file_size)}</dd>
      </div>
      <div>
        <dt>上传</dt>
        <dd>
          <When time={file.created_at} />
        </dd>
      </div>
    </dl>
  );
}

/** The tools that take such a file, each with it filled in. */
function UseIt({ file }: { file: UserFile }) {
  const tools = menu.filter(({ takes }) => takes.includes(file.file_type));
  if (file.validation_status !== 'valid' || tools.length === 0) return null;
  return (
    <section aria-label="用它做分析">
      <h3 className="small-title">用它做分析</h3>
      <ul className="use-it">
        {tools.map(({ taskType, family, title, routes }) => (
          <li key={`${family} ${taskType}`}>
            <Link to={`${routes.analysis}?file=${file.id}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The type that a file is read as; another one has it read again. */
function TypeChoice({ file, busy, onChange }: { file: UserFile; busy: boolean; onChange: (type: FileType) => void }) {
  return (
    <div className="file-type">
      <label htmlFor="file-type">类型</label>
      <Select
        id="file-type"
        size="small"
        value={file.file_type}
        loading={busy}
        popupMatchSelectWidth={false}
        options={FILE_TYPES.map((value) => ({ value, label: FILE_TYPE_WORDS[value] }))}
        onChange={onChange}
      />
    </div>
  );
}

function Contents({ preview, onChanged }: { preview: FilePreview; onChanged: () => Promise<unknown> }) {
  const { file, findings, summary } = preview;
  const done = async (text: string) => {
    await onChanged();
    showSuccess(text);
  };
  const fixing = useMutation({
    mutationFn: (fix: Parameters<typeof fixFile>[1]) => fixFile(file.id, fix),
    onSuccess: ({ version }) => done(fixedWords(version)),
  });
  const typing = useMutation({
    mutationFn: (type: FileType) => updateFile(file.id, { file_type: type }),
    onSuccess: () => done('已按新的类型重新读取。'),
  });
  const reading = useMutation({ mutationFn: () => revalidateFile(file.id), onSuccess: () => done('已重新读取。') });
  return (
    <div className="file-drawer">
      <div className="file-main">
        <p className="file-summary">{summary}</p>
        {preview.preview === null ? (
          <p className="caption">{file.validation_status === 'pending' ? '正在读取，读完就能预览。' : '这个文件没有读成，不能预览。'}</p>
        ) : (
          <>
            <PreviewTable preview={preview.preview} />
            <p className="caption">
              共 {formatCount(preview.preview.row_count)} 行 × {formatCount(preview.preview.column_count)} 列，上面是左上角的一部分。
            </p>
          </>
        )}
        {preview.sample_totals !== null && <SampleTotals totals={preview.sample_totals} />}
      </div>
      <div className="file-side">
        <Report findings={findings} busy={fixing.isPending} onFix={(fix) => fixing.mutate(fix)} />
        <Facts file={file} />
        <section aria-label="说明">
          <h3 className="small-title">说明</h3>
          <Description
            text={file.description}
            of={`「${file.name}」`}
            onSave={(description) => updateFile(file.id, { description }).then(onChanged)}
          />
        </section>
        <TypeChoice file={file} busy={typing.isPending} onChange={(type) => typing.mutate(type)} />
        <UseIt file={file} />
        <Versions file={file} busy={fixing.isPending} onRestore={(version) => fixing.mutate({ fix: 'restore', version })} />
        {file.validation_status === 'invalid' && (
          <Button size="small" loading={reading.isPending} onClick={() => reading.mutate()}>
            重新读取
          </Button>
        )}
      </div>
    </div>
  );
}

/** A file's first cells beside what was found in it. */
export default function FileDrawer({ fileId, onClose }: { fileId: number; onClose: () => void }) {
  const narrow = useNarrow();
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: [...keys.file(fileId), 'preview'],
    queryFn: ({ signal }) => filePreview(fileId, { signal, silent: true }),
    refetchInterval: ({ state }) => (state.data?.file.validation_status === 'pending' ? POLL_MS : false),
  });
  const onChanged = () =>
    Promise.all([keys.files, keys.directories, keys.profile].map((queryKey) => client.invalidateQueries({ queryKey })));
  return (
    <Drawer
      open
      className="file-sheet"
      size={narrow ? '100%' : WIDTH}
      title={data?.file.name ?? '文件'}
      onClose={onClose}
      extra={
        data !== undefined && (
          <Button icon={<DownloadOutlined />} onClick={() => void downloadSpaceFile(fileId, data.file.name)}>
            下载
          </Button>
        )
      }
    >
      {data !== undefined && <Contents preview={data} onChanged={onChanged} />}
      {data === undefined && (error === null ? <Skeleton active paragraph={{ rows: 8 }} /> : <p>{error.message}</p>)}
    </Drawer>
  );
}
