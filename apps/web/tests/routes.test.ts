import { FAMILIES, type UserInfo } from '@oncoloom/contract';
import { toolPages } from '@oncoloom/tools/menu';
import { createMemoryRouter } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { endSession } from '../src/accounts/session.ts';
import { storeToken } from '../src/api/token.ts';
import { LEGACY_REDIRECTS, PAGE_PATHS, pathsToCome, SECTION_REDIRECTS } from '../src/base/paths.ts';
import { answerFetch, freshBrowser, jsonResponse } from './support/browser.ts';

const user: UserInfo = {
  id: 1,
  username: 'lin',
  email: 'lin@hospital.example',
  avatar: null,
  user_type: 'new',
  points: 60,
  expired_at: null,
  has_used_trial_card: false,
  email_verified: false,
};

/** The address that a browser ends at which opens `path`. */
async function open(path: string): Promise<string> {
  const { routes } = await import('../src/app/routes.tsx');
  // A page's code is not what is tried here, and the layout's needs a window to be loaded at all.
  const bare = (route: (typeof routes)[number]): (typeof routes)[number] => {
    const { lazy: _, children, index: __, ...rest } = route;
    return children ? { ...rest, children: children.map(bare) } : rest;
  };
  const router = createMemoryRouter(routes.map(bare), { initialEntries: [path] });
  await vi.waitUntil(() => router.state.initialized && router.state.navigation.state === 'idle', { interval: 1 });
  const { pathname, search } = router.state.location;
  expect(router.state.errors).toBeNull();
  router.dispose();
  return pathname + search;
}

beforeEach(() => {
  freshBrowser();
  endSession();
});

test('every fixed page has a route', async () => {
  const { routes } = await import('../src/app/routes.tsx');
  const paths = (list: typeof routes): string[] =>
    list.flatMap(({ path, children }) => [...(path ? [path] : []), ...paths(children ?? [])]);
  const routed = paths(routes);
  expect(PAGE_PATHS.map(({ path }) => path).filter((path) => !routed.includes(path))).toEqual([]);
  expect(new Set(routed).size).toBe(routed.length);
});

test.each(['signed in', 'without a token'])('a shared result opens %s, and asks nobody who is there', async (who) => {
  const asked = answerFetch(jsonResponse(200, user));
  if (who === 'signed in') storeToken('t');
  expect(await open('/share/abcDEF-123')).toBe('/share/abcDEF-123');
  expect(await open('/share/project/abcDEF-123')).toBe('/share/project/abcDEF-123');
  expect(asked).not.toHaveBeenCalled();
});

describe('without a token', () => {
  test.each([
    ['/nowhere/at/all?x=1', '/login?redirect=%2Fnowhere%2Fat%2Fall%3Fx%3D1'],
    ['/register', '/login?tab=register'],
    ['/register?invite=ABC', '/login?invite=ABC&tab=register'],
    ['/home', '/login?redirect=%2Fhome'],
    ['/', '/login?redirect=%2Fhome'],
    ['/bulk-analysis/limma-differential', '/login?redirect=%2Fbulk-analysis%2Flimma-differential%2Fanalysis'],
    ['/login?redirect=%2Fhome', '/login?redirect=%2Fhome'],
  ])('%s ends at %s', async (path, end) => expect(await open(path)).toBe(end));
});

describe('with a token', () => {
  beforeEach(() => {
    storeToken('t');
    answerFetch(jsonResponse(200, user));
  });

  test.each([
    ['/', '/home'],
    ['/login', '/home'],
    ['/nowhere?x=1', '/404?path=%2Fnowhere%3Fx%3D1'],
    ['/register', '/home'],
    ['/general-plotting/volcano-plot', '/general-plotting/volcano-plot/analysis'],
    ['/general-plotting/volcano-plot/12', '/general-plotting/volcano-plot/12'],
    ['/gene_diff_analysis/detail/7?tab=km', '/tcga-analysis/gene_diff_analysis/detail/7?tab=km'],
    ['/gene_diff_analysis/detail?id=7', '/tcga-analysis/gene_diff_analysis/detail/7?id=7'],
    ['/clinical_feature_correlation/detail?analysis_id=12', '/tcga-analysis/clinical_feature_correlation/detail/12?analysis_id=12'],
    ['/gene_diff_analysis/detail?id=..%2Fx', '/tcga-analysis/gene_diff_analysis/index?id=..%2Fx'],
    ['/gene_diff_analysis/detail', '/tcga-analysis/gene_diff_analysis/index'],
    ['/bulk-analysis/limma-differential?from=3', '/bulk-analysis/limma-differential/analysis?from=3'],
  ])('%s ends at %s', async (path, end) => expect(await open(path)).toBe(end));

  test('an address whose tool is not there yet ends at the first tool of its family, without what was asked of the other', async () => {
    const toCome = pathsToCome(toolPages.flatMap(({ routes }) => Object.values(routes)));
    for (const family of FAMILIES) {
      const first = toolPages.find((page) => page.family === family)?.routes.analysis;
      const root = `/${first?.split('/')[1]}/`;
      const awaited = toCome.filter(({ path, title }) => path.startsWith(root) && title !== undefined);
      const [form, result] = [awaited.find(({ path }) => !path.includes(':')), awaited.find(({ path }) => path.includes(':'))];
      for (const address of [form, result]) {
        if (address !== undefined)
          expect([address.path, await open(`${address.path.replace(/:\w+/, '7')}?source=3`)]).toEqual([address.path, first]);
      }
    }
  });

  test('no old address and no section is a dead end', async () => {
    for (const [from] of [...LEGACY_REDIRECTS, ...SECTION_REDIRECTS]) {
      const path = from.replace(':id', '7');
      const end = await open(path);
      expect(end, from).not.toBe(path);
      expect(end, from).not.toMatch(/:|^\/login/);
    }
  });
});
