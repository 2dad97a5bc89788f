import { type RouteObject, redirect } from 'react-router';
import { bareDetails, LEGACY_REDIRECTS, landing, NOT_FOUND, SECTION_REDIRECTS } from './paths.ts';

/**
 * Routes of addresses that lead to another one of the `existing` paths. They answer before the guard does, so that login leads
 * back to the page itself and not to its old address.
 */
export function redirectRoutes(existing: readonly string[]): RouteObject[] {
  const details = bareDetails(existing);
  return [...legacyRoutes([...existing, ...details]), ...details.map((path) => detailRoute(path, existing))];
}

function legacyRoutes(existing: readonly string[]): RouteObject[] {
  return [...LEGACY_REDIRECTS, ...SECTION_REDIRECTS].map((entry) => {
    const target = landing(entry, existing);
    return {
      path: entry[0],
      loader: ({ params, request }) => {
        if (target === NOT_FOUND) return redirect(NOT_FOUND);
        return redirect(target.replace(/:\w+/, encodeURIComponent(params.id ?? '')) + new URL(request.url).search);
      },
    };
  });
}

/** Names under which a query tells the number of a result. */
const ID_NAMES = ['id', 'analysis_id', 'analysisId', 'task_id'];

/** A detail page whose result the query names; without one, the tool's own page, where its results are listed. */
function detailRoute(path: string, existing: readonly string[]): RouteObject {
  return {
    path,
    loader: ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      const id = ID_NAMES.map((name) => searchParams.get(name)).find((value) => value !== null && /^\d+$/.test(value));
      if (id !== undefined) return redirect(`${path}/${id}${search}`);
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
      return redirect((existing.find((page) => page.startsWith(folder) && !page.includes(':')) ?? NOT_FOUND) + search);
    },
  };
}

/** Every path that no route has. */
export const unknownRoute: RouteObject = { path: '*', loader: () => redirect(NOT_FOUND) };
