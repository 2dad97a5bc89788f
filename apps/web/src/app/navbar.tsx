import { DownOutlined, LogoutOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { formatCount } from '@oncoloom/tool-kit';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { Link, useNavigate } from 'react-router';
import { endSession, shownName, useSession } from '../accounts/session.ts';
import { EndedBell } from '../live/ended-bell.tsx';
import { forgetEndedTasks } from '../live/ended-tasks.ts';
import { forgetUpdates } from '../live/task-store.ts';
import { Logo } from './logo.tsx';
import { usePage } from './page-title.ts';
import { setDrawer, setSidebarOpen, useSidebar } from './sidebar-state.ts';

function Breadcrumb() {
  const { title, crumbs } = usePage();
  const atHome = title === '首页';
  return (
    <nav className="breadcrumb" aria-label="当前位置">
      <ol>
        {!atHome && (
          <li>
            <Link to="/home">首页</Link>
          </li>
        )}
        {crumbs.map((crumb) => (
          <li key={crumb.title}>{crumb.path ? <Link to={crumb.path}>{crumb.title}</Link> : crumb.title}</li>
        ))}
        {title !== undefined && <li aria-current="page">{title}</li>}
      </ol>
    </nav>
  );
}

/** Leaves the account; nothing of it stays in this tab. */
function useLogout(): () => void {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return () => {
    endSession();
    forgetUpdates();
    forgetEndedTasks();
    navigate('/login');
    queries.clear();
  };
}

function UserMenu({ narrow }: { narrow: boolean }) {
  const user = useSession((state) => state.user);
  const logout = useLogout();
  const name = shownName(user);
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'who', type: 'group', label: name },
          { key: 'logout', icon: <LogoutOutlined />, label: '退出登录', onClick: logout },
        ],
      }}
    >
      <button type="button" className="user-button" aria-label={narrow ? `账号：${name}` : undefined}>
        <span className="avatar" aria-hidden="true">
          {[...(user?.username ?? name)][0]?.toUpperCase()}
        </span>
        {!narrow && (
          <span className="user-name">
            <span className="visually-hidden">账号：</span>
            {name}
          </span>
        )}
        {!narrow && <DownOutlined className="user-arrow" />}
      </button>
    </Dropdown>
  );
}

/** Where one is, what is left to spend, what has ended, who one is. */
export function Navbar({ narrow }: { narrow: boolean }) {
  const open = useSidebar((state) => state.open);
  const points = useSession((state) => state.user?.points);
  return (
    <header className="navbar">
      {narrow && <Button type="text" icon={<MenuOutlined />} aria-label="打开菜单" onClick={() => setDrawer(true)} />}
      {narrow && (
        <Link to="/home" className="navbar-logo" aria-label="瘤析 OncoLoom，回到首页">
          <Logo size={24} />
        </Link>
      )}
      {!narrow && !open && <Button type="text" icon={<MenuUnfoldOutlined />} aria-label="展开菜单" onClick={() => setSidebarOpen(true)} />}
      {!narrow && <Breadcrumb />}
      <div className="navbar-right">
        {points !== undefined && (
          <span className="navbar-points">
            <strong>{formatCount(points)}</strong> 点
          </span>
        )}
        <EndedBell />
        <UserMenu narrow={narrow} />
      </div>
    </header>
  );
}
