import { useEffect } from 'react';

/** Of the element that holds the list. */
export const CONTENT_ID = 'files-content';

/** The row that Tab reaches, or the list where it is empty. */
function focusContent(): void {
  const content = document.getElementById(CONTENT_ID);
  (content?.querySelector<HTMLElement>('[data-key][tabindex="0"]') ?? content)?.focus();
}

/**
 * Where what has the keyboard is taken away, such as a dialog, a file's report or a row that was moved, the keyboard is on the list, not nowhere.
 * It goes there when the element goes: a dialog gives the keyboard back to a button that may itself be taken away at any time after.
 */
export function useKeptKeyboard(): void {
  useEffect(() => {
    let last: Element | undefined = document.activeElement ?? undefined;
    /** The dialog that it stood in. */
    let dialog: Element | null = null;
    const focused = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      dialog = target.closest('[role="dialog"]');
    };
    // A press beside what has the keyboard takes it away on purpose.
    const pressed = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && last?.contains(target) === true)) last = undefined;
    };
    const removals = new MutationObserver(() => {
      if (last === undefined || last.isConnected || document.activeElement !== document.body) return;
      // A dialog that is still there keeps its own keyboard.
      if (dialog?.isConnected === true && dialog.getClientRects().length > 0) return;
      focusContent();
    });
    document.addEventListener('focusin', focused);
    document.addEventListener('pointerdown', pressed, true);
    removals.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', focused);
      document.removeEventListener('pointerdown', pressed, true);
      removals.disconnect();
    };
  }, []);
}
