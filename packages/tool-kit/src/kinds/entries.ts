import { z } from 'zod';
import type { Base, ValueKind } from './kind.ts';

/** Names out of a column of the earlier result that the tool draws from: terms, gene sets. The form shows and searches them. */
export interface EntriesParameter extends Base {
  kind: 'entries';
  /** The parameter that names the result. */
  of: string;
  /** The table of the maker's result, its column of names, and the one that a reader knows them by. */
  table: string;
  column: string;
  title: string;
  max: number;
}

const NAME_MAX = 300;
const name = z.string().trim().min(1).max(NAME_MAX);
/** Names may hold blanks and commas. */
const written = z.union([z.array(name), z.string().transform((text) => text.split(/[\t\r\n;；]+/))]);
const eachOnce = (names: readonly string[]) => [...new Set(names.map((one) => one.trim()).filter((one) => one !== ''))];

export const entries: ValueKind<EntriesParameter> = {
  listed: true,
  read: ({ label, max }) => written.transform(eachOnce).refine((names) => names.length <= max, `「${label}」最多 ${max} 个`),
  absent: () => [],
  missing: () => undefined,
  expected: () => '要填那次结果里的名字',
  schema: ({ max }) => ({ type: 'array', items: { type: 'string' }, maxItems: max }),
};
