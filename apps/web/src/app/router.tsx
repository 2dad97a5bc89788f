import { createBrowserRouter, Navigate } from 'react-router';
import { guard } from './guard.ts';
import type { PageHandle } from './page-title.ts';
import { Root, RootError, Waiting } from './root.tsx';
import { toolRoutes } from './tool-routes.tsx';

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: Waiting,
    loader: guard,
    // Every navigation passes the guard, also one that changes only the query.
    shouldRevalidate: () => true,
    children: [
      {
        path: '/login',
        handle: { title: '登录' } satisfies PageHandle,
        lazy: async () => ({ Component: (await import('../accounts/login-page.tsx')).default }),
      },
      {
        path: '/404',
        handle: { title: '没有这个页面' } satisfies PageHandle,
        lazy: async () => ({ Component: (await import('./not-found-page.tsx')).default }),
      },
      {
        lazy: async () => ({ Component: (await import('./layout.tsx')).default }),
        children: [
          { path: '/', element: <Navigate to="/home" replace /> },
          {
            path: '/home',
            handle: { title: '首页' } satisfies PageHandle,
            lazy: async () => ({ Component: (await import('../home/home-page.tsx')).default }),
          },
          ...toolRoutes,
        ],
      },
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
]);
