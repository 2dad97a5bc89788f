import {
  AppstoreOutlined,
  FieldTimeOutlined,
  FileImageOutlined,
  FileTextOutlined,
  FolderFilled,
  TableOutlined,
  TagsOutlined,
  TeamOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { FileType } from '@oncoloom/contract';
import type { ReactNode } from 'react';

const ICONS: Record<FileType | 'folder', ReactNode> = {
  folder: <FolderFilled />,
  expression: <TableOutlined />,
  survival: <FieldTimeOutlined />,
  groups: <TeamOutlined />,
  gene_list: <UnorderedListOutlined />,
  gene_sets: <AppstoreOutlined />,
  annotation: <TagsOutlined />,
  table: <FileTextOutlined />,
  document: <FileImageOutlined />,
};

/** What an item is, for the eye: the words stand beside it. */
export function ItemIcon({ kind }: { kind: FileType | 'folder' }) {
  return (
    <span className={`item-icon${kind === 'folder' ? ' is-folder' : ''}`} aria-hidden="true">
      {ICONS[kind]}
    </span>
  );
}
