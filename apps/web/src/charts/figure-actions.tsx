import { CopyOutlined, DownloadOutlined, DownOutlined, EditOutlined, FileTextOutlined, LayoutOutlined } from '@ant-design/icons';
import { EVERYDAY_FORMATS, FIGURE_FORMATS, type FigureFormat } from '@oncoloom/figures/formats';
import { Button, type MenuProps } from 'antd';
import { useState } from 'react';
import { ActionMenu } from '../base/parts/action-menu.tsx';

interface FigureActionsProps {
  /** Several buttons where there is room, one menu where there is not. */
  roomy: boolean;
  formats: readonly FigureFormat[];
  /** Absent: the figure cannot be edited, or is being edited. */
  onEdit?: (() => void) | undefined;
  /** The figure stands in its printed size. */
  printed: boolean;
  /** Absent: it does so anyway, or cannot. */
  onPrinted?: ((on: boolean) => void) | undefined;
  /** Absent: the browser takes no pictures. */
  onCopy?: (() => Promise<void>) | undefined;
  onDownload: (format: FigureFormat) => void | Promise<void>;
  onShowData: () => void;
  /** Absent: the figure is another's. */
  onBoard?: (() => void) | undefined;
}

/** Edit, download, numbers behind the figure. A format shows that it is being drawn until its promise settles. */
export function FigureActions(props: FigureActionsProps) {
  const { roomy, formats, onEdit, printed, onPrinted, onDownload, onCopy, onShowData, onBoard } = props;
  const [copying, setCopying] = useState(false);
  const [busy, setBusy] = useState<FigureFormat | null>(null);
  const download = async (format: FigureFormat) => {
    setBusy(format);
    try {
      await onDownload(format);
    } finally {
      setBusy(null);
    }
  };
  const copy = async () => {
    setCopying(true);
    try {
      await onCopy?.();
    } finally {
      setCopying(false);
    }
  };
  const menuOf = (offered: readonly FigureFormat[], last: MenuProps['items'] = []): MenuProps => ({
    items: [...offered.map((format) => ({ key: format, label: FIGURE_FORMATS[format].name, extra: FIGURE_FORMATS[format].use })), ...last],
    onClick: ({ key }) => {
      const format = offered.find((one) => one === key);
      if (format !== undefined) void download(format);
      else if (key === 'copy') void copy();
      else if (key === 'board') onBoard?.();
      else onShowData();
    },
  });
  const edit = onEdit !== undefined && (
    <Button size="small" icon={<EditOutlined />} onClick={onEdit}>
      编辑图形
    </Button>
  );
  const asPrinted = onPrinted !== undefined && (
    <Button
      size="small"
      type={printed ? 'primary' : 'default'}
      ghost={printed}
      icon={<FileTextOutlined />}
      title="按下载文件的毫米尺寸排版，再整体放大"
      aria-label="按印刷尺寸看"
      aria-pressed={printed}
      onClick={() => onPrinted(!printed)}
    >
      {roomy ? '按印刷尺寸看' : null}
    </Button>
  );
  if (!roomy) {
    const last = [
      { type: 'divider' as const },
      ...(onCopy === undefined ? [] : [{ key: 'copy', label: '复制为图片' }]),
      { key: 'data', label: '图中数据' },
      ...(onBoard === undefined ? [] : [{ key: 'board', label: '放进拼图' }]),
    ];
    return (
      <div className="figure-actions">
        {edit}
        {asPrinted}
        <ActionMenu menu={menuOf(formats, last)}>
          <Button size="small" icon={<DownloadOutlined />} loading={busy !== null || copying}>
            下载
          </Button>
        </ActionMenu>
      </div>
    );
  }
  const others = formats.filter((format) => !EVERYDAY_FORMATS.includes(format));
  return (
    <div className="figure-actions">
      {edit}
      {asPrinted}
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
        <ActionMenu menu={menuOf(others)}>
          <Button size="small" loading={busy !== null && others.includes(busy)}>
            其他格式 <DownOutlined aria-hidden />
          </Button>
        </ActionMenu>
      )}
      {onCopy !== undefined && (
        <Button
          size="small"
          icon={<CopyOutlined />}
          aria-label="复制为图片"
          title="复制为图片"
          loading={copying}
          onClick={() => void copy()}
        />
      )}
      <Button size="small" onClick={onShowData}>
        图中数据
      </Button>
      {onBoard !== undefined && (
        <Button size="small" icon={<LayoutOutlined />} title="和别的图拼成论文里的一张" onClick={onBoard}>
          放进拼图
        </Button>
      )}
    </div>
  );
}
