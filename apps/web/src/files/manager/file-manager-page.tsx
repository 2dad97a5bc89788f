import { RollbackOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { ApiFailure } from '../../api/client.ts';
import { createDirectory } from '../../api/directories.ts';
import { keys } from '../../api/query-keys.ts';
import { useNarrow } from '../../base/hooks/use-narrow.ts';
import { showError, showInfo } from '../../base/notices.ts';
import { AccessionButton } from '../accession/accession-button.tsx';
import type { FoundFile } from '../dropped-files.ts';
import { uploadQueue } from '../uploads.ts';
import { useNoStrayDrops } from '../use-no-stray-drops.ts';
import { HistoryPanel } from './actions/history-panel.tsx';
import { JoinDialog } from './actions/join-dialog.tsx';
import { MoveDialog } from './actions/move-dialog.tsx';
import { nextUndo, undoLabel, useOperations } from './actions/operations.ts';
import { type FileActions, useFileActions } from './actions/use-file-actions.tsx';
import { FolderPane } from './folders/folder-pane.tsx';
import type { Item } from './folders/folder-tree.ts';
import { ListPanel } from './list/list-panel.tsx';
import { useKeptKeyboard } from './list/use-kept-keyboard.ts';
import { type Manager, ManagerContext } from './manager-context.ts';
import { SpaceBar } from './space-bar.tsx';
import { placeFiles } from './uploads/take-files.ts';
import { UploadButton } from './uploads/upload-button.tsx';
import { UploadPanel } from './uploads/upload-panel.tsx';
import { EMPTY_TREE, useFolderTree } from './use-space.ts';
import { useView } from './use-view.ts';
import { openedAt } from './view.ts';
import './file-manager.css';
import './drawer/file-parts.css';

const FileDrawer = lazy(() => import('./drawer/file-drawer.tsx'));

/** Here Ctrl + Z concerns what is typed, or nothing. */
const TYPED_IN = 'input:not([type="checkbox"]), textarea, [role="dialog"]';

/** Ctrl + Z wherever nothing is being typed. */
function useUndoKey({ undoLast }: FileActions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return;
      if (event.target instanceof Element && event.target.closest(TYPED_IN) !== null) return;
      event.preventDefault();
      void undoLast();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [undoLast]);
}

/** Takes back the newest operation, where that is one that can be taken back. */
function UndoButton({ fileActions }: { fileActions: FileActions }) {
  const last = useOperations(({ entries }) => nextUndo(entries));
  if (last?.action.kind !== 'create' && last?.action.kind !== 'rename') return null;
  return (
    <Button icon={<RollbackOutlined />} onClick={() => void fileActions.undoLast()}>
      {undoLabel(last)}
    </Button>
  );
}

/** The user's own files and folders. */
export default function FileManagerPage() {
  const [view, change] = useView();
  const { data: tree = EMPTY_TREE } = useFolderTree();
  const fileActions = useFileActions(tree);
  const queries = useQueryClient();
  const narrow = useNarrow();
  /** The folder that a new one is being made in; undefined: none is. */
  const [creatingIn, setCreatingIn] = useState<number | null | undefined>();
  const [moving, setMoving] = useState<readonly Item[]>([]);
  const [joining, setJoining] = useState<readonly number[]>([]);
  const [paneOpen, setPaneOpen] = useState(true);
  const [drawerOpen, setDrawerOpen] = useState(false);
  useNoStrayDrops();
  useUndoKey(fileActions);
  useKeptKeyboard();

  const take = useCallback(
    async (found: Promise<readonly FoundFile[]>, target: number | null) => {
      try {
        const files = await found;
        if (files.length === 0) return showInfo('里面没有可以上传的文件。');
        uploadQueue.add(await placeFiles(files, target, tree, (name, parent) => createDirectory({ name, parent_id: parent })));
      } catch (error) {
        // A call has said itself why it failed; else the browser could not read what was dropped.
        if (!(error instanceof ApiFailure)) showError('没有读到拖进来的文件。请再拖一次，或点「上传」。');
      }
      await queries.invalidateQueries({ queryKey: keys.directories });
    },
    [tree, queries],
  );
  const open = useCallback((item: Item) => change(item.kind === 'folder' ? openedAt(item.folder.id) : { file: item.file.id }), [change]);
  const closeFile = useCallback(() => change({ file: undefined }), [change]);
  const manager = useMemo<Manager>(
    () => ({ tree, view, change, fileActions, take, open, askMove: setMoving, askJoin: setJoining }),
    [tree, view, change, fileActions, take, open],
  );

  const onNewFolder = () => {
    setDrawerOpen(false);
    change(openedAt(view.folder));
    setCreatingIn(view.folder);
  };
  return (
    <ManagerContext value={manager}>
      <div className={view.file === undefined ? 'files-page' : 'files-page has-file'}>
        <div className="files-column">
          <header className="files-head">
            <div>
              <h1 className="page-title">文件空间</h1>
              <SpaceBar files={tree.fileCount} />
            </div>
            <UndoButton fileActions={fileActions} />
            <HistoryPanel fileActions={fileActions} />
            <span className="files-add">
              <AccessionButton directoryId={view.folder} />
              <UploadButton />
            </span>
          </header>
          <UploadPanel />
          <div className={narrow || !paneOpen ? 'card files' : 'card files has-pane'}>
            {!narrow && paneOpen && <FolderPane onNewFolder={onNewFolder} onFold={() => setPaneOpen(false)} />}
            <ListPanel
              creating={creatingIn === view.folder}
              onNewFolder={onNewFolder}
              onCreated={() => setCreatingIn(undefined)}
              onFolders={narrow ? () => setDrawerOpen(true) : paneOpen ? undefined : () => setPaneOpen(true)}
            />
          </div>
        </div>
        {view.file !== undefined && (
          <Suspense fallback={<div className="file-panel" />}>
            <FileDrawer fileId={view.file} onClose={closeFile} />
          </Suspense>
        )}
      </div>
      <Drawer
        open={narrow && drawerOpen}
        onClose={() => setDrawerOpen(false)}
        placement="left"
        size={300}
        title="文件夹"
        styles={{ body: { padding: 0 } }}
      >
        <FolderPane onNewFolder={onNewFolder} onFold={undefined} onOpened={() => setDrawerOpen(false)} />
      </Drawer>
      {moving.length > 0 && <MoveDialog items={moving} onClose={() => setMoving([])} />}
      {joining.length > 0 && <JoinDialog fileIds={joining} onClose={() => setJoining([])} />}
    </ManagerContext>
  );
}
