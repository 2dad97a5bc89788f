import { type InputParameter, joinTable, withSampleColumn } from '@oncoloom/tool-kit';
import type { Described } from '../inputs/kind.ts';
import { describeRows } from './from-rows.ts';

interface Place {
  field: string;
  parameter: InputParameter;
}

/**
 * What is known of a table of samples, with rows for R that are called by the samples of the matrix: the table may go by patients. The facts stay as
 * they were written, so that the form says what was joined. A table that needs no joining, or is too large for it, stays as it is.
 */
export function joinedRows({ field, parameter }: Place, described: Described, samples: readonly string[] | undefined): Described {
  const { table } = described.facts;
  if (table?.cells === undefined) return described;
  const columns = withSampleColumn(table.columns);
  const { cells, names } = joinTable({ columns, cells: table.cells }, samples);
  if (columns === table.columns && names.samples.size === 0) return described;
  const [given] = described.used;
  const { used, pasted } = describeRows(field, parameter, { columns: [...columns], rows: cells.map((row) => [...row]) });
  return {
    ...described,
    used: used.map((one) => (given === undefined ? one : { ...one, name: given.name, request: given.request })),
    ...(pasted === undefined ? {} : { pasted }),
  };
}
