import { MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { formatCount } from '@oncoloom/tool-kit';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useSession } from '../accounts/session.ts';
import { Logo } from '../base/look/logo.tsx';
import { usePage } from '../base/page-title.ts';
import { pageTitle } from '../base/paths.ts';
import { EndedBell } from '../live/ended-bell.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { openUpgrade } from '../upgrade/open-upgrade.ts';
import { setDrawer, setSidebarOpen, useSidebar } from './sidebar-state.ts';
import { UserMenu } from './user-menu.tsx';

/** The way from Home to the page in view. */
export function Breadcrumb() {
  const { title, crumbs } = usePage();
  const home = pageTitle('/home');
  return (
    <nav className="breadcrumb" aria-label="当前位置">
      <ol>
        {title !== home && (
          <li>
            <Link to="/home">{home}</Link>
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

/** What is left to spend; pressed, how to get more. */
function Points() {
  const points = useSession((state) => state.user?.points);
  if (points === undefined) return null;
  return (
    <button type="button" className="navbar-points" aria-haspopup="dialog" title="升级订阅" onClick={() => openUpgrade()}>
      <strong>{formatCount(points)}</strong> 点
    </button>
  );
}

/** Where one is, where one can go, what is left to spend, what has ended, who one is. */
export function Navbar({ narrow }: { narrow: boolean }) {
  const open = useSidebar((state) => state.open);
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
        <SearchButton narrow={narrow} />
        <Points />
        <EndedBell />
        <UserMenu narrow={narrow} />
      </div>
    </header>
  );
}
