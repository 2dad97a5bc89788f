import { FileTextOutlined } from '@ant-design/icons';
import type { UserFile } from '@oncoloom/contract';
import { formatBytes, formatCount } from '@oncoloom/tool-kit';
import type { ReactNode } from 'react';
import './files.css';

/** 「7.6 MB · 22,268 行 × 43 列」 */
export function describeFile(file: UserFile): string {
  const { matrix, table } = file.facts ?? {};
  const shape =
    matrix !== undefined
      ? `${formatCount(matrix.rows)} 行 × ${formatCount(matrix.columns)} 列`
      : table !== undefined
        ? `${formatCount(table.rows)} 行 × ${formatCount(table.columns.length)} 列`
        : undefined;
  return [formatBytes(file.file_size), shape].filter(Boolean).join(' · ');
}

/** What was chosen for an input: name, one line about it, and what can be done. */
export function ChosenCard({ title, detail, actions, icon }: { title: string; detail: ReactNode; actions?: ReactNode; icon?: ReactNode }) {
  return (
    <div className="chosen-card">
      <span className="chosen-icon" aria-hidden="true">
        {icon ?? <FileTextOutlined />}
      </span>
      <span className="chosen-text">
        <span className="chosen-title" title={title}>
          {title}
        </span>
        <span className="caption">{detail}</span>
      </span>
      {actions}
    </div>
  );
}
