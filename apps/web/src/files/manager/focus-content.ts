/** Of the element that holds the list. */
export const CONTENT_ID = 'files-content';

/** After a dialog or drawer: where what opened it went away with the files, the keyboard is on the list, not nowhere. */
export function focusContent(): void {
  // A dialog that goes without an animation says so while it still holds the keyboard.
  setTimeout(() => {
    const active = document.activeElement;
    // The dialog itself is about to go.
    if (active !== null && active !== document.body && active.closest('[role="dialog"]') === null) return;
    const content = document.getElementById(CONTENT_ID);
    (content?.querySelector<HTMLElement>('[data-key][tabindex="0"]') ?? content)?.focus();
  });
}
