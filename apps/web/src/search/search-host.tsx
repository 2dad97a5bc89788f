import { lazy, Suspense, useLayoutEffect, useState } from 'react';
import { isSearchKey, openSearch, useSearch } from '../base/search-state.ts';

const SearchDialog = lazy(() => import('./search-dialog.tsx'));

/** Listens for the key, and loads the dialog when it is wanted for the first time. */
export function SearchHost() {
  const open = useSearch((state) => state.open);
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  // The key works from the moment that the page is seen, not from some time after.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      // The browser would go to its own search field.
      event.preventDefault();
      openSearch();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    wanted && (
      <Suspense fallback={null}>
        <SearchDialog />
      </Suspense>
    )
  );
}
