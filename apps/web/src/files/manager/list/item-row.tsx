import { FILE_TYPE_WORDS } from '@oncoloom/contract';
import { formatBytes, formatCount } from '@oncoloom/tool-kit';
import { Checkbox } from 'antd';
import { memo } from 'react';
import { Link } from 'react-router';
import { When } from '../../../base/parts/when.tsx';
import { STAY } from '../../../base/stay.ts';
import { FileStatus } from '../../file-status.tsx';
import { contentsOf, type FolderTree, folderName, type Item, keyOf, lineOf, nameOf, placeOf } from '../folders/folder-tree.ts';
import { dragHandlers, useDropTarget } from '../folders/use-drop-target.ts';
import { useManager } from '../manager-context.ts';
import { addressOf } from '../use-view.ts';
import { changeView, isSearch, openedAt } from '../view.ts';
import { ItemIcon } from './item-icon.tsx';
import { ItemMenu } from './item-menu.tsx';
import { NameEditor } from './name-editor.tsx';
import type { RowActions } from './use-items.ts';

function typeOf(item: Item): string {
  return item.kind === 'folder' ? '文件夹' : FILE_TYPE_WORDS[item.file.file_type];
}

/** Bytes of a file; how many files a folder holds. */
function sizeOf(item: Item): string {
  if (item.kind === 'file') return formatBytes(item.file.file_size);
  return `${formatCount(contentsOf(item.folder).files)} 个文件`;
}

/** 「肝癌 / 原始矩阵」 */
function placeWords(tree: FolderTree, item: Item): string {
  const place = placeOf(item);
  const line = lineOf(tree, place).map(({ name }) => name);
  return line.length === 0 ? folderName(tree, place) : line.join(' / ');
}

interface Props {
  item: Item;
  picked: boolean;
  /** Tab comes to this row. */
  reachable: boolean;
  renaming: boolean;
  actions: RowActions;
}

function Name({ item, renaming, actions }: Pick<Props, 'item' | 'renaming' | 'actions'>) {
  const { view, fileActions } = useManager();
  if (renaming) {
    return (
      <NameEditor
        name={nameOf(item)}
        label={`${nameOf(item)}的新名称`}
        keepEnding={item.kind === 'file'}
        onSave={(name) => fileActions.rename(item, name)}
        onEnd={() => actions.endRenaming(keyOf(item))}
      />
    );
  }
  const next = item.kind === 'folder' ? openedAt(item.folder.id) : { file: item.file.id };
  return (
    // A link is dragged as its address; here the row is to be dragged.
    <Link
      className="item-name"
      to={addressOf(changeView(view, next))}
      state={item.kind === 'file' ? STAY : null}
      draggable={false}
      tabIndex={-1}
      title={nameOf(item)}
    >
      {nameOf(item)}
    </Link>
  );
}

/** A folder or file: a row of the list, or a card of the grid. */
export const ItemRow = memo(function ItemRow({ item, picked, reachable, renaming, actions }: Props) {
  const { tree, view } = useManager();
  const key = keyOf(item);
  const isOpen = item.kind === 'file' && item.file.id === view.file;
  const drop = useDropTarget(item.kind === 'folder' ? item.folder.id : null);
  const into = item.kind === 'folder' ? drop : { over: false, handlers: {} };
  const drag = renaming ? {} : dragHandlers(() => actions.dragged(item));
  const { created_at: time } = item.kind === 'folder' ? item.folder : item.file;
  return (
    <tr
      data-key={key}
      className={`item${picked ? ' is-picked' : ''}${isOpen ? ' is-open' : ''}${into.over ? ' is-over' : ''}`}
      aria-selected={picked}
      tabIndex={reachable ? 0 : -1}
      onClick={(event) => actions.press(item, event)}
      onDoubleClick={(event) => actions.open(item, event)}
      onFocus={() => actions.focus(item)}
      {...drag}
      {...into.handlers}
    >
      <td className="cell-pick">
        <Checkbox checked={picked} aria-label={`选择${nameOf(item)}`} tabIndex={-1} onChange={() => actions.toggle(item)} />
      </td>
      <td className="cell-name">
        <ItemIcon kind={item.kind === 'folder' ? 'folder' : item.file.file_type} />
        <span className="item-text">
          <Name item={item} renaming={renaming} actions={actions} />
          <span className="caption item-more">
            {typeOf(item)} · {sizeOf(item)}
            <span className="item-when">
              {' · '}
              <When time={time} />
            </span>
          </span>
          {item.kind === 'file' && (
            <span className="caption item-status">
              <FileStatus file={item.file} />
            </span>
          )}
          {isSearch(view) && !view.here && <span className="caption item-place">在 {placeWords(tree, item)}</span>}
        </span>
      </td>
      <td className="cell-type">{typeOf(item)}</td>
      <td className="cell-size">{sizeOf(item)}</td>
      <td className="cell-status">{item.kind === 'file' ? <FileStatus file={item.file} /> : null}</td>
      <td className="cell-when">
        <When time={time} />
      </td>
      <td className="cell-menu">
        <ItemMenu item={item} reachable={reachable} onRename={() => actions.rename(item)} />
      </td>
    </tr>
  );
});
