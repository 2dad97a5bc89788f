import { type FigureStyle, sayIn, styleTuples } from '@oncoloom/figures';
import { Select } from 'antd';
import { useId } from 'react';
import type { Value } from '../types.ts';

/** Which comparisons have a bracket with their P; none chosen: the usual ones. */
export function BracketsField(props: {
  pairs: readonly (readonly [string, string])[];
  style: FigureStyle;
  apply: (key: string, patch: Readonly<Record<string, Value>>) => void;
}) {
  const { pairs, style, apply } = props;
  const id = useId();
  const say = sayIn(style);
  const options = pairs.map((pair) => ({ value: JSON.stringify(pair), label: pair.map((name) => say(name)).join(' 与 ') }));
  return (
    <div className="editor-row editor-row-stacked" data-field="brackets">
      <label htmlFor={id} title="P 来自结果的表，不另外计算。">
        括线
      </label>
      <Select
        id={id}
        mode="multiple"
        value={styleTuples(style, 'brackets', 2).map((pair) => JSON.stringify(pair))}
        options={options}
        placeholder="默认：结果里主要的比较"
        onChange={(chosen: string[]) => apply('brackets', { brackets: chosen.flatMap((pair) => JSON.parse(pair) as string[]) })}
      />
    </div>
  );
}
