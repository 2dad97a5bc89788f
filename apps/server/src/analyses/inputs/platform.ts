import type { PlatformParameter } from '@oncoloom/tool-kit';
import { fieldError } from '../../platform/errors.ts';
import { describeFile } from '../input-sources/from-file.ts';
import type { UsedInput } from '../tables.ts';
import type { ResolvedKind } from './kind.ts';

const COLUMNS = ['probe', 'symbol'];

/** The installed table of a platform's probes. */
export const platform: ResolvedKind<PlatformParameter> = {
  async resolve({ platforms }, { field, parameter, value }) {
    const { platform: name } = value;
    const table = await platforms.table(name);
    if (table === undefined)
      throw fieldError(field, `${name} 的注释表还没有装到这台服务器上。请在「${parameter.label}」里更新平台列表，或上传自己的注释表`);
    const { label, sha256, probes } = table;
    const used: UsedInput = {
      field,
      input: parameter.input,
      type: 'table',
      name: label,
      sha256,
      blob: sha256,
      format: 'tsv',
      rows: probes,
      columns: COLUMNS.length,
      types: Object.fromEntries(COLUMNS.map((column) => [column, 'gene' as const])),
      request: value,
    };
    const columns = { columns: COLUMNS, numeric: COLUMNS.map(() => false), rowCount: probes };
    return { facts: { name: label, table: columns, platform: name }, used: [used] };
  },
  example: (sources, { field, parameter, file }) => describeFile(sources, { field, parameter, takes: ['table'] }, file),
};
