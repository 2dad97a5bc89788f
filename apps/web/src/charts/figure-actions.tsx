import { DownloadOutlined, DownOutlined, EditOutlined } from '@ant-design/icons';
import { EVERYDAY_FORMATS, FIGURE_FORMATS, type FigureFormat } from '@oncoloom/figures/formats';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';

export interface FigureActionsProps {
  /** Several buttons where there is room, one menu where there is not. */
  roomy: boolean;
  formats: readonly FigureFormat[];
  /** Absent: the figure cannot be edited, or is being edited. */
  onEdit?: (() => void) | undefined;
  onDownload: (format: FigureFormat) => void | Promise<void>;
  onShowData: () => void;
}

/** Edit, download, numbers behind the figure. A format shows that it is being drawn until its promise settles. */
export function FigureActions({ roomy, formats, onEdit, onDownload, onShowData }: FigureActionsProps) {
  const [busy, setBusy] = useState<FigureFormat | null>(null);
  const download = async (format: FigureFormat) => {
    setBusy(format);
    try {
      await onDownload(format);
    } finally {
      setBusy(null);
    }
  };
  const menuOf = (offered: readonly FigureFormat[], last: MenuProps['items'] = []): MenuProps => ({
    items: [...offered.map((format) => ({ key: format, label: FIGURE_FORMATS[format].name, extra: FIGURE_FORMATS[format].use })), ...last],
    onClick: ({ key }) => {
      const format = offered.find((one) => one === key);
      if (format === undefined) onShowData();
      else void download(format);
    },
  });
  const edit = onEdit !== undefined && (
    <Button size="small" icon={<EditOutlined />} onClick={onEdit}>
      编辑图形
    </Button>
  );
  if (!roomy) {
    return (
      <div className="figure-actions">
        {edit}
        <Dropdown trigger={['click']} menu={menuOf(formats, [{ type: 'divider' }, { key: 'data', label: '图中数据' }])}>
          <Button size="small" icon={<DownloadOutlined />} loading={busy !== null}>
            下载
          </Button>
        </Dropdown>
      </div>
    );
  }
  const others = formats.filter((format) => !EVERYDAY_FORMATS.includes(format));
  return (
    <div className="figure-actions">
      {edit}
      {EVERYDAY_FORMATS.map((format) => (
        <Button
          key={format}
          size="small"
          title={FIGURE_FORMATS[format].use}
          loading={busy === format}
          onClick={() => void download(format)}
        >
          {FIGURE_FORMATS[format].name}
        </Button>
      ))}
      {others.length > 0 && (
        <Dropdown trigger={['click']} menu={menuOf(others)}>
          <Button size="small" loading={busy !== null && others.includes(busy)}>
            其他格式 <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
      <Button size="small" onClick={onShowData}>
        图中数据
      </Button>
    </div>
  );
}
