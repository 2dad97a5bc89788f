import { INTRO_PAGES, taskOf } from '@oncoloom/contract';
import { type MenuEntry, menu, toolPages } from '@oncoloom/tools/menu';
import { describe, expect, test } from 'vitest';
import { redirectRoutes } from '../src/app/redirect-routes.ts';
import { routesOfTools } from '../src/app/tool-routes.tsx';
import { furtherTools, toolsOf } from '../src/base/families.ts';
import type { PageHandle } from '../src/base/page-title.ts';
import { pathsToCome } from '../src/base/paths.ts';
import { categories } from '../src/search/offers.ts';
import { makersOf } from '../src/tool-page/data/makers.ts';

/** The pages that a tool would have, whatever it computes. */
function pagesOf(taskType: MenuEntry['taskType']): MenuEntry[] {
  const [first] = menu;
  if (first === undefined) throw new Error('the menu is empty');
  const { title, pages, partOf } = taskOf(taskType);
  return pages.map((page) => ({
    ...first,
    ...page,
    further: page.further === true,
    taskType,
    title,
    partOf: (partOf as MenuEntry['partOf']) ?? null,
    produces: [],
  }));
}
const pages = [...pagesOf('go_enrichment'), ...pagesOf('go_plot')];

describe('a plot of another tool', () => {
  test('stands below that tool in each of its menus, and the way back leads there', () => {
    const handles = new Map(routesOfTools(pages).map(({ path, handle }) => [path, handle as PageHandle]));
    expect([...handles.keys()]).toEqual(
      ['/tcga-analysis/go_enrichment', '/bulk-analysis/go_enrichment']
        .flatMap((folder) => [`${folder}/analysis`, `${folder}/detail/:id`])
        .concat(
          ['/tcga-analysis', '/bulk-analysis'].flatMap((root) => [`${root}/go_enrichment/plot`, `${root}/go_enrichment/plot_detail/:id`]),
        ),
    );
    expect(handles.get('/bulk-analysis/go_enrichment/plot_detail/:id')).toEqual({
      title: 'GO 富集图结果',
      crumbs: [
        { title: '通用转录组' },
        { title: 'GO 富集分析', path: '/bulk-analysis/go_enrichment/analysis' },
        { title: 'GO 富集图', path: '/bulk-analysis/go_enrichment/plot' },
      ],
    });
  });

  test('takes its addresses over from those to come, and a bare result leads to its own form', () => {
    const existing = routesOfTools(pages).map(({ path }) => path ?? '');
    expect(pathsToCome(existing).filter(({ path }) => /\/go_enrichment\//.test(path))).toEqual([]);
    const bare = redirectRoutes(existing).filter(({ path }) => path === '/bulk-analysis/go_enrichment/plot_detail');
    expect(bare).toHaveLength(1);
    const open = (query: string) => {
      const loader = bare[0]?.loader;
      if (typeof loader !== 'function') throw new Error('no loader');
      return loader({ params: {}, request: new Request(`https://oncoloom.example/x${query}`) } as never, undefined) as Response;
    };
    expect(open('').headers.get('Location')).toBe('/bulk-analysis/go_enrichment/plot');
    expect(open('?id=7').headers.get('Location')).toBe('/bulk-analysis/go_enrichment/plot_detail/7?id=7');
  });

  test('chooses among the results of its tool', () => {
    expect(makersOf([], 'go_enrichment', pages).map(({ routes }) => routes.analysis)).toEqual(['/tcga-analysis/go_enrichment/analysis']);
    expect(makersOf([], undefined, pages)).toEqual([]);
  });
});

test('menu, counts and search have no part, and every other page of every tool', () => {
  expect(menu).toEqual(toolPages.filter(({ partOf }) => partOf === null));
  const counted = categories(menu).reduce((sum, { count }) => sum + count, 0);
  // The specification counts the page that introduces the prognostic tools.
  expect(counted + furtherTools(menu).length).toBe(menu.length + INTRO_PAGES.length);
  expect(toolsOf('bulk', pagesOf('go_enrichment'))).toHaveLength(1);
});
