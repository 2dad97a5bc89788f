import { DownOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import { type ChangeEvent, useRef } from 'react';
import { ActionMenu } from '../../../base/parts/action-menu.tsx';
import { chosenFiles } from '../../dropped-files.ts';
import { useManager } from '../manager-context.ts';

/** Files or a whole folder from the computer, into the folder in view. */
export function UploadButton() {
  const { view, take } = useManager();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const found = chosenFiles([...(target.files ?? [])]);
    // The same file can be chosen again.
    target.value = '';
    void take(Promise.resolve(found), view.folder);
  };
  return (
    <>
      <input ref={files} type="file" multiple hidden aria-label="选择要上传的文件" onChange={onChange} />
      <input
        ref={(element) => {
          folder.current = element;
          if (element !== null) element.webkitdirectory = true;
        }}
        type="file"
        hidden
        aria-label="选择要上传的文件夹"
        onChange={onChange}
      />
      <Space.Compact>
        <Button type="primary" icon={<UploadOutlined />} onClick={() => files.current?.click()}>
          上传
        </Button>
        <ActionMenu
          placement="bottomRight"
          autoFocus
          menu={{ items: [{ key: 'folder', label: '上传文件夹', onClick: () => folder.current?.click() }] }}
        >
          <Button type="primary" icon={<DownOutlined />} aria-label="更多上传方式" />
        </ActionMenu>
      </Space.Compact>
    </>
  );
}
