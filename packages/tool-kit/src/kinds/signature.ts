import type { SignatureFamily } from '@oncoloom/contract';
import { z } from 'zod';
import { type Base, type InputKind, OWN } from './kind.ts';
import { readIdentity, refused, sourceOf } from './reading.ts';

/**
 * A signature of cell types: one that is installed, by its name, or a matrix of the user's (genes × cell types). R gets `read_signature`'s list, or
 * of a file a matrix input.
 */
export interface SignatureParameter extends Base {
  kind: 'signature';
  input: string;
  family: SignatureFamily;
  /** The field that takes a file of the user's; left out where only what is installed serves. */
  fileField?: string;
}

const FILE = 'file';
/** A file's name and never a way to one. */
const signatureName = z
  .string()
  .trim()
  .regex(/^\w[\w.-]{0,119}$/);

export const signature: InputKind<SignatureParameter> = {
  fields: ({ fileField }) => (fileField === undefined ? [] : [[fileField, FILE]]),
  joint: true,
  read({ label }, given) {
    const part = sourceOf(label, given, [OWN, FILE]);
    if (part === undefined || part instanceof z.ZodError) return part;
    if (part === FILE) return readIdentity('file', given.get(FILE));
    const name = signatureName.safeParse(given.get(OWN));
    return name.success ? { from: 'collection', name: name.data } : refused(`「${label}」要填已安装的签名的名字`);
  },
  write({ fileField }, name, value) {
    if (value.from === 'file') return fileField === undefined ? [] : [[fileField, value.id]];
    return value.name === undefined ? [] : [[name, value.name]];
  },
  absent: () => ({ from: 'collection' }),
  missing: () => undefined,
  expected: () => '要填已安装的签名的名字',
  schema: () => ({ type: 'string', maxLength: 120 }),
  fileTypes: ({ fileField }) => (fileField === undefined ? [] : ['expression']),
  fileField: ({ fileField }) => fileField ?? '',
};
