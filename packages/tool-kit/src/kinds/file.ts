import type { FileType } from '@oncoloom/contract';
import type { Capability } from '../handover/capabilities.ts';
import { checkLogBase } from '../inputs/matrices.ts';
import { type Base, type InputKind, SOURCE_FIELD } from './kind.ts';
import { lastOf, pleaseChoose, readIdentity } from './reading.ts';

export interface FileParameter extends Base {
  kind: 'file';
  input: string;
  fileTypes: readonly FileType[];
  optional?: boolean;
  /** Field of a request that names an earlier result in the place of a matrix; left out: `source_analysis_id`. */
  sourceField?: string;
  /** What of an earlier result it takes in the place of an expression matrix; left out: an expression matrix. */
  accepts?: readonly Capability[];
  /** The tool takes logarithms of any base as they are and hands the base on. All others get log2: the engine converts log10. */
  keepsLogBase?: true;
}

export const file: InputKind<FileParameter> = {
  read(_, given) {
    const [part, raw] = lastOf(given);
    return readIdentity(part === 'analysis' ? 'analysis' : 'file', raw);
  },
  write: ({ sourceField = SOURCE_FIELD }, name, { from, id }) => [[from === 'analysis' ? sourceField : name, id]],
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseChoose(parameter)),
  expected: () => '要选一个文件',
  schema: () => ({ type: 'integer' }),
  fileTypes: ({ fileTypes }) => fileTypes,
  check({ name, parameter, facts }) {
    const { matrix, name: fileName = '' } = facts[name] ?? {};
    return matrix === undefined ? [] : checkLogBase(name, [{ name: fileName, matrix }], parameter.keepsLogBase);
  },
};
