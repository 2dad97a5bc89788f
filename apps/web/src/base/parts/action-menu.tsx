import { Dropdown, type DropdownProps, type MenuProps } from 'antd';

/**
 * A menu of actions that a press opens. Enter takes an entry as the key goes down, and the browser would then press, by the same key, the button
 * that a dialog has put the focus on: 「删除」 was confirmed by the press that asked for it.
 */
export function ActionMenu({ menu, ...rest }: Omit<DropdownProps, 'menu' | 'trigger'> & { menu: MenuProps }) {
  const onClick: MenuProps['onClick'] = (entry) => {
    if (entry.domEvent.type === 'keydown') entry.domEvent.preventDefault();
    menu.onClick?.(entry);
  };
  return <Dropdown trigger={['click']} {...rest} menu={{ ...menu, onClick }} />;
}
