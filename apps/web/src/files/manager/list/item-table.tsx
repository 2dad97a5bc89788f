import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { Directory } from '@oncoloom/contract';
import { Checkbox } from 'antd';
import { useRef } from 'react';
import { type Item, keyOf } from '../folders/folder-tree.ts';
import { useManager } from '../manager-context.ts';
import { SORT_WORDS, type SortBy } from '../view.ts';
import { ItemIcon } from './item-icon.tsx';
import { ItemRow } from './item-row.tsx';
import { NameEditor } from './name-editor.tsx';
import type { ItemsInView } from './use-items.ts';

const NEW_NAME = '新建文件夹';
const HINT_ID = 'items-keys';

/** A head that sorts: first ascending, pressed again the other way round. */
function SortHead({ by, className }: { by: SortBy; className: string }) {
  const { view, change } = useManager();
  const sorted = view.sortBy === by;
  const ascending = view.order === 'asc';
  return (
    <th scope="col" className={className} aria-sort={sorted ? (ascending ? 'ascending' : 'descending') : 'none'}>
      <button type="button" onClick={() => change({ sortBy: by, order: sorted && ascending ? 'desc' : 'asc' })}>
        {SORT_WORDS[by]}
        {sorted && (ascending ? <ArrowUpOutlined /> : <ArrowDownOutlined />)}
      </button>
    </th>
  );
}

interface Props {
  items: readonly Item[];
  state: ItemsInView;
  /** A folder is being made: its name is asked for in the first row. */
  creating: boolean;
  onCreated: () => void;
}

/** Folders and files as a list or, by style alone, as cards: one thing for keyboard and screen reader. */
export function ItemTable({ items, state, creating, onCreated }: Props) {
  const { view, fileActions } = useManager();
  const { picked } = state;
  const made = useRef<Directory | undefined>(undefined);
  return (
    <>
      <p id={HINT_ID} className="visually-hidden">
        方向键移动，空格选择，按住 Shift 选一段，Ctrl + A 全选，回车打开，F2 重命名，Delete 删除，Ctrl + Z 撤销。
      </p>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows are picked and moved in by keyboard
        role="grid"
        className={`items is-${view.mode}`}
        aria-label="文件夹和文件"
        aria-multiselectable
        aria-describedby={HINT_ID}
      >
        <thead>
          <tr>
            <th scope="col" className="cell-pick">
              <Checkbox
                aria-label="全选"
                checked={items.length > 0 && picked.length === items.length}
                indeterminate={picked.length > 0 && picked.length < items.length}
                disabled={items.length === 0}
                onChange={state.toggleAll}
              />
            </th>
            <SortHead by="name" className="cell-name" />
            <SortHead by="file_type" className="cell-type" />
            <SortHead by="file_size" className="cell-size" />
            <th scope="col" className="cell-status">
              状态
            </th>
            <SortHead by="created_at" className="cell-when" />
            <th scope="col" className="cell-menu">
              <span className="visually-hidden">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {creating && (
            <tr className="item">
              <td className="cell-pick" />
              <td className="cell-name" colSpan={6}>
                <ItemIcon kind="folder" />
                <NameEditor
                  name={NEW_NAME}
                  label="新文件夹的名称"
                  isNew
                  onSave={async (name) => {
                    made.current = await fileActions.create(name, view.folder);
                  }}
                  onEnd={() => {
                    onCreated();
                    state.actions.endRenaming(made.current === undefined ? '' : keyOf({ kind: 'folder', folder: made.current }));
                  }}
                />
              </td>
            </tr>
          )}
          {items.map((item) => (
            <ItemRow
              key={keyOf(item)}
              item={item}
              picked={state.selection.picked.has(keyOf(item))}
              reachable={state.reachable === keyOf(item)}
              renaming={state.renaming === keyOf(item)}
              actions={state.actions}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
