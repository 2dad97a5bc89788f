import { FILE_PAGE_SIZE, PAGE_SIZES } from '@oncoloom/contract';
import { formatCount } from '@oncoloom/tool-kit';
import { Pagination } from 'antd';
import { useEffect, useMemo } from 'react';
import { useNarrow } from '../../../base/hooks/use-narrow.ts';
import { Segments } from '../../../base/parts/segments.tsx';
import { FolderDescription } from '../folders/folder-description.tsx';
import { folderName, type Item } from '../folders/folder-tree.ts';
import { useDropTarget } from '../folders/use-drop-target.ts';
import { useManager } from '../manager-context.ts';
import { foldersInView, useListing } from '../use-space.ts';
import { isSearch } from '../view.ts';
import { EmptyList, FailedList, WaitingList } from './empty-list.tsx';
import { ItemTable } from './item-table.tsx';
import { PathBar } from './path-bar.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { useItems } from './use-items.ts';
import { CONTENT_ID } from './use-kept-keyboard.ts';

/** Where is looked: in all folders, or in the one that is open. */
function Scope() {
  const { tree, view, change } = useManager();
  if (!isSearch(view) || view.folder === null) return null;
  return (
    <div className="files-scope">
      <Segments
        size="small"
        aria-label="搜索范围"
        value={view.here ? 'here' : 'all'}
        onChange={(scope) => change({ here: scope === 'here' })}
        options={[
          { value: 'all', label: '全部文件' },
          { value: 'here', label: `只在「${folderName(tree, view.folder)}」` },
        ]}
      />
    </div>
  );
}

function Foot({ count, folders }: { count: number; folders: number }) {
  const { tree, view, change } = useManager();
  const narrow = useNarrow();
  const found = isSearch(view) ? '找到 ' : '';
  const also = folders > 0 ? `${formatCount(folders)} 个文件夹，` : '';
  const hint = narrow ? '' : `拖到这里即可上传到「${folderName(tree, view.folder)}」。`;
  return (
    <div className="files-foot">
      <p className="caption" role="status">
        {found}
        {also}
        {formatCount(count)} 个文件。{hint}
      </p>
      {count > Math.min(view.pageSize, FILE_PAGE_SIZE) && (
        <Pagination
          size="small"
          current={view.page}
          pageSize={view.pageSize}
          total={count}
          pageSizeOptions={[...PAGE_SIZES]}
          showSizeChanger={!narrow}
          onChange={(page, pageSize) => change(pageSize === view.pageSize ? { page } : { pageSize })}
        />
      )}
    </div>
  );
}

interface Props {
  creating: boolean;
  onNewFolder: () => void;
  onCreated: () => void;
  onFolders: (() => void) | undefined;
}

/** The folder in view or what was found, with everything that is done to it. Files from outside can be dropped all over it. */
export function ListPanel({ creating, onNewFolder, onCreated, onFolders }: Props) {
  const { tree, view, change } = useManager();
  const listing = useListing(view);
  const { over, handlers } = useDropTarget(view.folder, { filesOnly: true });
  const folders = useMemo(() => foldersInView(tree, view), [tree, view]);
  const folder = view.folder === null ? undefined : tree.byId.get(view.folder);
  const files = listing.data?.files;
  const count = listing.data?.count ?? 0;
  const items = useMemo<Item[]>(
    () => [
      ...folders.map((folder) => ({ kind: 'folder' as const, folder })),
      ...(files ?? []).map((file) => ({ kind: 'file' as const, file })),
    ],
    [folders, files],
  );
  const state = useItems(items, listing.isSuccess && !listing.isPlaceholderData);

  // The last file of the last page is gone.
  const pages = Math.max(1, Math.ceil(count / view.pageSize));
  const beyond = listing.isSuccess && !listing.isPlaceholderData && view.page > pages;
  useEffect(() => {
    if (beyond) change({ page: pages }, { replace: true });
  }, [beyond, pages, change]);

  const isEmpty = items.length === 0 && !creating;
  return (
    <section className={over ? 'files-main is-over' : 'files-main'} aria-label="文件" {...handlers}>
      <Toolbar onNewFolder={onNewFolder} onFolders={onFolders} />
      <Scope />
      {!isSearch(view) && <PathBar />}
      {!isSearch(view) && folder !== undefined && <FolderDescription folder={folder} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the grid inside */}
      <div id={CONTENT_ID} className="files-content" ref={state.box} tabIndex={-1} onKeyDown={state.onKeyDown}>
        {listing.isError ? (
          <FailedList error={listing.error} onRetry={() => void listing.refetch()} />
        ) : listing.isPending ? (
          <WaitingList />
        ) : isEmpty ? (
          <EmptyList />
        ) : (
          <ItemTable items={items} state={state} creating={creating} onCreated={onCreated} />
        )}
      </div>
      <SelectionBar picked={state.picked} onClear={state.clear} />
      {listing.isSuccess && !isEmpty && <Foot count={count} folders={folders.length} />}
    </section>
  );
}
