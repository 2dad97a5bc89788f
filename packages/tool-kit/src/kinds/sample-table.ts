import { withSampleColumn } from '../inputs/join-samples.ts';
import type { Base, InputKind } from './kind.ts';
import { lastOf, pleaseChoose, readIdentity, readRecords, recordsOf, refused } from './reading.ts';
import { checkSamples } from './samples.ts';

/** What is known of samples beside their group, such as annotations or phenotypes: {sample, and any columns}. R gets a data frame. */
export interface SampleTableParameter extends Base {
  kind: 'sample-table';
  input: string;
  fileField: string;
  fileAliases?: readonly string[];
  /** The matrix whose samples it describes. */
  of?: string;
  optional?: boolean;
}

const FILE = 'file';
const COLUMNS_MAX = 50;

export const sampleTable: InputKind<SampleTableParameter> = {
  fields: ({ fileField, fileAliases = [] }) => [fileField, ...fileAliases].map((field) => [field, FILE] as const),
  read({ label }, given) {
    const [part, raw] = lastOf(given);
    if (part === FILE) return readIdentity('file', raw);
    const table = readRecords(raw, { label, maxColumns: COLUMNS_MAX });
    if ('issues' in table) return table;
    const columns = [...withSampleColumn(table.columns)];
    if (!columns.includes('sample')) return refused(`「${label}」要有 sample 一列，写样本名`);
    return columns.length > 1 ? { from: 'rows', ...table, columns } : refused(`「${label}」除了 sample，还要有至少一列`);
  },
  write: ({ fileField }, name, value) => [value.from === 'file' ? [fileField, value.id] : [name, recordsOf(value)]],
  missing: (parameter) => (parameter.optional === true ? undefined : pleaseChoose(parameter)),
  expected: () => '要有 sample 一列和至少一列别的信息',
  schema: () => ({ type: 'array', items: { type: 'object', required: ['sample'], additionalProperties: { type: 'string' } } }),
  fileTypes: () => ['groups', 'annotation', 'table', 'survival'],
  fileField: ({ fileField }) => fileField,
  check({ name, parameter, facts }) {
    const { table } = facts[name] ?? {};
    if (table === undefined) return [];
    const columns = withSampleColumn(table.columns);
    if (!columns.includes('sample')) {
      const message = `「${facts[name]?.name}」没有 sample 一列，对不上样本。请在第一行把样本名那列写成 sample`;
      return [{ code: 'sample_column', level: 'must', field: name, message }];
    }
    return checkSamples(
      name,
      { ...table, columns },
      parameter.of === undefined ? undefined : facts[parameter.of]?.matrix?.samples,
      parameter.label,
    );
  },
};
