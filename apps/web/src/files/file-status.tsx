import { CheckCircleOutlined, CloseCircleOutlined, LoadingOutlined, WarningOutlined } from '@ant-design/icons';
import type { UserFile } from '@oncoloom/contract';
import type { ReactNode } from 'react';
import { type FileState, fileState } from './file-state.ts';
import './files.css';

const ICONS: Record<FileState['look'], ReactNode> = {
  pending: <LoadingOutlined />,
  valid: <CheckCircleOutlined />,
  warning: <WarningOutlined />,
  invalid: <CloseCircleOutlined />,
};

/** How a file stands, as icon and word. */
export function FileStatus({ file }: { file: Pick<UserFile, 'validation_status' | 'suggestions'> }) {
  const { look, word } = fileState(file);
  return (
    <span className={`file-status is-${look}`}>
      {ICONS[look]} {word}
    </span>
  );
}
