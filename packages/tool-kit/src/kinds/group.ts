import { z } from 'zod';
import type { Base, ValueKind } from './kind.ts';
import { NAME_MAX, pleaseChoose } from './reading.ts';

/** One group's name out of a groups table. */
export interface GroupParameter extends Base {
  kind: 'group';
  of: string;
}

/** Its groups are checked with their table, see `groups-table.ts`. */
export const group: ValueKind<GroupParameter> = {
  read: () => z.union([z.string(), z.number().transform(String)]).pipe(z.string().trim().min(1).max(NAME_MAX)),
  absent: () => null,
  missing: pleaseChoose,
  expected: () => '要填组名',
  schema: () => ({ type: 'string' }),
};
