import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { create } from 'zustand';

export interface Crumb {
  title: string;
  path?: string;
}

/** What a route says of itself: its title, and what stands between home and it. */
export interface PageHandle {
  title: string;
  crumbs?: readonly Crumb[];
}

const PRODUCT = '瘤析 OncoLoom';

interface Override {
  title: string | undefined;
}
const useOverride = create<Override>()(() => ({ title: undefined }));

/** A page that knows better than its route, such as a result with its task's name. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    useOverride.setState({ title });
    return () => useOverride.setState({ title: undefined });
  }, [title]);
}

/** Title and breadcrumb of the page in view. */
export function usePage(): { title: string | undefined; crumbs: readonly Crumb[] } {
  const matches = useMatches();
  const override = useOverride((state) => state.title);
  const handle = matches.findLast((match) => match.handle !== undefined)?.handle as PageHandle | undefined;
  return { title: override ?? handle?.title, crumbs: handle?.crumbs ?? [] };
}

/** Keeps the document's title: page, then product. */
export function useDocumentTitle(): void {
  const { title } = usePage();
  useEffect(() => {
    document.title = title === undefined ? PRODUCT : `${title} - ${PRODUCT}`;
  }, [title]);
}
