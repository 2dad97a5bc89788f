import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepPressesSteady } from '../../src/app/steady-press.ts';

/** A press that began on a button counts for it, wherever the page has moved it meanwhile. */

let end: () => void;
let button: HTMLButtonElement;
const pressed = vi.fn();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  end = keepPressesSteady(document);
  button = document.createElement('button');
  button.append(document.createElement('span'));
  button.addEventListener('click', pressed);
  document.body.append(button);
});
afterEach(() => {
  end();
  button.remove();
  pressed.mockReset();
  vi.useRealTimers();
});

/** What a browser sends for a press of the mouse that begins on one element and ends over another. */
function press(from: Element, to: Element, moved = 0, keys: PointerEventInit = {}): void {
  const at = { bubbles: true, clientX: 10, clientY: 10, ...keys };
  from.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerType: 'mouse', button: 0 }));
  to.dispatchEvent(new MouseEvent('mouseup', { ...at, clientX: 10 + moved }));
  const common = from === to ? from : document.body;
  common.dispatchEvent(new MouseEvent('click', { ...at, clientX: 10 + moved }));
  vi.runAllTimers();
}

test('once, where nothing has moved', () => {
  press(button.firstElementChild as Element, button.firstElementChild as Element);
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('where the page has moved under a still hand', () => {
  press(button, document.body);
  expect(pressed).toHaveBeenCalledTimes(1);
});

test('not where the hand has moved away, a key was held, or the button is gone', () => {
  press(button, document.body, 60);
  press(button, document.body, 0, { ctrlKey: true });
  button.remove();
  press(button, document.body);
  expect(pressed).not.toHaveBeenCalled();
});
