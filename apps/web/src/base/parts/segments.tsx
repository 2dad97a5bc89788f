import { Segmented } from 'antd';
import { type ComponentProps, useId } from 'react';

/**
 * One choice of a few that stand side by side. It is one stop of the Tab key: its radios have a name together, and what stands around them is no stop
 * of its own; arrow keys choose.
 */
export function Segments<T extends string | number>(props: Omit<ComponentProps<typeof Segmented<T>>, 'name' | 'tabIndex' | 'ref'>) {
  return <Segmented<T> name={useId()} {...props} tabIndex={-1} />;
}
