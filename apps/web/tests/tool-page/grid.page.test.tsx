import type { GridParameter } from '@oncoloom/tool-kit';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { InputChoice } from '../../src/tool-page/data/input-choice.ts';
import { GridField } from '../../src/tool-page/fields/grid-field.tsx';
import { EMPTY_FORM } from '../../src/tool-page/form/form-state.ts';
import { formOf } from '../support/form.ts';
import { renderPage } from '../support/page.tsx';

/** A small table as it is operated from the keyboard and pasted into. */

const parameter: GridParameter = {
  kind: 'grid',
  label: '小表',
  input: 'table',
  columns: [
    { name: 'label', title: '名称', type: 'text' },
    { name: 'hr', title: 'HR', type: 'number' },
  ],
  minRows: 1,
  maxRows: 50,
};

function Page() {
  const [choice, setChoice] = useState<InputChoice>();
  const inputs = choice === undefined ? {} : { table: choice };
  const form = formOf({ state: { ...EMPTY_FORM, inputs }, setInput: (_, next) => setChoice(next) });
  return <GridField name="table" parameter={parameter} form={form} />;
}

const cell = (row: number, title: string) => screen.getByLabelText<HTMLInputElement>(`第 ${row} 行，${title}`);
const cells = () => screen.getAllByLabelText<HTMLInputElement>(/^第 \d+ 行，/).map(({ value }) => value);
const paste = (text: string) => fireEvent.paste(cell(1, '名称'), { clipboardData: { getData: () => text } });

test('takes a spreadsheet’s cells with their titles, and says what is no number', async () => {
  renderPage(<Page />, { path: '/', at: '/' });
  paste('名称\tHR\r\nEGFR\t1.25\r\nTP53\t=1+1\r\n');
  expect(cells()).toEqual(['EGFR', '1.25', 'TP53', '=1+1']);
  expect(screen.getByText('「HR」这一列要填数字：第 2 行不是')).toBeDefined();
});

test('is gone through by Tab and arrows as a spreadsheet, without stopping at what removes a row', async () => {
  renderPage(<Page />, { path: '/', at: '/' });
  paste('EGFR\t1.25\nTP53\t0.8\n');
  const user = userEvent.setup();
  await user.click(cell(1, '名称'));
  await user.keyboard('{Tab}');
  expect(document.activeElement).toBe(cell(1, 'HR'));
  await user.keyboard('{Tab}');
  expect(document.activeElement).toBe(cell(2, '名称'));
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  expect(document.activeElement).toBe(cell(1, 'HR'));
  cell(1, 'HR').setSelectionRange(0, 0);
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(cell(1, '名称'));
  cell(1, '名称').setSelectionRange(2, 2);
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(cell(1, '名称'));
  cell(1, 'HR').focus();
  cell(1, 'HR').setSelectionRange(4, 4);
  await user.keyboard('{ArrowRight}{Enter}');
  expect(cells().slice(0, 4)).toEqual(['TP53', '0.8', '', '']);
});

test('takes changes back and brings them again, by both habits', async () => {
  renderPage(<Page />, { path: '/', at: '/' });
  const user = userEvent.setup();
  await user.type(cell(1, '名称'), 'EGFR');
  const [first] = cells();
  expect(first).toBe('EGFR');
  await user.keyboard('{Control>}z{/Control}');
  expect(cells()[0]).toBe('');
  await user.keyboard('{Control>}y{/Control}');
  expect(cells()[0]).toBe('EGFR');
  await user.keyboard('{Control>}z{/Control}{Control>}{Shift>}z{/Shift}{/Control}');
  expect(cells()[0]).toBe('EGFR');
});

test('puts the cursor into the row that is added', async () => {
  renderPage(<Page />, { path: '/', at: '/' });
  paste('EGFR\t1.25\n');
  await userEvent.setup().click(screen.getByRole('button', { name: /加一行/ }));
  const rows = cells().length / 2;
  await expect.poll(() => document.activeElement).toBe(cell(rows, '名称'));
});
