import { InboxOutlined } from '@ant-design/icons';
import { formatBytes } from '@oncoloom/tool-kit';
import { Button, Progress } from 'antd';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { UploadState } from './use-upload.ts';

const ENDINGS = '.txt,.tsv,.csv,.xls,.xlsx,.tab,.gz,.zip';

interface Props {
  id: string;
  /** What is asked for, for screen readers. */
  label: string;
  state: UploadState | undefined;
  onFile: (file: File) => void;
  onCancel: () => void;
  /** More ways to bring data, as buttons. */
  others?: ReactNode;
  /** Shown in place of the invitation, while files can still be dropped on it. */
  children?: ReactNode;
}

/** Takes a file by drop or dialog; shows how far it is, and why it was refused. */
export function UploadBox({ id, label, state, onFile, onCancel, others, children }: Props) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };
  const busy = state !== undefined && state.step !== 'refused';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button inside
    <div
      className={`upload-box${over ? ' is-over' : ''}${busy || children === undefined ? ' is-open' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        id={id}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        accept={ENDINGS}
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
      {busy ? (
        <Sending state={state} onCancel={onCancel} />
      ) : (
        (children ?? (
          <div className="upload-invite">
            <InboxOutlined aria-hidden="true" />
            <span>
              <Button type="link" size="small" onClick={() => input.current?.click()}>
                上传文件
              </Button>
              {others}
            </span>
          </div>
        ))
      )}
    </div>
  );
}

function Sending({ state, onCancel }: { state: Exclude<UploadState, { step: 'refused' }>; onCancel: () => void }) {
  const share = state.step === 'sending' ? state.loaded / Math.max(1, state.size) : 1;
  return (
    <div className="upload-sending" role="status">
      <span className="chosen-text">
        <span className="chosen-title" title={state.name}>
          {state.name}
        </span>
        <Progress percent={Math.round(share * 100)} showInfo={false} size={{ height: 4 }} aria-label="上传进度" />
        <span className="caption">
          {state.step === 'sending' ? `已传 ${formatBytes(state.loaded)}，共 ${formatBytes(state.size)}` : '已传完，正在读取'}
        </span>
      </span>
      <Button type="link" size="small" onClick={onCancel}>
        取消
      </Button>
    </div>
  );
}
