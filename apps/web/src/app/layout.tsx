import { useQueryClient } from '@tanstack/react-query';
import { App, Drawer } from 'antd';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useNarrow } from '../base/hooks/use-narrow.ts';
import { clearCompletedSoon } from '../live/task-store.ts';
import { useLive } from '../live/use-live.ts';
import { SearchHost } from '../search/search-host.tsx';
import { UpgradeHost } from '../upgrade/upgrade-host.tsx';
import { EngineNotice } from './engine-notice.tsx';
import { Breadcrumb, Navbar } from './navbar.tsx';
import { Sidebar } from './sidebar.tsx';
import { setDrawer, useSidebar } from './sidebar-state.ts';
import { useForgetAfterLogout } from './use-logout.ts';
import { VerifyBanner } from './verify-banner.tsx';
import './layout.css';

/** Sidebar, navbar and the page of everyone who is signed in; the live channel is open while it stands. */
export default function Layout() {
  const narrow = useNarrow();
  const { open, drawer } = useSidebar();
  const { pathname } = useLocation();
  const { notification } = App.useApp();
  useLive(useQueryClient(), notification);
  useForgetAfterLogout();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new path
  useEffect(() => {
    setDrawer(false);
    return clearCompletedSoon();
  }, [pathname]);
  return (
    <div className="layout">
      <a className="skip-link" href="#page">
        跳到正文
      </a>
      {narrow ? (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          placement="left"
          size={260}
          closable={false}
          title={null}
          aria-label="主菜单"
          styles={{ body: { padding: 0 } }}
        >
          <Sidebar collapsible={false} />
        </Drawer>
      ) : (
        open && (
          <aside className="layout-side">
            <Sidebar collapsible />
          </aside>
        )
      )}
      <div className="layout-main">
        <Navbar narrow={narrow} />
        {narrow && (
          <div className="breadcrumb-row">
            <Breadcrumb />
          </div>
        )}
        <VerifyBanner />
        <EngineNotice />
        <main id="page" className="layout-page" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <SearchHost />
      <UpgradeHost />
    </div>
  );
}
