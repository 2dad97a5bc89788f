import { DownloadOutlined } from '@ant-design/icons';
import { ALL_FORMATS, FIGURE_FORMATS, type FigureFormat } from '@oncoloom/figures/formats';
import { Button } from 'antd';
import { useState } from 'react';
import { ApiFailure } from '../api/client.ts';
import { saveBlob } from '../api/download.ts';
import { boardFile } from '../api/figure-boards.ts';
import { ActionMenu } from '../base/parts/action-menu.tsx';

/** What no file system takes in a name. */
const UNSAFE = /[\\/:*?"<>|\s]+/g;

interface Props {
  id: number;
  name: string;
  disabled: boolean;
  /** Waits until the server has what is in view. */
  saved: () => Promise<boolean>;
}

/** The whole page as one file. */
export function BoardDownloads({ id, name, disabled, saved }: Props) {
  const [busy, setBusy] = useState(false);
  const download = async (format: FigureFormat) => {
    setBusy(true);
    try {
      if (!(await saved())) return;
      saveBlob(await boardFile(id, format), `${name.replace(UNSAFE, '_')}${FIGURE_FORMATS[format].suffix}`);
    } catch (error) {
      // The call has told why.
      if (!(error instanceof ApiFailure)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <ActionMenu
      disabled={disabled}
      menu={{
        items: ALL_FORMATS.map((format) => ({ key: format, label: FIGURE_FORMATS[format].name, extra: FIGURE_FORMATS[format].use })),
        onClick: ({ key }) => {
          const format = ALL_FORMATS.find((one) => one === key);
          if (format !== undefined) void download(format);
        },
      }}
    >
      <Button type="primary" icon={<DownloadOutlined />} loading={busy}>
        下载
      </Button>
    </ActionMenu>
  );
}
