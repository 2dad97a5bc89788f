import { App, Button } from 'antd';
import { useEffect } from 'react';
import { Outlet, useLocation, useRouteError } from 'react-router';
import { connectNotices } from '../base/notices.ts';
import { useDocumentTitle } from '../base/page-title.ts';
import type { STAY } from '../base/stay.ts';
import './root.css';

/** Notices stand below the navbar, where the bell keeps them. */
const NAVBAR_PX = 56;

/** Toasts, title and scroll position of the page in view. */
function Frame() {
  const { message } = App.useApp();
  const { key, hash, state } = useLocation();
  useDocumentTitle();
  useEffect(() => connectNotices((level, content, seconds) => void message.open({ type: level, content, duration: seconds })), [message]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each navigation
  useEffect(() => {
    // To a place on a page the browser goes itself.
    if (hash === '' && (state as Partial<typeof STAY> | null)?.stay !== true) window.scrollTo(0, 0);
  }, [key]);
  return <Outlet />;
}

/** What is around every page. Toasts and dialogs are drawn here, inside the router, so that they may hold links. */
export function Root() {
  return (
    <App message={{ maxCount: 3 }} notification={{ top: NAVBAR_PX + 12 }}>
      <Frame />
    </App>
  );
}

/** First load, before any code of the page is there: goes on with what index.html draws before any script has come. */
export function Waiting() {
  return (
    <div className="first-paint" aria-busy="true">
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

/** A page's code could not be loaded or stopped while drawing: mostly a new version on the server. */
export function RootError() {
  const error = useRouteError();
  return (
    <main className="root-error">
      <h1 className="page-title">页面没有打开</h1>
      <p>可能是网络断了，或平台刚更新过。刷新一次通常就好；已提交的任务不受影响。</p>
      <Button type="primary" onClick={() => location.reload()}>
        刷新页面
      </Button>
      <p className="caption">{error instanceof Error ? error.message : String(error)}</p>
    </main>
  );
}
