import type { FileType } from '@oncoloom/contract';
import type { SampleTableParameter } from '@oncoloom/tool-kit';
import { describeFile, ownFile } from './from-file.ts';
import { describeRows } from './from-rows.ts';
import type { ResolvedKind } from './kind.ts';

const TAKES: readonly FileType[] = ['groups', 'annotation', 'table', 'survival'];

/** What is known of samples: typed, or a file. */
export const sampleTable: ResolvedKind<SampleTableParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    if (value.from === 'rows') return describeRows(field, parameter, value);
    const place = { field, parameter, takes: TAKES };
    return describeFile(sources, place, await ownFile(sources, place, userId, value.id));
  },
  example: (sources, { field, parameter, file }) => describeFile(sources, { field, parameter, takes: TAKES }, file),
};
