import type { GeneSetCollectionParameter } from '@oncoloom/tool-kit';
import { fieldError } from '../../platform/errors.ts';
import type { UsedInput } from '../tables.ts';
import { ownFile } from './from-file.ts';
import { setsOfFile } from './gene-sets.ts';
import type { ResolvedKind } from './kind.ts';

/** A collection of gene sets: an installed one, or a file of the user's. */
export const geneSetCollection: ResolvedKind<GeneSetCollectionParameter> = {
  async resolve(sources, { field, parameter, value, userId }) {
    const place = { field, parameter };
    if (value.from === 'file') return setsOfFile(sources, place, await ownFile(sources, { ...place, takes: [] }, userId, value.id));
    const { geneSets, storage } = sources;
    const collection = await geneSets.find(value.name);
    if (collection === undefined) {
      const installed = (await geneSets.list()).map(({ name }) => name);
      const others = installed.length === 0 ? '这台服务器还没有安装基因集，请上传自己的 gmt 文件' : `已安装的有：${installed.join('、')}`;
      throw fieldError(field, `没有安装「${value.name}」。${others}`);
    }
    const { name, title, sha256, path, sizes, titles } = collection;
    if (!(await storage.has(sha256))) await storage.put(path);
    const used: UsedInput = {
      field,
      input: parameter.input,
      type: 'gene-sets',
      name: title,
      sha256,
      blob: sha256,
      format: 'gmt',
      rows: titles.length,
      columns: 1,
      request: { from: 'collection', name },
    };
    return { facts: { name: title, geneSets: { titles, sizes } }, used: [used] };
  },
  example: (sources, { field, parameter, file }) => setsOfFile(sources, { field, parameter }, file),
};
