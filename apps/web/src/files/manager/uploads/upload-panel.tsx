import {
  CaretRightOutlined,
  CheckCircleOutlined,
  CloseCircleOutlined,
  CloseOutlined,
  LoadingOutlined,
  PauseOutlined,
  RedoOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { formatBytes, formatSeconds } from '@oncoloom/tool-kit';
import { Button, Progress } from 'antd';
import { useState } from 'react';
import { unfinishedUploads } from '../../../api/unfinished-uploads.ts';
import { isActive, type QueuedUpload, secondsLeft, speedOf } from '../../upload-queue.ts';
import { uploadQueue } from '../../uploads.ts';

/** How an upload stands, in one line. */
function stateWords(upload: QueuedUpload): string {
  const { state, file } = upload;
  switch (state.step) {
    case 'waiting':
      return '等待上传';
    case 'sending': {
      if (state.broken) return '连接断了，正在重新连接，传过的不用再传';
      const [speed, left] = [speedOf(upload), secondsLeft(upload)];
      return [
        `${formatBytes(state.loaded)} / ${formatBytes(file.size)}`,
        ...(speed === undefined ? [] : [`每秒 ${formatBytes(speed)}`]),
        ...(left === undefined ? [] : [`还要约 ${formatSeconds(Math.ceil(left))}`]),
      ].join(' · ');
    }
    case 'paused':
      return `已暂停，传了 ${formatBytes(state.loaded)} / ${formatBytes(file.size)}`;
    case 'reading':
      return '传完了，平台正在读取';
    case 'done':
      return `已存到「${upload.place}」`;
    default:
      return state.detail;
  }
}

const ICONS = {
  waiting: <LoadingOutlined />,
  sending: <LoadingOutlined />,
  paused: <PauseOutlined />,
  reading: <LoadingOutlined />,
  done: <CheckCircleOutlined />,
  refused: <CloseCircleOutlined />,
  stopped: <WarningOutlined />,
} as const;

function Row({ upload }: { upload: QueuedUpload }) {
  const { id, file, state } = upload;
  const ended = state.step === 'refused' || state.step === 'stopped';
  const sent = state.step === 'sending' || state.step === 'paused' ? (100 * state.loaded) / Math.max(file.size, 1) : undefined;
  return (
    <li className={`upload is-${state.step}`}>
      <span className="upload-icon" aria-hidden="true">
        {ICONS[state.step]}
      </span>
      <span className="upload-text">
        <span className="upload-name" title={file.name}>
          {file.name}
        </span>
        <span className="caption">{stateWords(upload)}</span>
        {sent !== undefined && <Progress size="small" showInfo={false} percent={sent} />}
      </span>
      {(state.step === 'sending' || state.step === 'waiting') && (
        <Button type="text" size="small" icon={<PauseOutlined />} aria-label={`暂停 ${file.name}`} onClick={() => uploadQueue.pause(id)} />
      )}
      {state.step === 'paused' && (
        <Button
          type="text"
          size="small"
          icon={<CaretRightOutlined />}
          aria-label={`继续 ${file.name}`}
          onClick={() => uploadQueue.retry(id)}
        />
      )}
      {ended && (
        <Button
          type="text"
          size="small"
          icon={<RedoOutlined />}
          aria-label={`再传一次 ${file.name}`}
          onClick={() => uploadQueue.retry(id)}
        />
      )}
      {state.step !== 'done' && (
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={`取消 ${file.name}`} onClick={() => uploadQueue.cancel(id)} />
      )}
    </li>
  );
}

/** Uploads of this visit, and those of an earlier one that can go on; nothing where there are none. */
export function UploadPanel() {
  const uploads = uploadQueue.store(({ uploads: all }) => all);
  const [open, setOpen] = useState(true);
  const known = new Set(uploads.map(({ file }) => `${file.name} ${file.size}`));
  const left = unfinishedUploads().filter(({ name, size }) => !known.has(`${name} ${size}`));
  if (uploads.length === 0 && left.length === 0) return null;
  const active = uploads.filter(isActive).length;
  const failed = uploads.filter(({ state }) => state.step === 'refused' || state.step === 'stopped').length;
  const title = active > 0 ? `正在上传 ${active} 个` : uploads.length > 0 ? '上传结束' : '有没传完的文件';
  return (
    <section className="card upload-panel" aria-label="上传">
      <header>
        <h2 className="small-title" aria-live="polite">
          {title}
          {failed > 0 && `，${failed} 个没有成功`}
        </h2>
        <Button type="text" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '展开'}
        </Button>
        {active === 0 && uploads.length > 0 && (
          <Button type="text" size="small" onClick={() => uploadQueue.clear()}>
            清空
          </Button>
        )}
      </header>
      {open && (
        <ul>
          {uploads.map((upload) => (
            <Row key={upload.id} upload={upload} />
          ))}
          {left.map(({ fingerprint, name, size }) => (
            <li key={fingerprint} className="upload is-stopped">
              <span className="upload-icon" aria-hidden="true">
                <WarningOutlined />
              </span>
              <span className="upload-text">
                <span className="upload-name">{name}</span>
                <span className="caption">上次没有传完（共 {formatBytes(size)}）。再选一次同一个文件，就从断开的地方接着传。</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
