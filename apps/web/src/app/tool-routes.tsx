import { type MenuEntry, menu } from '@oncoloom/tools/menu';
import type { RouteObject } from 'react-router';
import { FAMILY_TITLES } from './families.ts';
import type { PageHandle } from './page-title.ts';

/** Pages of a tool, from its declaration's routes; the code of both pages is shared by all tools and loads on demand. */
function routesOf(entry: MenuEntry): RouteObject[] {
  const crumbs = [{ title: FAMILY_TITLES[entry.family] }];
  return [
    {
      path: entry.routes.analysis,
      handle: { title: entry.title, crumbs } satisfies PageHandle,
      lazy: async () => {
        const { default: ToolPage } = await import('../tool-page/tool-page.tsx');
        return { element: <ToolPage entry={entry} /> };
      },
    },
    {
      path: entry.routes.result,
      handle: {
        title: `${entry.title}结果`,
        crumbs: [...crumbs, { title: entry.title, path: entry.routes.analysis }],
      } satisfies PageHandle,
      lazy: async () => {
        const { default: ResultPage } = await import('../analyses/result-page.tsx');
        return { element: <ResultPage entry={entry} /> };
      },
    },
  ];
}

export const toolRoutes: RouteObject[] = menu.flatMap(routesOf);
