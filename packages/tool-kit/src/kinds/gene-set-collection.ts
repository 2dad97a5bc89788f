import type { GeneSetFamily } from '@oncoloom/contract';
import { z } from 'zod';
import { formatCount } from '../words/format.ts';
import { type Base, type InputKind, OWN } from './kind.ts';
import { readIdentity, refused, sourceOf } from './reading.ts';

/** A collection of gene sets: one that is installed, by its file's name, or a gmt of the user's. R gets a named list of genes. */
export interface GeneSetCollectionParameter extends Base {
  kind: 'gene-set-collection';
  input: string;
  fileField: string;
  /** The families that the form offers; all of them where left out. */
  families?: readonly GeneSetFamily[];
  /** The collection that is taken where none is named and it is installed; else the newest of the first family that is installed. */
  preferred?: string;
  optional?: boolean;
}

const FILE = 'file';
/** Three times all that MSigDB has. */
const SETS_MAX = 100_000;
/** A file's name and never a way to one. */
const collectionName = z
  .string()
  .trim()
  .regex(/^[\w][\w.-]{0,119}$/);

export const geneSetCollection: InputKind<GeneSetCollectionParameter> = {
  fields: ({ fileField }) => [[fileField, FILE]],
  joint: true,
  read({ label }, given) {
    const part = sourceOf(label, given, [OWN, FILE]);
    if (part === undefined || part instanceof z.ZodError) return part;
    if (part === FILE) return readIdentity('file', given.get(FILE));
    const name = collectionName.safeParse(given.get(OWN));
    return name.success ? { from: 'collection', name: name.data } : refused(`「${label}」要填已安装的基因集的名字`);
  },
  write({ fileField }, name, value) {
    if (value.from === 'file') return [[fileField, value.id]];
    return value.name === undefined ? [] : [[name, value.name]];
  },
  absent: ({ optional }) => (optional === true ? undefined : { from: 'collection' }),
  missing: () => undefined,
  expected: () => '要填已安装的基因集的名字',
  schema: () => ({ type: 'string', maxLength: 120 }),
  fileTypes: () => ['gene_sets'],
  fileField: ({ fileField }) => fileField,
  check({ name, facts, words }) {
    const { collection, name: called = '' } = facts[name] ?? {};
    if (collection === undefined) return [];
    words[`${name}_n`] = formatCount(collection.sets);
    if (collection.sets <= SETS_MAX) return [];
    const message = `「${called}」有 ${formatCount(collection.sets)} 个基因集，最多读 ${formatCount(SETS_MAX)} 个。请分成几个文件，或只留下要用的`;
    return [{ code: 'sets_many', level: 'must', field: name, message }];
  },
};
