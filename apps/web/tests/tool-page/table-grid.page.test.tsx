import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Grid } from '../../src/tool-page/data/grid-edit.ts';
import { TableGrid } from '../../src/tool-page/field-parts/table-grid.tsx';
import { renderPage } from '../support/page.tsx';

const PASTED: Grid = {
  columns: ['变量', 'OR (95% CI)'],
  rows: [
    ['吸烟', '3.20（1.80～5.70）'],
    ['饮酒', '1.10 (0.70–1.73)'],
  ],
};

function Page() {
  const [grid, setGrid] = useState(PASTED);
  return <TableGrid label="粘贴的表" grid={grid} onChange={setGrid} />;
}

const columns = () => screen.getAllByLabelText<HTMLInputElement>(/列的列名$/).map(({ value }) => value);

test('ratios are split by a button and put back by the keys, though the button is gone', async () => {
  renderPage(<Page />, { path: '/', at: '/' });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: '把「OR (95% CI)」分成 OR、下限、上限三列' }));
  expect(columns()).toEqual(['变量', 'OR', '下限', '上限']);
  await user.keyboard('{Control>}z{/Control}');
  expect(columns()).toEqual(PASTED.columns);
  await user.keyboard('{Control>}y{/Control}');
  expect(columns()).toEqual(['变量', 'OR', '下限', '上限']);
  await user.click(screen.getByRole('button', { name: /撤销/ }));
  await user.keyboard('{Control>}y{/Control}');
  expect(columns()).toEqual(['变量', 'OR', '下限', '上限']);
});
