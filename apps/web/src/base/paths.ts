/** Addresses that no tool declares: fixed pages, and what leads from one address to another. No browser code here. */
import { FAMILIES, type Family, INTRO_PAGES, TASK_PAGES, taskOf } from '@oncoloom/contract';

interface Page {
  path: string;
  title: string;
}

/** Pages that always exist; the pages of tools come from the tools' declarations. */
export const PAGE_PATHS = [
  { path: '/login', title: '登录' },
  { path: '/404', title: '没有这个页面' },
  { path: '/verify-email', title: '验证邮箱' },
  { path: '/forgot-password', title: '忘记密码' },
  { path: '/reset-password', title: '重设密码' },
  { path: '/home', title: '首页' },
  { path: '/tasks', title: '全部任务' },
  { path: '/quick-start', title: '快速开始' },
  { path: '/file-manager', title: '文件空间' },
  { path: '/projects', title: '课题' },
  { path: '/figure-boards', title: '拼图' },
  { path: '/data_download', title: '数据下载' },
  { path: '/more_features', title: '更多功能' },
  { path: '/referral', title: '推荐有礼' },
  { path: '/custom-analysis', title: '定制分析' },
  { path: '/profile', title: '个人信息' },
  { path: '/terms', title: '使用条款' },
  { path: '/privacy', title: '隐私说明' },
] as const satisfies readonly Page[];
export type PagePath = (typeof PAGE_PATHS)[number]['path'];

const TITLES: ReadonlyMap<string, string> = new Map(PAGE_PATHS.map(({ path, title }) => [path, title]));

/** The title of a fixed page. */
export function pageTitle(path: PagePath): string {
  return TITLES.get(path) ?? path;
}

/** Where every unknown path ends. */
export const NOT_FOUND = '/404' satisfies PagePath;
/** Its query's name for the address that was asked for. */
export const TYPED = 'path';

/** From an address to another one; both may hold `:id`. */
export type PathRedirect = readonly [from: string, to: string];

/** A detail page is reached with the task's id in its path; without one the address is known as well. */
function spellings(page: string): string[] {
  const bare = page.replace(/\/:\w+$/, '');
  return bare !== page && bare.endsWith('detail') ? [bare, page] : [page];
}

/** Forms of a family in the menu's order; a page that introduces the tools of a folder stands before them. */
function formsOf(family: Family): string[] {
  const forms = TASK_PAGES.filter((page) => page.family === family).map(({ routes }) => routes.analysis);
  for (const { path } of INTRO_PAGES.filter((intro) => intro.family === family)) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    forms.splice(
      forms.findIndex((form) => form.startsWith(folder)),
      0,
      path,
    );
  }
  return forms;
}

/** Every folder above these pages leads to the first of them below it. */
function folderRedirects(pages: readonly string[]): PathRedirect[] {
  const first = new Map<string, string>();
  for (const path of pages) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (!first.has(folder)) first.set(folder, path);
    }
  }
  return [...first];
}

/** The root, families and their sub-sections, each to its first page. */
export const SECTION_REDIRECTS: readonly PathRedirect[] = [
  ['/', '/home'],
  ...FAMILIES.flatMap((family) => folderRedirects(formsOf(family))),
];

/** The family whose pages once stood at the top level. */
const OLD: Family = 'tcga';
const OLD_PAGES: readonly string[] = [
  ...TASK_PAGES.filter(({ family, further }) => family === OLD && further === undefined).flatMap(({ routes }) => Object.values(routes)),
  ...INTRO_PAGES.flatMap(({ family, path }) => (family === OLD ? [path] : [])),
].flatMap(spellings);
const [, OLD_ROOT = ''] = OLD_PAGES[0]?.split('/') ?? [];

/** Old top-level addresses and where they stand today: sections, and their pages. */
export const LEGACY_REDIRECTS: readonly PathRedirect[] = [
  ...SECTION_REDIRECTS.filter(([from]) => from.split('/').length === 3),
  ...OLD_PAGES.map((page) => [page, page] as const),
].flatMap(([from, to]): PathRedirect[] => {
  const [, root, ...rest] = from.split('/');
  const isCounted = OLD_PAGES.some((page) => page === from || page.startsWith(`${from}/`));
  return root === OLD_ROOT && isCounted ? [[`/${rest.join('/')}`, to]] : [];
});

/** The page of a result without its number, from `/x/detail/:id`: an address of the specification that may name the result in its query. */
export function bareDetails(existing: readonly string[]): string[] {
  return existing.filter((path) => /detail\/:\w+$/.test(path)).map((path) => path.replace(/\/:\w+$/, ''));
}

const shape = (path: string) => path.replace(/:\w+/g, ':');
const isForm = (path: string) => !path.includes(':');

/** The form of the tool whose results stand at this address, written with or without their number. */
export function formOfResult(path: string): string | undefined {
  return TASK_PAGES.find(({ routes }) => spellings(routes.result).some((known) => shape(known) === shape(path)))?.routes.analysis;
}

/** What a redirect may fall back on: its own folder, or the section that an old address belonged to. */
function scopeOf([from, to]: PathRedirect): string {
  return to.startsWith(`${from}/`) ? from : to.split('/').slice(0, 3).join('/');
}

/** The first tool of a path's family, or /404 where it has none yet. */
export function firstOfFamily(path: string, existing: readonly string[]): string {
  return existing.find((page) => page.startsWith(`/${path.split('/')[1]}/`) && isForm(page)) ?? NOT_FOUND;
}

/**
 * Where a redirect leads among the pages that exist: its target; where that tool is not there yet, the first page below the same
 * folder, and the family's first tool where there is none.
 */
export function landing(redirect: PathRedirect, existing: readonly string[]): string {
  const [, to] = redirect;
  const target = existing.find((path) => shape(path) === shape(to));
  if (target !== undefined) return target;
  const scope = scopeOf(redirect);
  return existing.find((path) => path.startsWith(`${scope}/`) && isForm(path)) ?? firstOfFamily(to, existing);
}

/** An address of the specification whose tool is not there yet, with the tool's name where it is one. */
export interface PathToCome {
  path: string;
  title: string | undefined;
}

/** Addresses of tools that are not among the pages that exist. */
export function pathsToCome(existing: readonly string[]): PathToCome[] {
  const known = new Set(existing.flatMap(spellings).map(shape));
  const all: PathToCome[] = [
    ...TASK_PAGES.flatMap(({ taskType, routes }) =>
      Object.values(routes)
        .flatMap(spellings)
        .map((path) => ({ path, title: taskOf(taskType).title })),
    ),
    ...INTRO_PAGES.map(({ path }) => ({ path, title: undefined })),
  ];
  return all.filter(({ path }) => !known.has(shape(path)));
}
