import { CheckCircleOutlined, CloseCircleOutlined, LoadingOutlined, WarningOutlined } from '@ant-design/icons';
import type { UserFile } from '@oncoloom/contract';

export const STATUS_WORDS: Record<UserFile['validation_status'], string> = { pending: '读取中', valid: '可用', invalid: '不可用' };

/** Whether a file can be used, as icon and word. */
export function FileStatus({ file }: { file: UserFile }) {
  const { validation_status: status, suggestions } = file;
  if (status === 'valid' && suggestions > 0) {
    return (
      <span className="file-status is-warning">
        <WarningOutlined /> {suggestions} 项建议
      </span>
    );
  }
  const icon = { pending: <LoadingOutlined />, valid: <CheckCircleOutlined />, invalid: <CloseCircleOutlined /> }[status];
  return (
    <span className={`file-status is-${status}`}>
      {icon} {STATUS_WORDS[status]}
    </span>
  );
}
