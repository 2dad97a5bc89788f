import { FileTextOutlined } from '@ant-design/icons';
import type { MatrixFacts, UserFile } from '@oncoloom/contract';
import { formatBytes, formatCount } from '@oncoloom/tool-kit';
import type { ReactNode } from 'react';
import './files.css';

/** 「22,268 行 × 43 列」 */
export function describeMatrix({ rows, columns }: Pick<MatrixFacts, 'rows' | 'columns'>): string {
  return `${formatCount(rows)} 行 × ${formatCount(columns)} 列`;
}

/** 「7.6 MB · 22,268 行 × 43 列」 */
export function describeFile(file: UserFile): string {
  const { matrix, table } = file.facts ?? {};
  const shape =
    matrix !== undefined
      ? describeMatrix(matrix)
      : table !== undefined
        ? describeMatrix({ rows: table.rows, columns: table.columns.length })
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
