import { CheckCircleOutlined, CloseCircleOutlined, LoadingOutlined } from '@ant-design/icons';
import type { SeriesFetch, UserFile } from '@oncoloom/contract';
import { formatBytes } from '@oncoloom/tool-kit';
import { Button, Progress } from 'antd';
import { Link } from 'react-router';
import { goesOn } from './use-fetches.ts';

const ICONS = {
  fetching: <LoadingOutlined />,
  reading: <LoadingOutlined />,
  done: <CheckCircleOutlined />,
  refused: <CloseCircleOutlined />,
};

function stateWords({ state, loaded, bytes, file, note, detail }: SeriesFetch): string {
  if (state === 'fetching') return bytes === null ? `已取 ${formatBytes(loaded)}` : `已取 ${formatBytes(loaded)}，共 ${formatBytes(bytes)}`;
  if (state === 'reading') return '取来了，平台正在读取';
  if (state === 'refused') return detail ?? '没有取到，请重试。';
  if (file === null) return '取来的文件已经删除';
  return note === '' ? '已存到文件空间' : `已存到文件空间。${note}`;
}

interface Props {
  fetch: SeriesFetch;
  /** Takes the file where it was asked for; undefined: it is opened in the space. */
  onFile: ((file: UserFile) => void) | undefined;
  onCancel: () => void;
  onRetry: () => void;
}

/** A file of a series on its way, in a line with what can be done. */
export function FetchRow({ fetch, onFile, onCancel, onRetry }: Props) {
  const { name, state, loaded, bytes, file } = fetch;
  return (
    <li className={`series-fetch is-${state}`}>
      <span className="series-fetch-icon" aria-hidden="true">
        {ICONS[state]}
      </span>
      <span className="series-fetch-text">
        <span className="series-file-name">{file?.name ?? name}</span>
        <span className="caption">{stateWords(fetch)}</span>
        {state === 'fetching' && (
          <Progress
            size="small"
            showInfo={false}
            percent={bytes === null ? 0 : (100 * loaded) / Math.max(bytes, 1)}
            aria-label={`${name} 的进度`}
          />
        )}
      </span>
      <span className="series-fetch-acts">
        {state === 'done' && file !== null && onFile !== undefined && (
          <Button type="link" size="small" onClick={() => onFile(file)} aria-label={`使用 ${file.name}`}>
            用这个
          </Button>
        )}
        {state === 'done' && file !== null && onFile === undefined && <Link to={`/file-manager?file=${file.id}`}>打开</Link>}
        {state === 'refused' && (
          <Button type="link" size="small" onClick={onRetry} aria-label={`重试 ${name}`}>
            重试
          </Button>
        )}
        <Button type="link" size="small" onClick={onCancel} aria-label={`${goesOn(fetch) ? '取消' : '移除'} ${name}`}>
          {goesOn(fetch) ? '取消' : '移除'}
        </Button>
      </span>
    </li>
  );
}
