import { DownOutlined, GiftOutlined, LogoutOutlined, UnorderedListOutlined, UserOutlined } from '@ant-design/icons';
import { useNavigate } from 'react-router';
import { shownName, useSession } from '../accounts/session.ts';
import { ActionMenu } from '../base/parts/action-menu.tsx';
import { pageTitle } from '../base/paths.ts';
import { useLogout } from './use-logout.ts';

/** The user's picture, or the first letter of the name. */
function Avatar() {
  const user = useSession((state) => state.user);
  if (user?.avatar) return <img className="avatar" src={user.avatar} alt="" />;
  return (
    <span className="avatar" aria-hidden="true">
      {[...(user?.username || shownName(user))][0]?.toUpperCase()}
    </span>
  );
}

/** Who is signed in, and the way to the own pages and out. */
export function UserMenu({ narrow }: { narrow: boolean }) {
  const user = useSession((state) => state.user);
  const logout = useLogout();
  const navigate = useNavigate();
  const name = shownName(user);
  return (
    <ActionMenu
      // The arrow keys move in it at once.
      autoFocus
      menu={{
        items: [
          { key: 'who', type: 'group', label: name },
          { key: 'profile', icon: <UserOutlined />, label: pageTitle('/profile'), onClick: () => navigate('/profile') },
          { key: 'tasks', icon: <UnorderedListOutlined />, label: pageTitle('/tasks'), onClick: () => navigate('/tasks') },
          { key: 'referral', icon: <GiftOutlined />, label: pageTitle('/referral'), onClick: () => navigate('/referral') },
          { type: 'divider' },
          { key: 'logout', icon: <LogoutOutlined />, label: '退出登录', onClick: logout },
        ],
      }}
    >
      <button type="button" className="user-button" aria-label={narrow ? `账号：${name}` : undefined}>
        <Avatar />
        {!narrow && (
          <span className="user-name">
            <span className="visually-hidden">账号：</span>
            {name}
          </span>
        )}
        {!narrow && <DownOutlined className="user-arrow" />}
      </button>
    </ActionMenu>
  );
}
