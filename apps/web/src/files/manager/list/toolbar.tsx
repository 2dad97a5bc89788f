import {
  AppstoreOutlined,
  BarsOutlined,
  FolderAddOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  SortAscendingOutlined,
} from '@ant-design/icons';
import { Button, Input, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useDebounced } from '../../../base/hooks/use-debounced.ts';
import { ActionMenu } from '../../../base/parts/action-menu.tsx';
import { useManager } from '../manager-context.ts';
import { SORT_WORDS, SORTS, type View } from '../view.ts';
import { Filters } from './filters.tsx';

const SETTLE_MS = 300;

/** Looks for names while they are typed. */
function Search() {
  const { view, change } = useManager();
  const [typed, setTyped] = useState({ text: view.search, of: view.search });
  // The way back in the browser, and whatever else clears the search, shows here too.
  if (typed.of !== view.search) setTyped({ text: view.search === typed.text.trim() ? typed.text : view.search, of: view.search });
  const settled = useDebounced(typed.text.trim(), SETTLE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new text only
  useEffect(() => {
    if (settled === typed.text.trim() && settled !== view.search) change({ search: settled }, { replace: view.search !== '' });
  }, [settled]);
  return (
    <Input
      className="files-search"
      prefix={<SearchOutlined aria-hidden="true" />}
      allowClear
      aria-label="搜索文件名"
      placeholder="搜索文件名"
      maxLength={200}
      value={typed.text}
      onChange={(event) => setTyped({ ...typed, text: event.target.value })}
    />
  );
}

function Sort() {
  const { view, change } = useManager();
  const orders = [
    { key: 'asc', label: '升序', onClick: () => change({ order: 'asc' }) },
    { key: 'desc', label: '降序', onClick: () => change({ order: 'desc' }) },
  ];
  const sorts = SORTS.map((sortBy) => ({ key: sortBy, label: SORT_WORDS[sortBy], onClick: () => change({ sortBy }) }));
  return (
    <ActionMenu
      autoFocus
      menu={{ selectable: true, selectedKeys: [view.sortBy, view.order], items: [...sorts, { type: 'divider' }, ...orders] }}
    >
      <Button icon={<SortAscendingOutlined rotate={view.order === 'desc' ? 180 : 0} />} aria-label={`排序：${SORT_WORDS[view.sortBy]}`}>
        <span className="tool-word">{SORT_WORDS[view.sortBy]}</span>
      </Button>
    </ActionMenu>
  );
}

interface Props {
  onNewFolder: () => void;
  /** Shows the folders again where they are folded away; undefined: they are there. */
  onFolders: (() => void) | undefined;
}

/** Search, filter, order and look of the list. */
export function Toolbar({ onNewFolder, onFolders }: Props) {
  const { view, change } = useManager();
  return (
    <div className="files-toolbar">
      {onFolders !== undefined && (
        <Button icon={<MenuUnfoldOutlined />} onClick={onFolders} aria-label="文件夹">
          <span className="tool-folders">文件夹</span>
        </Button>
      )}
      <Search />
      <Filters />
      <Sort />
      <Segmented<View['mode']>
        aria-label="显示方式"
        value={view.mode}
        onChange={(mode) => change({ mode }, { replace: true })}
        options={[
          { value: 'list', icon: <BarsOutlined aria-label="列表" />, tooltip: '列表' },
          { value: 'grid', icon: <AppstoreOutlined aria-label="卡片" />, tooltip: '卡片' },
        ]}
      />
      <Button icon={<FolderAddOutlined />} onClick={onNewFolder} aria-label="新建文件夹">
        <span className="tool-new">新建文件夹</span>
      </Button>
    </div>
  );
}
