import type { FileType } from '@oncoloom/contract';
import { z } from 'zod';
import { checkFiles, checkLogBase, checkStudies, filesRange } from '../inputs/matrices.ts';
import { checkPlatforms } from '../metadata/platforms.ts';
import type { FilesItem } from '../request/request.ts';
import { type Base, type InputKind, OWN, SOURCE_FIELD, type WrittenField } from './kind.ts';
import { identity, pleaseChoose, refused } from './reading.ts';

/**
 * Several expression matrices of the caller, files and earlier results, in the order in which they were chosen. R gets a list of
 * matrices. `sourceField` names earlier results in a request.
 */
export interface FilesParameter extends Base {
  kind: 'files';
  input: string;
  fileTypes: readonly FileType[];
  sourceField: string;
  min: number;
  max: number;
  optional?: boolean;
  /** Each is analysed by itself and matched by symbols: kinds of values and names of genes may differ. */
  apart?: true;
}

const ANALYSES = 'analyses';
const EXPECTED = '要选文件，每个只选一次';

/** Each once; one alone may stand without brackets. */
const identities = z
  .union([z.array(identity).max(100), identity.transform((id) => [id])])
  .refine((ids) => new Set(ids).size === ids.length)
  .optional();

export const files: InputKind<FilesParameter> = {
  fields: ({ sourceField }) => [sourceField, SOURCE_FIELD].map((field) => [field, ANALYSES] as const),
  joint: true,
  /** Files first. */
  read(parameter, given) {
    const own = identities.safeParse(given.get(OWN));
    const analyses = identities.safeParse(given.get(ANALYSES));
    if (!own.success || !analyses.success) return refused(`「${parameter.label}」${EXPECTED}`);
    const items = [
      ...(own.data ?? []).map((id): FilesItem => ({ from: 'file', id })),
      ...(analyses.data ?? []).map((id): FilesItem => ({ from: 'analysis', id })),
    ];
    if (items.length >= parameter.min && items.length <= parameter.max) return { from: 'files', items };
    return refused(`「${parameter.label}」要选 ${filesRange(parameter)}`);
  },
  write({ sourceField }, name, { items }) {
    const idsOf = (from: FilesItem['from']) => items.flatMap((item) => (item.from === from ? [item.id] : []));
    const fields: WrittenField[] = [
      [name, idsOf('file')],
      [sourceField, idsOf('analysis')],
    ];
    return fields.filter(([, ids]) => (ids as number[]).length > 0);
  },
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseChoose(parameter)),
  expected: () => EXPECTED,
  schema: ({ max }) => ({ type: 'array', items: { type: 'integer' }, maxItems: max }),
  fileTypes: ({ fileTypes }) => fileTypes,
  check({ name, parameter, facts }) {
    const chosen = facts[name]?.files ?? [];
    const checked = parameter.apart === true ? checkStudies(name, chosen) : checkFiles(name, chosen);
    return [...checked, ...checkLogBase(name, chosen), ...checkPlatforms(name, chosen)];
  },
};
