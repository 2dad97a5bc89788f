import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { CONTENT_ID, useKeptKeyboard } from '../../src/files/manager/list/use-kept-keyboard.ts';

/** A list of one row, and a button beside it that can be taken away. */
function Page() {
  useKeptKeyboard();
  const [has, setHas] = useState(true);
  return (
    <>
      <div id={CONTENT_ID} tabIndex={-1}>
        <button type="button" data-key="f1" tabIndex={0}>
          first
        </button>
      </div>
      {has && <button type="button">moved</button>}
      <input aria-label="other" />
      <button type="button" onClick={() => setHas(false)}>
        take away
      </button>
    </>
  );
}

const takeAway = () => fireEvent.click(screen.getByText('take away'));
const active = () => document.activeElement;

test('the keyboard goes to the list whenever what has it goes away', async () => {
  render(<Page />);
  screen.getByText('moved').focus();
  takeAway();
  await expect.poll(active).toBe(screen.getByText('first'));
});

test('it stays where it is, and nowhere after a press beside everything', async () => {
  render(<Page />);
  screen.getByLabelText('other').focus();
  takeAway();
  await expect.poll(() => screen.queryByText('moved')).toBeNull();
  expect(active()).toBe(screen.getByLabelText('other'));
});
