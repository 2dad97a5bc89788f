import { FAMILY_TITLES } from '@oncoloom/contract';
import { type MenuEntry, toolPages } from '@oncoloom/tools/menu';
import type { RouteObject } from 'react-router';
import type { Crumb, PageHandle } from '../base/page-title.ts';

/** What stands between home and a tool: its family, and for a part the tool that it draws from. */
function crumbsOf({ family, partOf }: MenuEntry, pages: readonly MenuEntry[]): Crumb[] {
  const parent = pages.find((page) => page.taskType === partOf && page.family === family);
  return [{ title: FAMILY_TITLES[family] }, ...(parent === undefined ? [] : [{ title: parent.title, path: parent.routes.analysis }])];
}

/** A tool's page in one menu, from its declaration's routes; the code of both pages is shared by all tools and loads on demand. */
function routesOf(entry: MenuEntry, pages: readonly MenuEntry[]): RouteObject[] {
  const crumbs = crumbsOf(entry, pages);
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

/** Form and result of every page of every tool. */
export function routesOfTools(pages: readonly MenuEntry[] = toolPages): RouteObject[] {
  return pages.flatMap((entry) => routesOf(entry, pages));
}
