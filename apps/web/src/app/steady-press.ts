/** A hand that holds still moves no further, px. */
const STILL_PX = 4;

const PRESSED = 'button, a[href]';

/**
 * Lets a press of the mouse count for the button or link on which it began. Where the page moves between pressing and letting go, because an
 * answer has come, the browser sends the click to what lies there by then, and the button does nothing.
 * @returns what ends it
 */
export function keepPressesSteady(root: Document): () => void {
  let press: { on: HTMLElement; x: number; y: number } | undefined;
  const begin = (event: PointerEvent) => {
    const on = event.target instanceof Element ? event.target.closest<HTMLElement>(PRESSED) : null;
    const plain =
      event.pointerType === 'mouse' && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    press = on !== null && plain ? { on, x: event.clientX, y: event.clientY } : undefined;
  };
  const arrive = (event: MouseEvent) => {
    if (press !== undefined && event.target instanceof Node && press.on.contains(event.target)) press = undefined;
  };
  const end = (event: MouseEvent) => {
    const begun = press;
    if (begun === undefined) return;
    // The click follows in the same task.
    setTimeout(() => {
      if (press !== begun) return;
      press = undefined;
      const still = Math.hypot(event.clientX - begun.x, event.clientY - begun.y) <= STILL_PX;
      if (still && begun.on.isConnected) begun.on.click();
    });
  };
  root.addEventListener('pointerdown', begin, true);
  root.addEventListener('click', arrive, true);
  root.addEventListener('mouseup', end, true);
  return () => {
    root.removeEventListener('pointerdown', begin, true);
    root.removeEventListener('click', arrive, true);
    root.removeEventListener('mouseup', end, true);
  };
}
