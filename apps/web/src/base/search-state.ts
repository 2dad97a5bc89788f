import { create } from 'zustand';

/** Whether the search of tools is in view. */
export const useSearch = create<{ open: boolean }>()(() => ({ open: false }));

export function openSearch(): void {
  useSearch.setState({ open: true });
}

export function closeSearch(): void {
  useSearch.setState({ open: false });
}

/** Ctrl+K, or ⌘K on a Mac. */
export function isSearchKey(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean {
  return event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
}
