import type { NumberParameter } from '@oncoloom/tool-kit';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useState } from 'react';
import { expect, test } from 'vitest';
import { EditorField } from '../../src/charts/editor/editor-field.tsx';
import { LengthField } from '../../src/figure-boards/board-settings.tsx';
import { NumberField } from '../../src/tool-page/fields/number-field.tsx';

/** Fields of numbers while the page around them is drawn anew, as it is when the server answers to what has been typed so far. */

const NUMBER: NumberParameter = { kind: 'number', label: '阈值', default: 2, min: 0, max: 10 };

type Held = (value: number, onChange: (value: unknown) => void) => ReactElement;
const FIELDS: Record<string, Held> = {
  'a form': (value, onChange) => (
    <NumberField
      taskType="volcano_plot_analysis"
      name="threshold"
      parameter={NUMBER}
      value={value}
      help={undefined}
      error={undefined}
      fixed={false}
      onChange={onChange}
    />
  ),
  'the editor': (value, onChange) => (
    <EditorField name="threshold" field={NUMBER} value={value} words={{}} names={[]} onChange={onChange} />
  ),
  'a figure board': (value, onChange) => <LengthField label="阈值" value={value} min={0} max={10} onChange={onChange} />,
};

test.each(Object.keys(FIELDS))('a number that is typed slowly in %s is the number that is taken', async (place) => {
  const taken: unknown[] = [];
  function Page({ drawing }: { drawing: number }) {
    const [value, setValue] = useState(2);
    return (
      <div data-drawing={drawing}>
        {FIELDS[place]?.(value, (next) => {
          taken.push(next);
          setValue(next as number);
        })}
      </div>
    );
  }
  const user = userEvent.setup();
  const { rerender } = render(<Page drawing={0} />);
  const field = screen.getByLabelText<HTMLInputElement>('阈值');
  await user.clear(field);
  let typed = '';
  for (const [i, key] of [...'0.5'].entries()) {
    await user.keyboard(key);
    rerender(<Page drawing={i + 1} />);
    typed += key;
    expect(field.value).toBe(typed);
  }
  await user.tab();
  expect(field.value).toBe('0.5');
  expect(taken.at(-1)).toBe(0.5);
});
