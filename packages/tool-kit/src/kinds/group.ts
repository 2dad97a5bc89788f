import { z } from 'zod';
import type { Base, ValueKind } from './kind.ts';
import { NAME_MAX, pleaseChoose } from './reading.ts';

/** One group's name out of a groups table. */
export interface GroupParameter extends Base {
  kind: 'group';
  of: string;
  /** The number that tells that values are higher in this group: 'log2FC 大于 0'. */
  positive?: string;
  /** What others are compared with: it goes from one tool into another, whatever either calls the field. */
  baseline?: true;
}

/** What the form says of `positive`. @param name Of the group. */
export const higherIn = (positive: string, name = '这一组'): string => `${positive}，表示在${name}中更高。`;

/** Its groups are checked with their table, see `groups-table.ts`. */
export const group: ValueKind<GroupParameter> = {
  read: () => z.union([z.string(), z.number().transform(String)]).pipe(z.string().trim().min(1).max(NAME_MAX)),
  absent: () => null,
  missing: pleaseChoose,
  expected: () => '要填组名',
  schema: () => ({ type: 'string' }),
};
