import { z } from 'zod';
import type { Value } from '../request/request.ts';
import { formatCount } from '../words/format.ts';
import type { Defaulted, Given } from './kind.ts';

/** Rows of one record each that a request takes where its parameter says nothing else. */
export const PASTED_ROWS_MAX = 20_000;
const CELL_MAX = 500;
/** Of a column's name. */
export const NAME_MAX = 80;
/** Letters of a long name that a sentence repeats. */
const SHOWN_MAX = 20;
/** Ids are PostgreSQL integers; a larger one names nothing. */
const ID_MAX = 2_147_483_647;

export const cell = z
  .union([z.string().max(CELL_MAX), z.number(), z.boolean(), z.null()])
  .transform((v) => (v === null ? '' : String(v).trim()));
export const identity = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().positive().max(ID_MAX));
export const numeric = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/)
      .transform(Number),
  ])
  .pipe(z.number());
export const flag = z
  .union([
    z.boolean(),
    z.literal([0, 1]).transform((v) => v === 1),
    z.literal(['0', '1', 'true', 'false']).transform((v) => v === '1' || v === 'true'),
  ])
  .pipe(z.boolean());
/** The name of a part of an earlier result: a module, a cluster, a comparison. */
export const partName = z.string().trim().max(200).optional();
const record = z.record(z.string().trim().min(1).max(NAME_MAX), cell);

/** A refusal in our own words. */
export function refused(message: string): z.ZodError {
  return new z.ZodError([{ code: 'custom', path: [], message, input: undefined }]);
}

/** A refusal without a sentence of its own: the kind's `expected` says what is wanted. */
export const unreadable = (): z.ZodError => new z.ZodError([]);

/** The part that counts where only one does, and what was given for it. */
export function lastOf(given: Given): [part: string | undefined, raw: unknown] {
  return [...given].at(-1) ?? [undefined, undefined];
}

/** A refusal of columns without a name, or with one that is too long; undefined where their names serve. */
export function refusedNames(label: string, columns: readonly string[]): z.ZodError | undefined {
  const names = columns.map((name) => name.trim());
  const long = names.find((name) => name.length > NAME_MAX);
  if (long !== undefined)
    return refused(`「${label}」的列名「${long.slice(0, SHOWN_MAX)}…」有 ${long.length} 个字，最多 ${NAME_MAX} 个。请改短这个列名`);
  return names.includes('') ? refused(`「${label}」有一列没有列名。请给每一列写上列名`) : undefined;
}

/** An id of a file or of an earlier analysis. */
export function readIdentity<From extends 'file' | 'analysis'>(from: From, raw: unknown): { from: From; id: number } | z.ZodError {
  const parsed = identity.safeParse(raw);
  return parsed.success ? { from, id: parsed.data } : parsed.error;
}

const recordNames = (raw: unknown): string[] => {
  const first: unknown = Array.isArray(raw) ? raw[0] : undefined;
  return typeof first === 'object' && first !== null ? Object.keys(first) : [];
};

/** Rows of one record each as a rectangular table; columns in order of first appearance. */
export function readRecords(
  raw: unknown,
  limit: { label: string; maxColumns: number; maxRows?: number },
): { columns: string[]; rows: string[][] } | z.ZodError {
  const rowsMax = limit.maxRows ?? PASTED_ROWS_MAX;
  if (Array.isArray(raw) && raw.length > rowsMax)
    return refused(`「${limit.label}」有 ${formatCount(raw.length)} 行，最多 ${formatCount(rowsMax)} 行。请只留下要用的行`);
  const parsed = z.array(record).min(1).safeParse(raw);
  if (!parsed.success) return refusedNames(limit.label, recordNames(raw)) ?? parsed.error;
  const columns = [...new Set(parsed.data.flatMap((row) => Object.keys(row)))];
  // Rows may name different columns: without a limit, a small request makes a table too large for memory.
  if (columns.length > limit.maxColumns) return refused(`「${limit.label}」最多 ${limit.maxColumns} 列，请去掉用不到的列`);
  return { columns, rows: parsed.data.map((row) => columns.map((column) => row[column] ?? '')) };
}

/** A table as records of one row each. */
export function recordsOf({
  columns,
  rows,
}: {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}): Record<string, string>[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? ''])));
}

/** The declared default, or the one for the values that stand before it. */
export function declaredDefault<T extends Value>(
  { default: plain, defaultWhen }: Defaulted<T>,
  values: Readonly<Record<string, Value>>,
): T {
  return defaultWhen?.is.some((value) => value === values[defaultWhen.parameter]) ? defaultWhen.value : plain;
}

/** JSON Schema of what a value is once it is read. */
export function publishedSchema(read: z.ZodType<Value>): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(read, { io: 'output', unrepresentable: 'any' });
  return schema;
}

export const pleaseFill = ({ label }: { label: string }): string => `请填写「${label}」`;
export const pleaseChoose = ({ label }: { label: string }): string => `请选择「${label}」`;

/** The one part that names the source of an input; a refusal where several do, undefined where none does. */
export function sourceOf(label: string, given: Given, sources: readonly string[]): string | z.ZodError | undefined {
  const named = sources.filter((part) => given.has(part));
  return named.length > 1 ? refused(`「${label}」只能选一种来源，请去掉其余的`) : named[0];
}
