import { type RouteObject, redirect } from 'react-router';
import { signedIn } from '../accounts/session.ts';
import { showInfo } from '../base/notices.ts';
import {
  bareDetails,
  firstOfFamily,
  formOfResult,
  LEGACY_REDIRECTS,
  landing,
  NOT_FOUND,
  type PathRedirect,
  type PathToCome,
  pathsToCome,
  SECTION_REDIRECTS,
  TYPED,
} from '../base/paths.ts';

/**
 * Routes of addresses that lead to another one of the `existing` paths. They answer before the guard does, so that login leads
 * back to the page itself and not to its old address.
 */
export function redirectRoutes(existing: readonly string[]): RouteObject[] {
  const details = bareDetails(existing);
  const toCome = pathsToCome(existing);
  const awaited = new Set(toCome.map(({ path }) => path));
  const entries = [...LEGACY_REDIRECTS, ...SECTION_REDIRECTS];
  return [
    ...entries.map((entry) => leadingRoute(entry, [...existing, ...details], awaited)),
    ...details.map((path) => detailRoute(path, existing)),
    ...toCome.map((address) => awaitedRoute(address, existing)),
  ];
}

/** Old addresses and folders. One of a tool that is not there yet leads on by way of the tool's own address, which says so. */
function leadingRoute(entry: PathRedirect, existing: readonly string[], awaited: ReadonlySet<string>): RouteObject {
  const [path, to] = entry;
  const isTool = awaited.has(to) && !to.startsWith(`${path}/`);
  const target = isTool ? to : landing(entry, existing);
  return {
    path,
    loader: ({ params, request }) => {
      if (target === NOT_FOUND) return redirect(NOT_FOUND);
      return redirect(target.replace(/:\w+/, encodeURIComponent(params.id ?? '')) + new URL(request.url).search);
    },
  };
}

/**
 * A tool that is not there yet: the first one of its family in its place. What the query asks for is not meant for that one. An
 * introduction that is not there leads to the first tool that it would introduce.
 */
function awaitedRoute({ path, title }: PathToCome, existing: readonly string[]): RouteObject {
  const target = title === undefined ? landing([path.slice(0, path.lastIndexOf('/')), path], existing) : firstOfFamily(path, existing);
  return {
    path,
    loader: () => {
      if (target !== NOT_FOUND && title !== undefined) showInfo(`「${title}」还没有开放，先打开了同类的第一个工具。`);
      return redirect(target);
    },
  };
}

/** Names under which a query tells the number of a result. */
const ID_NAMES = ['id', 'analysis_id', 'analysisId', 'task_id'];

/** A detail page whose result the query names; without one, the tool's own page, where its results are listed. */
function detailRoute(path: string, existing: readonly string[]): RouteObject {
  const form = formOfResult(path);
  return {
    path,
    loader: ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      const id = ID_NAMES.map((name) => searchParams.get(name)).find((value) => value !== null && /^\d+$/.test(value));
      if (id !== undefined) return redirect(`${path}/${id}${search}`);
      return redirect((existing.find((page) => page === form) ?? NOT_FOUND) + search);
    },
  };
}

/** Where people look for registration; an invitation stays. */
export const registerRoute: RouteObject = {
  path: '/register',
  loader: ({ request }) => {
    const query = new URL(request.url).searchParams;
    query.set('tab', 'register');
    return redirect(`/login?${query}`);
  },
};

/** Every path that no route has: the page says which it was. A visitor is led to login by the guard, and from there back to it. */
export const unknownRoute: RouteObject = {
  path: '*',
  loader: ({ request }) => {
    const { pathname, search } = new URL(request.url);
    return signedIn() ? redirect(`${NOT_FOUND}?${new URLSearchParams({ [TYPED]: pathname + search })}`) : null;
  },
};
