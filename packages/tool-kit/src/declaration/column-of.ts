import type { ColumnType } from '@oncoloom/contract';
import type { Told } from './told.ts';

/** Columns of one type: by name alone in a table of a figure, with a title in one that is shown. */
export const columnOf = <const Type extends ColumnType>(type: Type) => {
  function column(name: string): { name: string; type: Type };
  function column(name: string, title: Told): { name: string; type: Type; title: Told };
  function column(name: string, title?: Told) {
    return { name, type, ...(title && { title }) };
  }
  return column;
};
