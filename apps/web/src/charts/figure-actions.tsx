import { DownloadOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';

export const FIGURE_FORMATS = ['pdf', 'svg', 'png'] as const;
export type FigureFormat = (typeof FIGURE_FORMATS)[number];

const FORMAT_HELP: Record<FigureFormat, string> = { pdf: '矢量，投稿用', svg: '矢量，可再编辑', png: '300 dpi' };

export interface FigureActionsProps {
  /** Several buttons where there is room, one menu where there is not. */
  roomy: boolean;
  /** Absent: the figure cannot be edited, or is being edited. */
  onEdit?: (() => void) | undefined;
  onDownload: (format: FigureFormat) => void | Promise<void>;
  onShowData: () => void;
}

/** Edit, download, numbers behind the figure. A format shows that it is being drawn until its promise settles. */
export function FigureActions({ roomy, onEdit, onDownload, onShowData }: FigureActionsProps) {
  const [busy, setBusy] = useState<FigureFormat | null>(null);
  const download = async (format: FigureFormat) => {
    setBusy(format);
    try {
      await onDownload(format);
    } finally {
      setBusy(null);
    }
  };
  const edit = onEdit !== undefined && (
    <Button size="small" icon={<EditOutlined />} onClick={onEdit}>
      编辑图形
    </Button>
  );
  if (roomy) {
    return (
      <div className="figure-actions">
        {edit}
        {FIGURE_FORMATS.map((format) => (
          <Button key={format} size="small" title={FORMAT_HELP[format]} loading={busy === format} onClick={() => void download(format)}>
            {format.toUpperCase()}
          </Button>
        ))}
        <Button size="small" onClick={onShowData}>
          图中数据
        </Button>
      </div>
    );
  }
  return (
    <div className="figure-actions">
      {edit}
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...FIGURE_FORMATS.map((format) => ({ key: format, label: format.toUpperCase(), extra: FORMAT_HELP[format] })),
            { key: 'data', label: '图中数据' },
          ],
          onClick: ({ key }) => {
            const format = FIGURE_FORMATS.find((one) => one === key);
            if (format === undefined) onShowData();
            else void download(format);
          },
        }}
      >
        <Button size="small" icon={<DownloadOutlined />} loading={busy !== null}>
          下载
        </Button>
      </Dropdown>
    </div>
  );
}
