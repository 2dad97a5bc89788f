import { FAMILY_TITLES, INTRO_PAGES } from '@oncoloom/contract';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { guard } from '../accounts/guard.ts';
import LoginPage from '../accounts/login-page.tsx';
import type { PageHandle } from '../base/page-title.ts';
import { type PagePath, pageTitle } from '../base/paths.ts';
import { redirectRoutes, registerRoute, unknownRoute } from './redirect-routes.ts';
import { Root, RootError, Waiting } from './root.tsx';
import { routesOfTools } from './tool-routes.tsx';

/** A fixed page, whose code loads when it opens. */
function page(path: PagePath, load: () => Promise<{ default: ComponentType }>): RouteObject {
  return {
    path,
    handle: { title: pageTitle(path) } satisfies PageHandle,
    lazy: async () => ({ Component: (await load()).default }),
  };
}

/** Without sidebar and navbar. */
const barePages: RouteObject[] = [
  // Not apart: everybody's first page, and its code is small beside what surrounds it.
  { path: '/login', handle: { title: pageTitle('/login') } satisfies PageHandle, Component: LoginPage },
  page('/404', () => import('./not-found-page.tsx')),
  page('/verify-email', () => import('../accounts/verify-email-page.tsx')),
  page('/forgot-password', () => import('../accounts/forgot-password-page.tsx')),
  page('/reset-password', () => import('../accounts/reset-password-page.tsx')),
];

/** Inside the main layout. */
const layoutPages: RouteObject[] = [
  page('/home', () => import('../home/home-page.tsx')),
  page('/tasks', () => import('../analyses/tasks-page.tsx')),
  page('/profile', () => import('../profile/profile-page.tsx')),
  page('/referral', () => import('../referral/referral-page.tsx')),
  page('/quick-start', () => import('../quick-start/quick-start-page.tsx')),
  page('/file-manager', () => import('../files/manager/file-manager-page.tsx')),
  page('/projects', () => import('../projects/projects-page.tsx')),
  {
    path: '/projects/:id',
    handle: { title: '课题', crumbs: [{ title: '课题', path: '/projects' }] } satisfies PageHandle,
    lazy: async () => ({ Component: (await import('../projects/project-page.tsx')).default }),
  },
  page('/figure-boards', () => import('../figure-boards/boards-page.tsx')),
  {
    path: '/figure-boards/:id',
    handle: { title: '拼图', crumbs: [{ title: '拼图', path: '/figure-boards' }] } satisfies PageHandle,
    lazy: async () => ({ Component: (await import('../figure-boards/board-page.tsx')).default }),
  },
  page('/data_download', () => import('../data-download/data-download-page.tsx')),
  page('/more_features', () => import('../more-features/more-features-page.tsx')),
  page('/custom-analysis', () => import('../custom-analysis/custom-analysis-page.tsx')),
  page('/terms', () => import('../terms/terms-page.tsx')),
  page('/privacy', () => import('../terms/privacy-page.tsx')),
  {
    path: '/gene_report/:id',
    handle: { title: '基因报告', crumbs: [{ title: '基因' }] } satisfies PageHandle,
    lazy: async () => ({ Component: (await import('../gene-report/gene-report-page.tsx')).default }),
  },
  {
    path: '/gene/:name',
    handle: { title: '基因', crumbs: [{ title: '基因' }] } satisfies PageHandle,
    lazy: async () => ({ Component: (await import('../genes/gene-page.tsx')).default }),
  },
  ...INTRO_PAGES.map(
    ({ path, title, family }): RouteObject => ({
      path,
      handle: { title, crumbs: [{ title: FAMILY_TITLES[family] }] } satisfies PageHandle,
      lazy: async () => ({ Component: (await import('../prognosis-intro/prognosis-intro-page.tsx')).default }),
    }),
  ),
  ...routesOfTools(),
];

const existing = [...barePages, ...layoutPages].flatMap(({ path }) => path ?? []);

/** Opens with a link's own token, whoever is or is not signed in: the guard has no part in it. */
const sharedResult: RouteObject = {
  Component: Root,
  ErrorBoundary: RootError,
  HydrateFallback: Waiting,
  children: [
    {
      path: '/share/:token',
      handle: { title: '分享的结果' } satisfies PageHandle,
      lazy: async () => ({ Component: (await import('../shared-result/shared-result-page.tsx')).default }),
    },
    {
      path: '/share/project/:token',
      handle: { title: '分享的课题' } satisfies PageHandle,
      lazy: async () => ({ Component: (await import('../shared-result/shared-project-page.tsx')).default }),
    },
  ],
};

export const routes: RouteObject[] = [
  sharedResult,
  {
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: Waiting,
    loader: guard,
    // Every navigation passes the guard, also one that changes only the query.
    shouldRevalidate: () => true,
    children: [
      ...barePages,
      {
        lazy: async () => ({ Component: (await import('./layout.tsx')).default }),
        children: layoutPages,
      },
      ...redirectRoutes(existing),
      registerRoute,
      unknownRoute,
    ],
  },
];
