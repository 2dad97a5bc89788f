import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { folderTree, type Item, keyOf } from '../../src/files/manager/folders/folder-tree.ts';
import { useItems } from '../../src/files/manager/list/use-items.ts';
import { ManagerContext } from '../../src/files/manager/manager-context.ts';
import { START_VIEW } from '../../src/files/manager/view.ts';

const liver = {
  id: 5,
  name: '肝癌',
  path: '',
  parent_id: null,
  description: '',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  file_count: 0,
  children: [],
};
const tree = folderTree({ directories: [{ ...liver, id: 4, name: '肺癌' }, liver], file_count: 0 });
const unused = () => expect.unreachable();
const fileActions = {
  create: unused,
  rename: unused,
  remove: unused,
  move: unused,
  drop: unused,
  undoLast: unused,
};
const atRoot: Item[] = tree.roots.map((folder) => ({ kind: 'folder', folder }));

function List({ items }: { items: readonly Item[] }) {
  const { box, onKeyDown } = useItems(items, true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the list, whose keys are those of the grid inside
    <div ref={box} role="presentation" data-testid="list" tabIndex={-1} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button type="button" key={keyOf(item)} data-key={keyOf(item)}>
          {item.kind === 'folder' ? item.folder.name : item.file.name}
        </button>
      ))}
    </div>
  );
}

function Page({ folder, items }: { folder: number | null; items: readonly Item[] }) {
  const manager = {
    tree,
    view: { ...START_VIEW, folder },
    change: () => undefined,
    fileActions,
    take: unused,
    open: unused,
    askMove: unused,
    askJoin: unused,
  };
  return (
    <ManagerContext value={manager}>
      <List items={items} />
    </ManagerContext>
  );
}

test('the folder that was left has the keyboard, also where the list is drawn once more before the one above comes', () => {
  const { rerender } = render(<Page folder={5} items={[]} />);
  screen.getByTestId('list').focus();
  fireEvent.keyDown(screen.getByTestId('list'), { key: 'Backspace' });
  rerender(<Page folder={5} items={[]} />);
  rerender(<Page folder={null} items={atRoot} />);
  expect(document.activeElement).toBe(screen.getByText('肝癌'));
});
