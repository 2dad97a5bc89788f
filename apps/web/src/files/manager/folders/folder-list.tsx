import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { formatCount } from '@oncoloom/tool-kit';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { type Branch, branches, contentsOf, type FolderTree, lineOf, ROOT_NAME } from './folder-tree.ts';

interface Props {
  tree: FolderTree;
  /** The folder that is marked; null: the root. */
  value: number | null;
  label: string;
  onPick: (id: number | null) => void;
  /** Draws the line of a node around its contents; left out: a plain one. */
  line?: (node: { id: number | null; open: () => void; children: ReactNode }) => ReactNode;
  /** Why a folder can't be picked. */
  obstacleOf?: (id: number | null) => string | undefined;
}

/** The folders as a tree: arrow keys move in it and fold it, Enter takes a folder. */
export function FolderList({ tree, value, label, onPick, line = ({ children }) => children, obstacleOf = () => undefined }: Props) {
  const [shown, setShown] = useState<{ value: number | null; open: ReadonlySet<number> }>({ value: null, open: new Set() });
  const [focus, setFocus] = useState<number | null>(value);
  const box = useRef<HTMLDivElement>(null);
  // What leads to the marked folder opens with it, and can be folded again.
  if (shown.value !== value) {
    const above = lineOf(tree, value).slice(0, -1);
    if (value === null || tree.byId.has(value)) setShown({ value, open: new Set([...shown.open, ...above.map(({ id }) => id)]) });
  }
  const fold = (id: number, open: boolean) =>
    setShown((now) => ({ ...now, open: new Set(open ? [...now.open, id] : [...now.open].filter((other) => other !== id)) }));
  const rows: (Branch | null)[] = [null, ...branches(tree.roots, shown.open)];
  const ids = rows.map((row) => row?.folder.id ?? null);
  // The one node that Tab reaches.
  const reachable = ids.includes(focus) ? focus : ids.includes(value) ? value : null;

  const goTo = (id: number | null | undefined) => {
    if (id === undefined) return;
    setFocus(id);
    box.current?.querySelector<HTMLElement>(`[data-folder="${id ?? 'root'}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, row: Branch | null) => {
    const id = row?.folder.id ?? null;
    const at = ids.indexOf(id);
    const isOpen = id !== null && shown.open.has(id);
    const foldable = row !== null && row.folder.children.length > 0;
    const act: Record<string, () => void> = {
      ArrowDown: () => goTo(ids[at + 1]),
      ArrowUp: () => goTo(ids[at - 1]),
      Home: () => goTo(null),
      End: () => goTo(ids.at(-1)),
      ArrowRight: () => (id !== null && foldable && !isOpen ? fold(id, true) : goTo(ids[at + 1])),
      ArrowLeft: () => (id !== null && isOpen && foldable ? fold(id, false) : row !== null && goTo(row.folder.parent_id)),
      Enter: () => obstacleOf(id) === undefined && onPick(id),
      ' ': () => obstacleOf(id) === undefined && onPick(id),
    };
    const action = act[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  return (
    <div className="folder-list" role="tree" aria-label={label} ref={box}>
      {rows.map((row) => {
        const id = row?.folder.id ?? null;
        const foldable = row !== null && row.folder.children.length > 0;
        const isOpen = id !== null && shown.open.has(id);
        const reason = obstacleOf(id);
        const name = row?.folder.name ?? ROOT_NAME;
        const files = row === null ? tree.fileCount : contentsOf(row.folder).files;
        return (
          <div
            key={id}
            role="treeitem"
            data-folder={id ?? 'root'}
            aria-level={row === null ? 1 : row.depth + 2}
            aria-selected={id === value}
            aria-disabled={reason !== undefined}
            {...(foldable ? { 'aria-expanded': isOpen } : {})}
            aria-label={`${name}，${formatCount(files)} 个文件`}
            tabIndex={id === reachable ? 0 : -1}
            title={reason}
            onClick={() => {
              setFocus(id);
              if (reason === undefined) onPick(id);
            }}
            onKeyDown={(event) => onKeyDown(event, row)}
            onFocus={() => setFocus(id)}
          >
            {line({
              id,
              open: () => id !== null && fold(id, true),
              children: (
                <span className="folder-line" style={{ paddingLeft: 8 + (row?.depth ?? 0) * 14 }}>
                  {row !== null && (
                    // biome-ignore lint/a11y/noStaticElementInteractions: a second way; the arrow keys fold too
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
                    <span
                      className="folder-fold"
                      onClick={(event) => {
                        if (!foldable) return;
                        event.stopPropagation();
                        fold(row.folder.id, !isOpen);
                      }}
                    >
                      {foldable && (isOpen ? <DownOutlined /> : <RightOutlined />)}
                    </span>
                  )}
                  <span className="folder-name">{name}</span>
                  <span className="folder-count">{formatCount(files)}</span>
                </span>
              ),
            })}
          </div>
        );
      })}
    </div>
  );
}
