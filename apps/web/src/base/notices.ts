import { ERROR_TOAST_MS } from '@oncoloom/contract';

type Level = 'error' | 'success' | 'info';
type Show = (level: Level, text: string, seconds: number) => void;

const AFTER_RELOAD = 'oncoloom_notice';
let show: Show | undefined;
/** Texts that came before the page was drawn. */
let waiting: Parameters<Show>[] = [];

/** Connects the toasts to the drawn page; what came earlier is shown now. */
export function connectNotices(next: Show): () => void {
  show = next;
  const stored = sessionStorage.getItem(AFTER_RELOAD);
  if (stored !== null) {
    sessionStorage.removeItem(AFTER_RELOAD);
    waiting.push(['error', stored, ERROR_TOAST_MS / 1000]);
  }
  for (const notice of waiting) next(...notice);
  waiting = [];
  return () => {
    if (show === next) show = undefined;
  };
}

function notify(level: Level, text: string, seconds: number): void {
  if (show) show(level, text, seconds);
  else waiting.push([level, text, seconds]);
}

/** A toast at the top for 5 s. Where a page shows the failure itself, call the API with `silent` instead. */
export function showError(text: string): void {
  notify('error', text, ERROR_TOAST_MS / 1000);
}

export function showSuccess(text: string): void {
  notify('success', text, 3);
}

export function showInfo(text: string): void {
  notify('info', text, 4);
}

/** For the 401 that reloads the page: a toast drawn now would vanish with it. */
export function showErrorAfterReload(text: string): void {
  sessionStorage.setItem(AFTER_RELOAD, text);
}
