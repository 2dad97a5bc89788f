import { DownloadOutlined, DownOutlined } from '@ant-design/icons';
import type { UserFile } from '@oncoloom/contract';
import { Button } from 'antd';
import { Link } from 'react-router';
import { downloadSpaceFile } from '../../../api/download.ts';
import { ActionMenu } from '../../../base/parts/action-menu.tsx';
import { LinkButton } from '../../../base/parts/link-button.tsx';
import { toolsFor } from '../../tools-for-file.ts';

/** What can be begun with a file: the tools that it is meant for, each with it filled in, and its download. */
export function FileTools({ file }: { file: UserFile }) {
  const [first, ...others] = toolsFor(file);
  const pageOf = (analysis: string) => `${analysis}?file=${file.id}`;
  return (
    <div className="file-tools">
      {first !== undefined && (
        <LinkButton type="primary" to={pageOf(first.routes.analysis)}>
          用于「{first.title}」
        </LinkButton>
      )}
      {others.length > 0 && (
        <ActionMenu
          placement="topLeft"
          autoFocus
          menu={{
            items: others.map(({ family, taskType, title, routes }) => ({
              key: `${family} ${taskType}`,
              label: <Link to={pageOf(routes.analysis)}>{title}</Link>,
            })),
          }}
        >
          <Button icon={<DownOutlined />} iconPlacement="end">
            更多工具
          </Button>
        </ActionMenu>
      )}
      <Button
        className="file-download"
        icon={<DownloadOutlined />}
        aria-label="下载"
        title="下载"
        onClick={() => void downloadSpaceFile(file.id, file.name)}
      />
    </div>
  );
}
