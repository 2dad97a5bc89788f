import { type RouteObject, redirect } from 'react-router';
import { LEGACY_REDIRECTS, landing, NOT_FOUND, SECTION_REDIRECTS } from './paths.ts';

/**
 * Routes of addresses that lead to another one of the `existing` paths. They answer before the guard does, so that login leads
 * back to the page itself and not to its old address.
 */
export function redirectRoutes(existing: readonly string[]): RouteObject[] {
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

/** Every path that no route has. */
export const unknownRoute: RouteObject = { path: '*', loader: () => redirect(NOT_FOUND) };
